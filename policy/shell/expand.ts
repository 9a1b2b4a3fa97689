/** Words of the syntax tree -> arguments, as far as they can be known. Runs nothing: substitutions inside are walked by `substitutions.ts`. */
import { type DoubleQuotedChild, parse, type Word, type WordPart } from 'unbash'
import { type Arg, isPaths, type Part, textOfParts, UNKNOWN } from './arg.ts'
import { sumOf } from './arithmetic.ts'
import { braceExpanded } from './braces.ts'
import { CHARACTERS_PER_STEP, wordCost } from './budget.ts'
import type { Context } from './context.ts'
import { addParameter } from './expand-parameter.ts'
import { FieldBuilder } from './field-builder.ts'
import { substituted } from './piped.ts'
import type { Scope } from './scope.ts'

/** Characters of an arithmetic expansion that is worked out. */
const MAX_SUM = 256

/** The arguments that a command's words become. */
export function expandWords(words: readonly Word[], scope: Scope, ctx: Context): Arg[] {
  return words.flatMap(word => expandWord(word, scope, ctx))
}

/** None, one or several arguments. A brace expansion past its limit gives up on the line. */
export function expandWord(word: Word, scope: Scope, ctx: Context): Arg[] {
  if (!ctx.spend(wordCost(word.text))) return []
  const hasBraces = word.parts?.some(part => part.type === 'BraceExpansion') === true
  if (!hasBraces) return expandPlain(word, word.text, scope, ctx)
  const texts = braceExpanded(word.text)
  if (texts === undefined) {
    ctx.giveUp()
    return []
  }
  return texts.flatMap(text => {
    if (!ctx.spend(2 + text.length / 16)) return []
    const again = text === word.text ? word : parsedWord(text)
    return again === undefined ? [] : expandPlain(again, word.text, scope, ctx)
  })
}

/** One word read again from its text; undefined when nothing is left of it. */
function parsedWord(text: string): Word | undefined {
  // A `#` that a brace expansion left in front is not a comment.
  const command = parse(`: ${text.startsWith('#') ? `\\${text}` : text}`).commands[0]?.command
  const word = command?.type === 'Command' ? command.suffix[0] : undefined
  return word?.type === 'Word' ? word : undefined
}

/** What a word is as a value to assign, a redirect's target or a here-string: no splitting, no file names. */
export function expandValue(word: Word, scope: Scope, ctx: Context): readonly Part[] {
  if (!ctx.spend(wordCost(word.text))) return [UNKNOWN]
  const builder = new FieldBuilder(word.text, false, scope, ctx)
  addWord(word, builder)
  const parts = builder.parts.map(part => (part.kind === 'glob' ? ({ kind: 'text', text: part.text } as const) : part))
  const home = parts[0]
  // An assigned `~` is the directory itself from here on.
  const isHome = home?.kind === 'place' && home.place === 'home'
  return isHome ? [{ kind: 'place', place: 'home' }, ...parts.slice(1)] : parts
}

function expandPlain(word: Word, source: string, scope: Scope, ctx: Context): Arg[] {
  const builder = new FieldBuilder(source, true, scope, ctx)
  addWord(word, builder)
  return builder.finish()
}

function addWord(word: Word, builder: FieldBuilder): void {
  const parts = word.parts
  if (parts === undefined) addLiteral(word.text, word.value, true, builder)
  else parts.forEach((part, index) => void addPart(part, index === 0, builder))
}

function addLiteral(source: string, value: string, isFirst: boolean, builder: FieldBuilder): void {
  const tilde = isFirst && source.startsWith('~') ? (/^~[\w.+-]*(?=\/|$)/.exec(value)?.[0] ?? '') : ''
  if (tilde !== '') builder.add({ kind: 'place', place: tilde === '~' ? 'home' : 'other', written: tilde })
  // bash takes any word of this form for an assignment (`dd of=~/x`), zsh does not.
  const assigned =
    isFirst && builder.isArgument && builder.ctx.dialect === 'bash' ? /^[A-Za-z_]\w*=(?=~(?:\/|$))/.exec(source)?.[0] : undefined
  if (assigned !== undefined) {
    builder.ctx.differ()
    builder.add({ kind: 'text', text: assigned })
    addLiteral(source.slice(assigned.length), value.slice(assigned.length), true, builder)
    return
  }
  const rest = value.slice(tilde.length)
  if (rest !== '') builder.add({ kind: 'text', text: rest })
}

/** Puts one part of a word where the builder stands; `isFirst`: nothing of the word is before it. */
export function addPart(part: WordPart, isFirst: boolean, builder: FieldBuilder): void {
  switch (part.type) {
    case 'Literal':
      addLiteral(part.text, part.value, isFirst, builder)
      return
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      builder.addQuoted([{ kind: 'text', text: part.value }])
      return
    case 'DoubleQuoted':
    case 'LocaleString':
      addDoubleQuoted(part.parts, builder)
      return
    case 'Glob':
    case 'ExtendedGlob':
      builder.addGlob(part.text)
      return
    case 'BraceExpansion':
      // Reached only where braces do not expand (an assigned value), and there they are themselves, save what is inside.
      builder.add(part.parts === undefined ? { kind: 'text', text: part.text } : UNKNOWN)
      return
    case 'ProcessSubstitution': {
      const output = part.operator === '<' ? outputOf(part, builder) : [UNKNOWN]
      const content = textOfParts(output)
      builder.add({ kind: 'text', text: '/dev/fd/' })
      builder.add({
        kind: 'unknown',
        neverDash: true,
        isStream: true,
        ...(content === undefined ? output.some(isPaths) && { line: output } : { content }),
      })
      return
    }
    case 'SimpleExpansion':
    case 'ParameterExpansion':
      addParameter(part, false, builder)
      return
    case 'CommandExpansion': {
      builder.addSubstituted(outputOf(part, builder))
      return
    }
    case 'ArithmeticExpansion':
      builder.add(sumPart(part, builder.ctx))
      return
  }
}

function addDoubleQuoted(parts: readonly DoubleQuotedChild[], builder: FieldBuilder): void {
  // `"$@"` alone may be no word at all.
  const isWord = parts.length !== 1 || !isList(parts[0])
  if (isWord) builder.addQuoted([])
  for (const part of parts) addQuotedChild(part, builder)
}

function isList(part: DoubleQuotedChild | undefined): boolean {
  if (part?.type === 'SimpleExpansion') return part.text === '$@'
  return part?.type === 'ParameterExpansion' && (part.parameter === '@' || part.index?.text === '@')
}

function addQuotedChild(part: DoubleQuotedChild, builder: FieldBuilder): void {
  if (part.type === 'Literal') builder.addQuoted([{ kind: 'text', text: part.value }])
  else if (part.type === 'CommandExpansion') builder.addQuoted(outputOf(part, builder))
  else if (part.type === 'ArithmeticExpansion') builder.addQuoted([sumPart(part, builder.ctx)])
  else addParameter(part, true, builder)
}

/** What the commands inside would print, without the line ends behind it. */
function outputOf(
  part: Extract<WordPart, { type: 'CommandExpansion' | 'ProcessSubstitution' }>,
  { ctx, scope }: FieldBuilder,
): readonly Part[] {
  if (!ctx.spend(1 + part.text.length / CHARACTERS_PER_STEP) || part.script === undefined) return [UNKNOWN]
  return substituted(part.script, scope, ctx)
}

function sumPart(part: Extract<WordPart, { type: 'ArithmeticExpansion' }>, ctx: Context): Part {
  const isShort = part.text.length <= MAX_SUM && ctx.spend(1 + part.text.length / CHARACTERS_PER_STEP)
  const value = isShort ? sumOf(part.expression) : undefined
  return value === undefined ? UNKNOWN : { kind: 'text', text: String(value) }
}

/** Tcl scripts: `exec`, pipes that `open` starts, files and `eval`. Tcl is words, as a shell's language is. */
import { type Arg, type Part, textArg, textOf, UNKNOWN } from '../arg.ts'
import type { Context } from '../context.ts'
import { NO_STDIN, UNKNOWN_STDIN } from '../context.ts'
import { interpret } from '../interpret.ts'
import { fileEffect } from '../paths.ts'
import { evaluateText } from '../walk.ts'
import { onlyMay, type Placed } from './effects-of-code.ts'
import { GAP } from './lex.ts'

const MAX_NESTING = 16
/** Commands with bodies: every braced word of them may be a script. */
const BODIES = new Set('if while for foreach proc catch try switch eval after uplevel namespace time lmap dict apply'.split(' '))

type Word = { readonly arg: Arg; readonly braced?: string; readonly inner: readonly string[] }

export function readTcl(text: string, frame: Placed, ctx: Context, depth = 0): void {
  const isTooMuch = depth > MAX_NESTING || !ctx.spend(1 + text.length / 8)
  if (isTooMuch) {
    ctx.mark('interpreter-code', frame.at)
    return
  }
  for (const words of commandsOf(text)) {
    if (!ctx.spend(1)) return
    for (const inner of words.flatMap(word => word.inner)) readTcl(inner, frame, ctx, depth + 1)
    onlyMay(ctx, () => readCommand(words, frame, ctx, depth))
  }
}

function readCommand(words: readonly Word[], frame: Placed, ctx: Context, depth: number): void {
  const [name, ...rest] = words
  const command = textOf(name?.arg)
  const args = rest.map(word => word.arg)
  const [first, second] = args
  if (command === undefined) {
    if (name !== undefined) ctx.mark('interpreter-code', frame.at)
    return
  }
  const isRunning = command === 'exec' || command === 'spawn'
  if (isRunning) {
    const at = args.findIndex(arg => !/^-(ignorestderr|keepnewline|noecho|-)$/.test(textOf(arg) ?? ''))
    const run = at < 0 ? [] : args.slice(at)
    if (run.length > 0) runPipeline(run, frame, ctx)
    return
  }
  if (command === 'open' && first !== undefined) {
    const text = textOf(first)
    const inner = { ...frame, scope: frame.scope.child('process'), stdin: UNKNOWN_STDIN, depth: frame.depth + 1 }
    if (text?.startsWith('|') === true) evaluateText(text.slice(1), inner, ctx)
    else fileEffect(/[wa+]/.test(textOf(second) ?? 'r') ? 'write' : 'read', first, frame.at, frame, ctx)
    return
  }
  if (command === 'file') {
    const operands = args.slice(1).filter(arg => textOf(arg) !== '-force' && textOf(arg) !== '--')
    const inner = { ...frame, scope: frame.scope.child(), stdin: NO_STDIN, depth: frame.depth + 1 }
    // Directories too, when it is told to.
    const isForced = args.some(arg => textOf(arg) === '-force')
    if (textOf(first) === 'delete' && isForced) interpret([textArg('rm'), textArg('-rf'), ...operands], inner, ctx)
    else if (textOf(first) === 'delete') for (const file of operands) fileEffect('delete', file, frame.at, frame, ctx)
    return
  }
  if (command === 'source' || command === 'load') return
  if (!BODIES.has(command)) return
  const isUnknown = command === 'eval' && args.some(arg => textOf(arg) === undefined)
  if (isUnknown) ctx.mark('interpreter-code', frame.at)
  if (command === 'eval' && !isUnknown) readTcl(args.map(arg => textOf(arg) ?? '').join(' '), frame, ctx, depth + 1)
  else for (const { braced } of rest) if (braced !== undefined) readTcl(braced, frame, ctx, depth + 1)
}

/** `exec a | b > file`. */
function runPipeline(args: readonly Arg[], frame: Placed, ctx: Context): void {
  let command: Arg[] = []
  const run = (): void => {
    const isKnown = command[0]?.parts.some(part => part.kind === 'text') === true
    if (command.length > 0 && !isKnown) ctx.mark('interpreter-code', frame.at)
    else interpret(command, { ...frame, scope: frame.scope.child('process'), stdin: UNKNOWN_STDIN, depth: frame.depth + 1 }, ctx)
    command = []
  }
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] as Arg
    const text = textOf(arg)
    if (text === '|' || text === '|&') run()
    else if (text === '>' || text === '>>' || text === '2>') {
      i++
      const file = args[i]
      if (file !== undefined) fileEffect('write', file, frame.at, frame, ctx)
    } else if (text !== '&') command.push(arg)
  }
  run()
}

function commandsOf(text: string): Word[][] {
  const commands: Word[][] = []
  let words: Word[] = []
  let i = 0
  const endCommand = (): void => {
    if (words.length > 0) commands.push(words)
    words = []
  }
  while (i < text.length) {
    const char = text[i] as string
    if (char === '\n' || char === ';') {
      endCommand()
      i++
    } else if (char === ' ' || char === '\t' || char === '\r') i++
    else if (char === '\\' && text[i + 1] === '\n') i += 2
    else if (char === '#' && words.length === 0) {
      const end = text.indexOf('\n', i)
      i = end < 0 ? text.length : end
    } else {
      const { word, end } = wordAt(text, i)
      words.push(word)
      i = end
    }
  }
  endCommand()
  return commands
}

function wordAt(text: string, from: number): { readonly word: Word; readonly end: number } {
  if (text[from] === '{') {
    const end = afterBalanced(text, from, '{', '}')
    const body = text.slice(from + 1, end - 1)
    return { word: { arg: textArg(body), braced: body, inner: [] }, end }
  }
  const isQuoted = text[from] === '"'
  const parts: Part[] = []
  const inner: string[] = []
  let plain = ''
  let i = isQuoted ? from + 1 : from
  const gap = (): void => {
    if (plain !== '') parts.push({ kind: 'text', text: plain })
    plain = ''
    parts.push(UNKNOWN)
  }
  for (; i < text.length; i++) {
    const char = text[i] as string
    const isEnd = isQuoted ? char === '"' : /[\s;]/.test(char)
    if (isEnd) break
    if (char === '\\') plain += text[++i] ?? ''
    else if (char === '[') {
      const end = afterBalanced(text, i, '[', ']')
      inner.push(text.slice(i + 1, end - 1))
      gap()
      i = end - 1
    } else if (char === '$') {
      const name = /\$(?:\{[^}]*\}|[\w:]+(?:\([^)]{0,64}\))?)/y
      name.lastIndex = i
      const found = name.exec(text)
      if (found === null) plain += char
      else {
        gap()
        i += found[0].length - 1
      }
    } else if (char === GAP) gap()
    else plain += char
  }
  if (plain !== '') parts.push({ kind: 'text', text: plain })
  return { word: { arg: { parts, isMany: false, source: '' }, inner }, end: isQuoted ? i + 1 : Math.max(i, from + 1) }
}

function afterBalanced(text: string, from: number, open: string, close: string): number {
  let depth = 0
  for (let i = from; i < text.length; i++) {
    const char = text[i]
    if (char === '\\') i++
    else if (char === open) depth++
    else if (char === close && --depth === 0) return i + 1
  }
  return text.length + 1
}

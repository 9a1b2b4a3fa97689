/** Builtins of the shell that change what follows on the line, or run text of their own. */
import {
  ANY_ARGS,
  type Arg,
  anyOf,
  dropStart,
  knownStart,
  scriptTextOf,
  splitName,
  textArg,
  textOf,
  textsOf,
  UNKNOWN_EXPANSION,
  UNSET,
} from './arg.ts'
import type { Context, Frame, Stdin } from './context.ts'
import { NO_STDIN } from './context.ts'
import type { Span } from './effects.ts'
import { DEFAULT_IFS, separatorsOf } from './fields.ts'
import { interpret } from './interpret.ts'
import { movedTo, pathOf } from './paths.ts'
import { formatted } from './printed.ts'
import { lineItems, lineValues } from './read-line.ts'
import { streamOf } from './redirects.ts'
import { type List, OWN_PARAMETERS, POSITIONAL } from './scope.ts'
import { noteScript } from './script-calls.ts'
import { OWN_INPUT } from './shells.ts'
import { lineOf } from './stdin-line.ts'
import { evaluateText } from './walk.ts'
import { noteWritten } from './written.ts'

type Placed = Frame & { readonly at: Span }
type Builtin = (args: readonly Arg[], frame: Placed, ctx: Context) => void

const DECLARES = new Set(['declare', 'typeset', 'local', 'readonly', 'export'])
const NAME = /^[A-Za-z_]\w*/
/** Builtins that evaluate an index in the names they are given: a substitution in it would run. */
const EVALUATES_INDEX = new Set(
  'let declare typeset local export readonly printf read unset test [ getopts mapfile readarray wait'.split(' '),
)
const INDEXED_CODE = /\[.*(\$\(|`|\$\{)/s

/** Applies what the builtin of that name does. Names that are none do nothing. */
export function runBuiltin(name: string | undefined, args: readonly Arg[], frame: Placed, ctx: Context): void {
  if (name === undefined) return
  const isEvaluatingText =
    EVALUATES_INDEX.has(name) && args.some(arg => INDEXED_CODE.test(textOf(arg) ?? '') && NAME.test(textOf(arg) ?? ''))
  if (isEvaluatingText) ctx.mark('dynamic-script', frame.at)
  if (DECLARES.has(name)) declare(name, args, frame, ctx)
  else BUILTINS.get(name)?.(args, frame, ctx)
}

/** Whether the shell itself does what the name says. */
export const isBuiltin = (name: string): boolean => DECLARES.has(name) || BUILTINS.has(name)

/** Text run in this shell. What is not known of it may do anything. */
function runText(words: readonly Arg[], via: string, frame: Placed, ctx: Context): void {
  const isKnown = words.every(word => textOf(word) !== undefined)
  const inner = { ...frame, stdin: sharedStdin(frame.stdin), via: [...frame.via, via], depth: frame.depth + 1 }
  for (const text of [scriptTextOf(words), ...words.slice(0, 1).flatMap(textsOf)]) evaluateText(text, inner, ctx)
  if (isKnown) return
  ctx.mark('dynamic-script', frame.at)
  frame.scope.forget()
}

/** Input that several commands read from: which of them gets what cannot be told, only what there is. */
export function sharedStdin(stdin: Stdin): Stdin {
  if (stdin.kind === 'none') return NO_STDIN
  return stdin.kind === 'text' ? { kind: 'unknown', around: stdin.text } : stdin
}

const cd: Builtin = (args, { scope }) => {
  const operands = args.filter(arg => !/^-[PLe@]+$/.test(textOf(arg) ?? '') && textOf(arg) !== '--')
  const isHome = operands.length === 0
  const path = isHome ? '~' : operands[0] === undefined || operands.length > 1 ? undefined : pathOf(operands[0])
  // CDPATH makes a relative name lead anywhere.
  const isKnown = path !== undefined && path !== '-' && scope.get('CDPATH') === undefined && !(isHome && scope.get('HOME') !== undefined)
  scope.directory = isKnown ? movedTo(scope.directory, path) : null
}

const forgetDirectory: Builtin = (_args, { scope }) => {
  scope.directory = null
}

const pushd: Builtin = (args, frame, ctx) => {
  const swap = args.length === 0 ? forgetDirectory : cd
  swap(args, frame, ctx)
}

const evaluate: Builtin = (args, frame, ctx) => {
  const words = textOf(args[0]) === '--' ? args.slice(1) : args
  if (words.length > 0) runText(words, 'eval', frame, ctx)
}

/**
 * A file that the text names is let by, as `bash file` is: every `source .venv/bin/activate` would ask otherwise. What it sets is unknown from here
 * on. Text that the line itself wrote, or gives on a stream, is run. A marker: a file nobody can name, one that is no file, and one that this line
 * has written with text that cannot be told.
 */
const source: Builtin = ([file, ...args], frame, ctx) => {
  if (file === undefined) return
  const isOwnInput = OWN_INPUT.test(textOf(file) ?? '') && frame.stdin.kind !== 'none'
  const given = isOwnInput ? frame.stdin : streamOf(file, frame, ctx)
  const last = file.parts.at(-1)
  const isNamed = last?.kind === 'text' && (file.parts.length === 1 || last.text.includes('/'))
  const isDevice = /^\/+(dev|proc)\//.test(knownStart(file))
  const isTold = given === undefined ? isNamed && !isDevice : given.kind === 'text'
  if (!isTold) ctx.mark('sourced-file', frame.at)
  const text = given?.kind === 'text' ? given.text : given?.kind === 'unknown' ? given.around : undefined
  if (text !== undefined) {
    // What it sets is sure where all of it runs, in this shell.
    const isSure = given?.kind === 'text' && args.length === 0 && !/\b(return|exit|set)\b/.test(text)
    const scope = isSure ? frame.scope : frame.scope.child()
    if (args.length > 0) scope.setList(POSITIONAL, args)
    evaluateText(text, { ...frame, scope, stdin: sharedStdin(frame.stdin), via: [...frame.via, 'source'], depth: frame.depth + 1 }, ctx)
    if (!isSure) frame.scope.weaken(scope, args.length > 0 ? OWN_PARAMETERS : undefined)
  }
  if (given === undefined)
    noteScript(file, { ...frame, via: [...frame.via, 'source'] }, ctx, (found, inner) => {
      if (args.length > 0) inner.scope.setList(POSITIONAL, args)
      evaluateText(found, { ...inner, stdin: sharedStdin(frame.stdin) }, ctx)
    })
  if (given?.kind !== 'text') frame.scope.forget()
  ctx.hasSourced = true
}

/** `tee file`: what it reads is in the file then. */
const tee: Builtin = (args, frame, ctx) => {
  const isAppending = args.some(arg => /^(-\w*a|--ap)/.test(knownStart(arg)))
  for (const arg of args) if (!knownStart(arg).startsWith('-')) noteWritten(arg, frame.stdin, isAppending, frame, ctx)
}

/** `chmod` and its kin count as writing, and leave the text alone. */
const keepsText: Builtin = (_args, { at }, ctx) => {
  const since = ctx.effects.findLastIndex(effect => effect.kind === 'run' && effect.at === at)
  for (const effect of ctx.effects.slice(since)) ctx.keeping.add(effect)
}

const trap: Builtin = (args, frame, ctx) => {
  const words = textOf(args[0]) === '--' ? args.slice(1) : args
  const text = textOf(words[0])
  const isHandler = words.length > 1 && text !== '-' && text !== '' && !/^-[lp]+$/.test(text ?? '')
  const [handler] = words
  if (isHandler && handler !== undefined) runText([handler], 'trap', { ...frame, scope: frame.scope.child('function') }, ctx)
}

const alias: Builtin = (args, frame, ctx) => {
  for (const arg of args) {
    const start = knownStart(arg)
    const at = start.indexOf('=')
    const isDefinition = at > 0 && !start.startsWith('-')
    // zsh: words anywhere, or the ends of file names, that stand for text.
    const isElsewhere = /^-\w*[gs]/.test(start)
    if (isElsewhere) ctx.mark('dynamic-script', frame.at)
    if (isDefinition) ctx.aliases.set(start.slice(0, at), textOf(dropStart(arg, at + 1)) ?? null)
    else if (textOf(arg) === undefined) ctx.mark('dynamic-script', frame.at)
  }
}

/** The words name variables; what they become cannot be told. */
const setsNamed: Builtin = (args, { scope }) => {
  for (const arg of args) {
    const name = NAME.exec(knownStart(arg))?.[0]
    if (textOf(arg) === undefined) scope.forget()
    else if (name !== undefined) scope.set(name, null)
  }
}

const unset: Builtin = (args, frame, ctx) => {
  setsNamed(args, frame, ctx)
  // With options, a function of that name may be meant.
  const names = args.map(arg => textOf(arg) ?? '-')
  if (!names.some(name => name.startsWith('-')))
    for (const name of names) setVariable(name, name === 'IFS' ? textArg(DEFAULT_IFS).parts : [UNSET], frame, ctx)
}

const printfBuiltin: Builtin = (args, frame, ctx) => {
  const [option] = args
  if (option === undefined || !knownStart(option).startsWith('-v')) return
  const isHolding = textOf(option) !== '-v'
  const name = isHolding ? dropStart(option, 2) : args[1]
  const operands = args.slice(isHolding ? 1 : 2)
  const [format, ...values] = (textOf(operands[0]) === '--' ? operands.slice(1) : operands).map(arg =>
    arg.isMany ? undefined : textOf(arg),
  )
  const isKnown = format !== undefined && values.every(value => value !== undefined)
  const text = isKnown ? formatted(format, values as string[]) : undefined
  const variable = textOf(name)
  const isWhole = variable !== undefined && text !== undefined && /^[A-Za-z_]\w*$/.test(variable)
  if (isWhole) setVariable(variable, [{ kind: 'text', text }], frame, ctx)
  else if (name !== undefined) setsNamed([name], frame, ctx)
}

const OPTIONS_WITH_VALUE = /[oO]$/

/** `set -- a b`: what is not an option becomes the parameters. */
const set: Builtin = (args, { scope }, ctx) => {
  let i = 0
  let isGiven = false
  for (; i < args.length; i++) {
    const arg = args[i] as Arg
    const text = arg.isMany ? undefined : textOf(arg)
    const isOption = text !== undefined && /^[-+]/.test(text)
    if (text === '--' || text === '-') {
      isGiven = text === '--' || i + 1 < args.length
      i++
      break
    }
    if (text === undefined && !/^[^-+]/.test(knownStart(arg))) {
      scope.setList(POSITIONAL, null)
      return
    }
    if (!isOption) break
    // zsh: `set -A name values`.
    if (text.includes('A')) {
      const name = textOf(args[i + 1])
      if (name === undefined) scope.forget()
      else setArray(name, null, scope, ctx)
      return
    }
    if (OPTIONS_WITH_VALUE.test(text)) i++
  }
  const values = args.slice(i)
  if (isGiven || values.length > 0) scope.setList(POSITIONAL, values)
}

const shift: Builtin = ([count], { scope }) => {
  const items = scope.list(POSITIONAL)
  const by = count === undefined ? 1 : Number(textOf(count) ?? Number.NaN)
  const isKnown = items !== undefined && items !== null && Number.isInteger(by) && by >= 0 && !items.slice(0, by).some(item => item.isMany)
  // Too far, and nothing is shifted.
  scope.setList(POSITIONAL, !isKnown ? null : by > items.length ? items : items.slice(by))
}

/** `read a b <<< 'x y'`. Options that change what is read make it unknown. */
const read: Builtin = (args, frame, ctx) => {
  const { scope, stdin } = frame
  const texts = args.map(textOf)
  const operands = texts.filter((text, index) => text !== undefined && !text.startsWith('-') && !/^-[rs]*p$/.test(texts[index - 1] ?? ''))
  const options = texts.filter(text => text?.startsWith('-')).join('')
  const separators = separatorsOf(scope)
  const names = operands.filter((text): text is string => text !== undefined && /^[A-Za-z_]\w*$/.test(text))
  const isFollowed =
    stdin.kind === 'text' &&
    separators !== undefined &&
    texts.every(text => text !== undefined) &&
    /^[-rspa]*$/.test(options) &&
    names.length === operands.length
  if (!isFollowed) {
    setsNamed(args, frame, ctx)
    const [name, other] = names
    const isOne = other === undefined && !texts.includes(undefined) && /^[-rspd]*$/.test(options)
    const parts = isOne ? lineOf(stdin) : undefined
    if (name !== undefined && parts !== undefined) setVariable(name, parts.map(splitName), frame, ctx)
    if (options.includes('a') || options.includes('A')) for (const name of names) setArray(name, null, scope, ctx)
    return
  }
  const isRaw = options.includes('r')
  if (options.includes('a')) {
    const items = lineItems(stdin.text, separators, isRaw)
    const list = items?.map(parts => ({ parts, isMany: false, source: '' })) ?? null
    names.forEach((name, index) => void setArray(name, index === 0 ? list : null, scope, ctx))
    return
  }
  const values = lineValues(stdin.text, names.length, separators, isRaw)
  names.forEach((name, index) => {
    const value = values?.[index]
    setVariable(name, value === undefined ? null : [{ kind: 'text', text: value }], frame, ctx)
  })
}

/** zsh: `repeat 3 command`. */
const repeat: Builtin = ([, ...command], frame, ctx) => {
  interpret(command, { ...frame, via: [...frame.via, 'repeat'], scope: frame.scope.child(), depth: frame.depth + 1, isRepeated: true }, ctx)
  frame.scope.forget()
}

/** `mapfile -C code`: runs it as it reads. */
const mapfile: Builtin = (args, frame, ctx) => {
  args.forEach((arg, index) => {
    const start = knownStart(arg)
    const code = start === '-C' ? args[index + 1] : start.startsWith('-C') ? dropStart(arg, 2) : undefined
    if (code !== undefined) runText([code, ANY_ARGS], 'mapfile -C', frame, ctx)
  })
  const names = args.filter(arg => !knownStart(arg).startsWith('-'))
  setsNamed(names, frame, ctx)
  const name = textOf(names.at(-1))
  const parts = lineOf(frame.stdin)
  if (parts !== undefined && name !== undefined) setArray(name, [{ ...ANY_ARGS, parts }], frame.scope, ctx)
}

/** `git config alias.x 'push -f'; git x`. */
const git: Builtin = (args, _frame, ctx) => {
  const at = args.findIndex(arg => /^alias\./i.test(knownStart(arg)))
  const value = textOf(args[at + 1])
  const text = value === undefined ? null : value.startsWith('!') ? value.slice(1) : `git ${value}`
  if (textOf(args[0]) === 'config' && at > 0 && at + 1 < args.length)
    ctx.aliases.set(`git ${textOf(args[at])?.slice('alias.'.length)}`, text)
}

const PROGRAM = /(?:^|\/)s?bin\/[\w.+-]+$/

/** `ln -s /bin/rm x; ./x -rf y`: a program that goes by another name from here on. */
const renames: Builtin = (args, frame, ctx) => {
  const [from, to] = args.filter(arg => !knownStart(arg).startsWith('-'))
  const last = from?.parts.at(-1)
  const text = last?.kind === 'text' ? last.text : ''
  if (to !== undefined && PROGRAM.test(text)) noteWritten(to, { kind: 'text', text: `exec ${text} "$@"` }, false, frame, ctx)
}

/** `hash -p path name` gives a program another name. */
const hash: Builtin = (args, frame, ctx) => {
  const isRenaming = args.some(arg => /^-\w*p/.test(knownStart(arg)))
  if (isRenaming) ctx.mark('dynamic-program', frame.at)
}

function declare(name: string, args: readonly Arg[], frame: Placed, ctx: Context): void {
  const flags = args.map(knownStart).filter(start => /^[-+]/.test(start))
  const isExporting = name === 'export' || (name !== 'readonly' && flags.some(flag => /^-\w*x/.test(flag)))
  const isReference = name !== 'export' && flags.some(flag => /^-\w*n/.test(flag))
  // `-i`, `-u`, `-l`, `-r` change or refuse what is assigned, now and later.
  const isAltering = name === 'readonly' || flags.some(flag => /[iulrAc]/.test(flag))
  if (isReference) {
    ctx.hasReferences = true
    frame.scope.forget()
  }
  for (const arg of args) {
    const start = knownStart(arg)
    const variable = NAME.exec(start)?.[0]
    if (variable === undefined) {
      if (textOf(arg) === undefined) frame.scope.forget()
      continue
    }
    if (isAltering || isReference) ctx.unreliable.add(variable)
    const isLocal = name === 'local' || (name !== 'readonly' && name !== 'export' && !flags.some(flag => /^-\w*g/.test(flag)))
    if (isLocal) frame.locals?.add(variable)
    if (isExporting) frame.scope.export(variable)
    const rest = start.slice(variable.length)
    const isPlain = rest.startsWith('=') && !rest.startsWith('=(')
    if (isPlain) setVariable(variable, dropStart(arg, variable.length + 1).parts, frame, ctx)
    else if (rest !== '' || isAltering) frame.scope.set(variable, null)
  }
}

/** Assigns, unless the variable's attributes make the outcome uncertain. */
export function setVariable(name: string, value: Arg['parts'] | null, frame: Frame, ctx: Context): void {
  const holdsCode = value?.some(part => part.kind === 'text' && /\$\(|`|\$\{/.test(part.text)) === true
  if (holdsCode) ctx.holdsCode = true
  // Assigned to an array, it is the first element, or all there is, as the shell has it.
  const isFollowed = !ctx.hasReferences && !ctx.unreliable.has(name) && !ctx.arrays.has(name)
  frame.scope.set(name, isFollowed ? value : null)
}

/** Makes the variable an array of these elements. */
export function setArray(name: string, items: List, scope: Frame['scope'], ctx: Context): void {
  ctx.arrays.add(name)
  const isFollowed = !ctx.hasReferences && !ctx.unreliable.has(name)
  scope.setList(name, isFollowed ? items : null)
}

const BUILTINS: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ['cd', cd],
  ['pushd', pushd],
  ['popd', forgetDirectory],
  ['eval', evaluate],
  ['source', source],
  ['.', source],
  ['trap', trap],
  ['alias', alias],
  ['tee', tee],
  ['chmod', keepsText],
  ['chown', keepsText],
  ['chgrp', keepsText],
  ['touch', keepsText],
  ['hash', hash],
  ['git', git],
  ['cp', renames],
  ['ln', renames],
  ['read', read],
  ['set', set],
  ['shift', shift],
  ['repeat', repeat],
  ['getopts', setsNamed],
  ['unset', unset],
  ['let', setsNamed],
  ['wait', setsNamed],
  ['printf', printfBuiltin],
  ['mapfile', mapfile],
  ['readarray', mapfile],
])

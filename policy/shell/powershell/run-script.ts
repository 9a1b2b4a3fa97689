/** Walks a PowerShell script: every pipeline that runs or may run, in order, with what is known of its variables at that point. */
import { scriptTextOf, textArg, textOf, UNKNOWN } from '../arg.ts'
import { CHARACTERS_PER_STEP, MAX_DEPTH } from '../budget.ts'
import type { Context, Stdin } from '../context.ts'
import { NO_STDIN, UNKNOWN_STDIN } from '../context.ts'
import { oneOf } from '../find.ts'
import { interpret } from '../interpret.ts'
import { fileEffect, movedTo, pathOf } from '../paths.ts'
import { inside, type Placed } from '../run-launch.ts'
import { type Bound, bind } from './bound.ts'
import { COMMAND_STEPS, MAX_SCRIPT } from './budget.ts'
import { type Cmdlet, cmdletOf, parameterOf } from './cmdlets.ts'
import { dotNetCall, isOutside } from './dot-net.ts'
import { equivalentOf } from './equivalent.ts'
import { HOME, pathArg, programOf, runNative, within } from './windows-words.ts'
import { type PsCommand, type PsWord, readerOf, type Value } from './words.ts'

/** A place in a script, with what the script knows of itself. */
type Place = Placed & {
  readonly ctx: Context
  /** null: it cannot be told from here on. */
  readonly variables: Map<string, Value | null>
  /** `inner`: text inside the script, which may run later, again or not at all. */
  readonly kind: 'script' | 'inner' | 'cmd'
  readonly isPiped: boolean
}

/** A variable that the text gives a value to. */
const GIVEN = /\$\{?([\w:]+)\}?(?:\s+in\b|\s*(?:[-+*/%?]{0,2}=|\+\+|--))/gi
/** Short names that are programs of their own outside Windows. */
const ALSO_PROGRAM = /^(?:rm|rmdir|cat|cp|mv|curl|wget|ls|kill|tee|echo)$/
export function runPowerShell(text: string, frame: Placed, ctx: Context, kind: 'script' | 'cmd' = 'script'): void {
  run(text, { ...frame, ctx, variables: new Map(), kind, isPiped: false })
}

function run(text: string, place: Place): void {
  const { ctx, variables, kind } = place
  const isTooMuch = place.depth > MAX_DEPTH || text.length > MAX_SCRIPT
  if (isTooMuch) ctx.giveUp()
  if (!ctx.spend(1 + text.length / CHARACTERS_PER_STEP)) return
  // A function may run at any later point: only what is set once, and surely, holds for all of them.
  const once = new Set<string>()
  for (const [, name = ''] of text.matchAll(GIVEN)) {
    const plain = plainName(name)
    if (kind === 'inner' || once.has(plain)) variables.set(plain, null)
    once.add(plain)
  }
  const reader = readerOf(text, name => heldBy(name, place))
  for (let pipeline = reader.next(); pipeline; pipeline = reader.next()) {
    if (!ctx.spend(1)) return
    runPipeline(pipeline, place)
  }
  if (reader.isBroken()) ctx.mark('parse-error', place.at)
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/^(?!env:)\w+:/, '')
}

function heldBy(name: string, { variables }: Place): Value | undefined {
  const own = variables.get(plainName(name))
  if (own !== undefined) return own ?? undefined
  if (name === 'profile') return [[HOME, { kind: 'text', text: '/.config/powershell/profile.ps1' }]]
  return /^(?:home|env:(?:userprofile|home))$/.test(name) ? [[HOME]] : undefined
}

/** Text inside the script: a block, a group, a subexpression. */
function runInner(text: string, place: Place): void {
  const { scope, depth, kind } = place
  const before = scope.directory
  run(text, { ...place, depth: depth + 1, kind: kind === 'cmd' ? kind : 'inner' })
  if (scope.directory !== before) scope.directory = null
}

function runPipeline(pipeline: readonly PsCommand[], place: Place): void {
  let { stdin } = place
  pipeline.forEach((command, index) => {
    if (!place.ctx.spend(COMMAND_STEPS + command.words.length + command.writes.length)) return
    runCommand(command, { ...place, stdin, isPiped: index > 0 })
    stdin = outputOf(command, stdin)
    setVariables(command, pipeline.length === 1, place)
  })
}

function setVariables({ targets, operator, words, mode }: PsCommand, isAlone: boolean, { variables, kind }: Place): void {
  for (const { source } of targets) {
    const [whole = '', name = ''] = /\$\{?([\w:]+)\}?/.exec(source) ?? []
    const plain = plainName(name)
    const isPlain = kind !== 'inner' && isAlone && mode + operator === '==' && targets.length === 1 && source.endsWith(whole)
    const isKnown =
      isPlain && variables.get(plain) !== null && words.length > 0 && words.every(word => !word.isBare && word.block === undefined)
    // One of the list, in each round.
    const isLoop = operator === 'in' && words.every(word => !word.isBare && word.block === undefined)
    variables.set(plain, isKnown ? words.map(word => word.parts) : isLoop ? [oneOf(words)] : null)
  }
}

/** Files, and no text: those of a name, or in a folder of that name; those that a filter takes, at any depth. */
function filesOf([, ...words]: readonly PsWord[]): Stdin {
  const filter = words[words.findIndex(({ source }) => /^-(?:filt|inc)/i.test(source)) + 1]
  const isFiltered = filter !== undefined && filter !== words[0]
  const [named, more] = isFiltered ? [filter] : words
  if (!named || more || named.source.startsWith('-')) return { kind: 'unknown', line: [UNKNOWN] }
  const file = pathArg(named, true)
  if (isFiltered)
    return {
      kind: 'unknown',
      line: oneOf([{ ...file, parts: [{ kind: 'glob', text: '**' }, { kind: 'text', text: '/' }, ...file.parts] }]),
    }
  return { kind: 'unknown', line: oneOf([file, { ...file, parts: [...file.parts, { kind: 'glob', text: '/****' }] }]) }
}

/** What a command hands to the next one, where the line says it. */
function outputOf({ words, mode }: PsCommand, stdin: Stdin): Stdin {
  const [first, second, third] = words
  const cmdlet = first?.isBare ? cmdletOf(first.source) : undefined
  const value = cmdlet?.name === 'Write-Output' && !third ? second : mode === '=' && !second ? first : undefined
  const text = value?.block === undefined ? textOf(value) : undefined
  if (text !== undefined) return { kind: 'text', text: `${text}\n` }
  return cmdlet?.program === 'ls' ? filesOf(words) : cmdlet?.program === '{' ? stdin : UNKNOWN_STDIN
}

function runCommand({ targets, words, writes, mode }: PsCommand, place: Place): void {
  const { ctx } = place
  for (const word of [...targets, ...words, ...writes])
    for (const { text, call } of word.inner) {
      runInner(text, place)
      const isCalled = call !== '' && ctx.spend(COMMAND_STEPS)
      if (isCalled) dotNetCall(call, wordsOf(text, place), place, ctx, code => runInner(code, place))
    }
  for (const file of writes) {
    const isNothing = /^(?:\$null|nul)$/i.test(file.source)
    if (!isNothing) fileEffect('write', pathArg(file, false), place.at, place, ctx)
  }
  const [first, ...rest] = words
  if (!first) return
  const isProgram = !/[={]/.test(mode) && first.block === undefined
  const name = programOf(first)
  if (isProgram) {
    if (name !== undefined) runProgram(name, rest, place)
    else if (mode === '.') ctx.mark('sourced-file', place.at)
    else interpret(words, place, ctx)
  }
  const isRemote = place.isRemote || words.some(({ source }) => /^-(?:c(?:omp|n)|ses|hostn)/i.test(source))
  // What the pipe brings.
  const { stdin } = place
  const line = stdin.kind === 'text' ? textArg(stdin.text.trim()).parts : stdin.line
  const variables = new Map(place.variables)
  if (line !== undefined && place.isPiped) variables.set('_', [line])
  for (const { block } of words) if (block !== undefined) runInner(block, { ...place, variables, isRemote })
}

function wordsOf(text: string, place: Place): readonly PsWord[] {
  return readerOf(text, name => heldBy(name, place)).next()?.[0]?.words ?? []
}

function runProgram(name: string, given: readonly PsWord[], place: Place): void {
  const { ctx, kind, isPiped, stdin } = place
  if (!ctx.spend(1 + given.length)) return
  const cmdlet = cmdletOf(name)
  const words = kind === 'cmd' && cmdlet ? withoutSwitches(given) : given
  // A name that a Unix program has too: options in its way are that program's, and only its where the cmdlet has no such parameter.
  const options = cmdlet && ALSO_PROGRAM.test(name) ? words.filter(({ source }) => /^-(?![A-Z][a-z]{2})/.test(source)) : []
  const isUnix = options.some(({ source }) => cmdlet && !parameterOf(cmdlet, source.slice(1).replace(/:.*/, '')))
  if (cmdlet && !isUnix) runCmdlet(cmdlet, words, place)
  // Nothing is known of such a cmdlet, which may be a program as well.
  const isOther = cmdlet?.program === '' && !/^[A-Z]/.test(name)
  if (!cmdlet || isOther || options.length > 0) {
    const args = words.map(word => (word.source.startsWith('~') ? pathArg(word, false) : word))
    runNative(name, args, within(place, isPiped ? stdin : NO_STDIN), ctx)
  }
}

/** Words for a command of cmd's own, with the switches that matter as parameters. */
function withoutSwitches(words: readonly PsWord[]): readonly PsWord[] {
  return words.flatMap(word => {
    const { source } = word
    if (!/^(?:\/[a-z?:-]+)+$/i.test(source)) return [word]
    const flags = [...(/\/[se]/i.test(source) ? ['-Recurse'] : []), ...(/\/[qf]/i.test(source) ? ['-Force'] : [])]
    return flags.map(flag => ({ ...word, ...textArg(flag) }))
  })
}

function runCmdlet(cmdlet: Cmdlet, words: readonly PsWord[], place: Place): void {
  const { ctx, variables } = place
  const bound = bind(cmdlet, words)
  const { name, program } = cmdlet
  const { given } = bound
  interpret([textArg(name), ...bound.args], place, ctx)
  // `Set-Variable`, `-OutVariable`: any may have changed.
  const isSetting = [name, ...given].some(one => /Variable$|^[oep]v$/.test(one))
  if (isSetting) for (const one of variables.keys()) variables.set(one, null)
  // It is only said what would happen.
  const isShown = given.some(one => /^wh|^wi$/i.test(one))
  if (isShown) return
  // Text is searched, and names no file.
  const isFromPipe = place.isPiped && (program !== 'grep' || place.stdin.line !== undefined)
  interpret(equivalentOf(cmdlet, bound, isFromPipe, place.stdin.line), within(place, UNKNOWN_STDIN), ctx)
  const [block] = bound.of('ScriptBlock')
  const [path] = bound.of('Path')
  if (program === '!') runExpression(block, { ...place, ...inside(place, name, true) })
  else if (program === '{') {
    // A block in a variable is one that nobody knows.
    const isUnknown = block !== undefined && textOf(block) === undefined
    if (isUnknown) ctx.mark('dynamic-script', place.at)
  } else if (program === '&' && path !== undefined)
    startProcess(path, bound, { ...place, ...inside(place, name, false), stdin: UNKNOWN_STDIN })
  else if (program === '/') {
    const to = path === undefined ? undefined : pathOf(pathArg(path, false))
    place.scope.directory = to === undefined ? null : movedTo(place.scope.directory, to)
  } else if (program === '?' || (program === '*' && isReaching(bound))) ctx.mark('interpreter-code', place.at)
}

/** Whether a new object may do what its calls do not tell. */
function isReaching({ given, of }: Bound): boolean {
  return given.includes('ComObject') || isOutside((textOf(of('TypeName')[0]) ?? 'io.').toLowerCase().replace('system.', ''))
}

function runExpression(word: PsWord | undefined, place: Place): void {
  const { stdin, isPiped } = place
  const piped = isPiped && stdin.kind === 'text' ? stdin.text : undefined
  const text = word === undefined ? piped : textOf(word)
  if (text === undefined) place.ctx.mark(word === undefined ? 'stdin-script' : 'dynamic-script', place.at)
  // What is unknown in between becomes a variable that nobody knows.
  runInner(text ?? scriptTextOf(word === undefined ? [] : [word]), place)
}

function startProcess(file: PsWord, bound: Bound, place: Place): void {
  const name = programOf(file)
  // A text of several words is split by the program itself.
  const args = bound.of('ArgumentList').flatMap(word => {
    const text = textOf(word) ?? ''
    return /\s/.test(text) ? wordsOf(`& ${text}`, place) : [{ ...word, isBare: true }]
  })
  if (name === undefined) place.ctx.mark('dynamic-program', place.at)
  else runProgram(name, args, { ...place, isPiped: true })
}

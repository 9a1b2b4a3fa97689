/** Walks a PowerShell script: every pipeline that runs or may run, in order, with what is known of its variables at that point. */
import { textArg, textOf, wordOf } from '../arg.ts'
import { CHARACTERS_PER_STEP, MAX_DEPTH } from '../budget.ts'
import type { Context, Stdin } from '../context.ts'
import { NO_STDIN, UNKNOWN_STDIN } from '../context.ts'
import { interpret } from '../interpret.ts'
import { fileEffect, movedTo, pathOf } from '../paths.ts'
import { inside, type Placed } from '../run-launch.ts'
import { type Bound, bind, textGiven } from './bound.ts'
import { COMMAND_STEPS, MAX_SCRIPT } from './budget.ts'
import { type Cmdlet, cmdletOf } from './cmdlets.ts'
import { dotNetCall, isOutside } from './dot-net.ts'
import { equivalentOf } from './equivalent.ts'
import { HOME, pathArg, programOf, runNative, within } from './windows-words.ts'
import { type PsCommand, type PsWord, readerOf, type Value } from './words.ts'

/** What a script knows of itself. */
type Script = {
  readonly ctx: Context
  /** null: it cannot be told from here on. */
  readonly variables: Map<string, Value | null>
  readonly aliases: Map<string, string>
  /** The line itself, which its positions belong to; text inside it, which may run later, again or not at all; a line for cmd. */
  readonly kind: 'line' | 'script' | 'inner' | 'cmd'
}

/** A variable that the text gives a value to. */
const GIVEN = /\$\{?([\w:]+)\}?(?:\s+in\b|\s*(?:[-+*/%?]{0,2}=|\+\+|--))/gi
const REMOTE = /^(?:ComputerName|Session|HostName|VMName|ContainerId)$/
/** Short names that are programs of their own outside Windows. */
const ALSO_PROGRAM = /^(?:rm|rmdir|cat|cp|mv|curl|wget|ls|kill|ps|sort|tee|diff|sleep|echo)$/
/** What cmd has of its own. */
const CMD_OWN =
  /^(?:type|more|del|erase|rd|rmdir|x?copy|robocopy|move|ren(?:ame)?|md|dir|cd|chdir|pushd|popd|start|call|echo|set|findstr)$/i

export function runPowerShell(text: string, frame: Placed, ctx: Context, kind: 'line' | 'script' | 'cmd' = 'script'): void {
  run(text, frame, { ctx, variables: new Map(), aliases: new Map(), kind })
}

function run(text: string, frame: Placed, script: Script, isTable?: boolean): void {
  const { ctx, variables, kind } = script
  const isTooMuch = frame.depth > MAX_DEPTH || text.length > MAX_SCRIPT
  if (isTooMuch) ctx.giveUp()
  if (!ctx.spend(1 + text.length / CHARACTERS_PER_STEP)) return
  // A function may run at any later point: only what is set once, and surely, holds for all of them.
  const once = new Set<string>()
  for (const [, name = ''] of text.matchAll(GIVEN)) {
    const plain = plainName(name)
    if (kind === 'inner' || once.has(plain)) variables.set(plain, null)
    once.add(plain)
  }
  const reader = readerOf(text, name => heldBy(name, script), isTable)
  let start = 0
  for (let pipeline = reader.next(); pipeline !== undefined; pipeline = reader.next()) {
    if (!ctx.spend(1)) return
    runPipeline(pipeline, kind === 'line' ? { ...frame, at: { start, end: reader.at() } } : frame, script)
    start = reader.at()
  }
  if (reader.isBroken()) ctx.mark('parse-error', frame.at)
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/^(?:global|script|local|private|variable|using):/, '')
}

function heldBy(name: string, { variables }: Script): Value | undefined {
  const own = variables.get(plainName(name))
  if (own !== undefined) return own ?? undefined
  if (/^(?:home|env:(?:userprofile|home))$/.test(name)) return [[HOME]]
  if (name === 'pwd') return [[{ kind: 'place', place: 'cwd' }]]
  return name === 'null' ? [] : undefined
}

/** Text inside the script: a block, a group, a subexpression. */
function runInner(text: string, frame: Placed, script: Script, isTable?: boolean): void {
  const before = frame.scope.directory
  run(text, { ...frame, depth: frame.depth + 1 }, script.kind === 'cmd' ? script : { ...script, kind: 'inner' }, isTable)
  if (frame.scope.directory !== before) frame.scope.directory = null
}

function runPipeline(pipeline: readonly PsCommand[], frame: Placed, script: Script): void {
  let stdin: Stdin = NO_STDIN
  pipeline.forEach((command, index) => {
    if (!script.ctx.spend(COMMAND_STEPS + command.words.length)) return
    const isPiped = index > 0
    runCommand(command, isPiped ? { ...frame, stdin } : frame, isPiped, script)
    stdin = outputOf(command)
    setVariables(command, pipeline.length === 1, script)
  })
}

function setVariables({ targets, operator, words, mode }: PsCommand, isAlone: boolean, { variables, kind }: Script): void {
  for (const { source } of targets) {
    const [whole = '', name = ''] = /\$\{?([\w:]+)\}?/.exec(source) ?? []
    const plain = plainName(name)
    const isPlain = kind !== 'inner' && isAlone && mode + operator === '==' && targets.length === 1 && source.endsWith(whole)
    const isKnown = isPlain && variables.get(plain) !== null && words.every(word => !word.isBare && word.block === undefined)
    variables.set(plain, isKnown ? words.map(word => word.parts) : null)
  }
}

/** What a command hands to the next one, where the line says it. */
function outputOf({ words: [first, second, third], mode }: PsCommand): Stdin {
  const isEcho = first?.isBare === true && cmdletOf(first.source)?.name === 'Write-Output'
  const value = isEcho && third === undefined ? second : mode === '=' && second === undefined ? first : undefined
  const text = value?.block === undefined ? textOf(value) : undefined
  return text === undefined ? UNKNOWN_STDIN : { kind: 'text', text: `${text}\n` }
}

function runCommand({ targets, words, writes, mode }: PsCommand, frame: Placed, isPiped: boolean, script: Script): void {
  const { ctx } = script
  for (const word of [...targets, ...words, ...writes])
    for (const { text, isTable, call } of word.inner) {
      runInner(text, frame, script, isTable)
      const isCalled = call !== undefined && ctx.spend(COMMAND_STEPS)
      if (isCalled)
        dotNetCall(
          call,
          text,
          name => heldBy(name, script),
          frame,
          ctx,
          code => runInner(code, frame, script),
        )
    }
  for (const file of writes) {
    const isDevice = /^(?:nul|con)$/i.test(file.source)
    if (!isDevice) fileEffect('write', pathArg(file, false), frame.at, frame, ctx)
  }
  const [first, ...rest] = words
  if (first === undefined) return
  const isProgram = !/[={]/.test(mode) && first.block === undefined
  const name = isProgram ? programOf(first) : undefined
  if (mode === '.' && isProgram) {
    // A script in a file that the line names is let by, as in a shell.
    if (textOf(first) === undefined) ctx.mark('sourced-file', frame.at)
  } else if (name !== undefined) {
    runProgram(name, rest, frame, isPiped, script)
    return
  } else if (isProgram) interpret(words, frame, ctx)
  runBlocks(words, frame, script)
}

function runBlocks(words: readonly PsWord[], frame: Placed, script: Script): void {
  for (const { block } of words) if (block !== undefined) runInner(block, frame, script)
}

function runProgram(written: string, given: readonly PsWord[], frame: Placed, isPiped: boolean, script: Script): void {
  const name = script.aliases.get(written.toLowerCase()) ?? written
  const isCmd = script.kind === 'cmd'
  const cmdlet = isCmd && !CMD_OWN.test(name) ? undefined : cmdletOf(name)
  const words = isCmd && cmdlet !== undefined ? withoutSwitches(cmdlet, given) : given
  if (cmdlet === undefined) runBlocks(words, frame, script)
  else runCmdlet(cmdlet, name, words, frame, isPiped, script)
  // A whole word behind the dash is a cmdlet's way, and no program's that shares its name.
  const isUnix = ALSO_PROGRAM.test(name) && words.some(word => /^-(?![A-Z][a-z]{2})/.test(word.source))
  const isLower = cmdlet?.program === '' && /^[a-z]+-[a-z]+$/.test(name)
  if (cmdlet === undefined || isUnix || isLower) {
    const args = words.map(word => (word.source.startsWith('~') ? pathArg(word, false) : word))
    runNative(name, args, within(frame, isPiped ? frame.stdin : NO_STDIN), script.ctx)
  }
}

/** Words for a command of cmd's own, with the switches that matter as parameters. */
function withoutSwitches({ program }: Cmdlet, words: readonly PsWord[]): readonly PsWord[] {
  const isSwitch = ({ source }: PsWord) => /^(?:\/[a-z?:-]+)+$/i.test(source)
  // `start "title" /wait program /c`.
  const isTitled = words[0]?.isBare === false
  if (program === '&') return words.slice(words.findIndex((word, at) => !isSwitch(word) && (at > 0 || !isTitled || words.length === 1)))
  const given = words.filter(isSwitch).map(({ source }) => source.toLowerCase())
  const [model] = words
  const flag = (pattern: RegExp, text: string): readonly PsWord[] =>
    model !== undefined && given.some(source => pattern.test(source))
      ? [{ ...model, ...textArg(text), isBare: true, block: undefined, inner: [] }]
      : []
  return [...flag(/\/[se]/, '-Recurse'), ...flag(/\/[qf]/, '-Force'), ...words.filter(word => !isSwitch(word))]
}

function runCmdlet(cmdlet: Cmdlet, written: string, words: readonly PsWord[], frame: Placed, isPiped: boolean, script: Script): void {
  const { ctx, variables } = script
  const bound = bind(cmdlet, words)
  const given = [...bound.given]
  ctx.effects.push({
    kind: 'run',
    program: wordOf(textArg(cmdlet.name, written)),
    name: cmdlet.name,
    args: words.map(wordOf),
    globals: [],
    flags: given.map(name => `-${name}`),
    words: bound.operands.map(wordOf),
    mayHaveMoreFlags: words.some(word => word.isMany),
    via: frame.via,
    at: frame.at,
    ...(frame.isRemote ? { isRemote: true } : {}),
  })
  // `Set-Variable`, `-OutVariable`: any may have changed.
  const isSetting = [cmdlet.name, ...given].some(name => /^(?:(?!Get).+-|\w*)Variable$|^[oep]v$/.test(name))
  if (isSetting) for (const name of variables.keys()) variables.set(name, null)
  const isRemote = frame.isRemote || given.some(name => REMOTE.test(name))
  runBlocks(words, cmdlet.program === '{' ? { ...frame, isRemote } : frame, script)
  // It is only said what would happen.
  const isShown = given.some(name => /^wh|^wi$/i.test(name))
  if (isShown) return
  const equivalent = equivalentOf(cmdlet, bound, isPiped)
  interpret(equivalent, within(frame, UNKNOWN_STDIN), ctx)
  runOwn(cmdlet, bound, frame, isPiped, script)
}

/** What cmdlets do that start something, or change what the script knows. */
function runOwn({ name, program }: Cmdlet, bound: Bound, frame: Placed, isPiped: boolean, script: Script): void {
  const { ctx, aliases } = script
  const [block] = bound.of('ScriptBlock')
  const [path] = bound.of('Path')
  if (program === '!') runExpression(block, inside(frame, name, true), isPiped, script)
  else if (program === '{') {
    // A block in a variable is one that nobody knows.
    const isUnknown = block !== undefined && textOf(block) === undefined
    if (isUnknown) ctx.mark('dynamic-script', frame.at)
  } else if (program === '&' && path !== undefined) startProcess(path, bound, inside(frame, name, false), script)
  else if (program === '/') {
    const to = path === undefined ? undefined : pathOf(pathArg(path, false))
    frame.scope.directory = to === undefined ? null : movedTo(frame.scope.directory, to)
  } else if (program === '=') {
    const target = textGiven(bound, 'Value')
    if (target === undefined) ctx.mark('dynamic-program', frame.at)
    else aliases.set((textGiven(bound, 'Name') ?? '').toLowerCase(), target)
  } else {
    const type = (textGiven(bound, 'TypeName') ?? '').toLowerCase().replace('system.', '')
    const isUnread = (program === '?' && !bound.given.has('AssemblyName')) || (program === '*' && (type === '' || isOutside(type)))
    if (isUnread) ctx.mark('interpreter-code', frame.at)
  }
}

function runExpression(word: PsWord | undefined, frame: Placed, isPiped: boolean, script: Script): void {
  const { stdin } = frame
  const piped = isPiped && stdin.kind === 'text' ? stdin.text : undefined
  const text = word === undefined ? piped : textOf(word)
  if (text === undefined) script.ctx.mark(word === undefined ? 'stdin-script' : 'dynamic-script', frame.at)
  // What is unknown in between becomes a variable that nobody knows.
  const around = word?.parts.map(part => ('text' in part ? part.text : '$_')).join('')
  runInner(text ?? around ?? '', frame, script)
}

function startProcess(file: PsWord, bound: Bound, frame: Placed, script: Script): void {
  const name = programOf(file)
  // A text of several words is split by the program itself.
  const args = bound.of('ArgumentList').flatMap(word => {
    const text = textOf(word) ?? ''
    return /\s/.test(text) ? (readerOf(`& ${text}`, () => undefined).next()?.[0]?.words ?? []) : [{ ...word, isBare: true }]
  })
  if (name === undefined) script.ctx.mark('dynamic-program', frame.at)
  else runProgram(name, args, { ...frame, stdin: UNKNOWN_STDIN }, false, script)
}

/** Walks a PowerShell script: every pipeline that runs or may run, in order, with what is known of its variables at that point. */
import { type Arg, type Part, textArg, textOf, UNKNOWN, wordOf } from '../arg.ts'
import type { Context, Frame, Stdin } from '../context.ts'
import { NO_STDIN, UNKNOWN_STDIN } from '../context.ts'
import type { Span } from '../effects.ts'
import { interpret } from '../interpret.ts'
import { fileEffect, movedTo, pathOf } from '../paths.ts'
import { type Bound, bind, valuesOf, wordArg, wordText } from './bound.ts'
import { COMMAND_STEPS, MAX_NESTED, MAX_SCRIPT } from './budget.ts'
import { ALSO_PROGRAMS, cmdletOf } from './cmdlets.ts'
import { dotNetCalls } from './dot-net.ts'
import { equivalentOf, pathArg, plainArg } from './equivalent.ts'
import { type PsCommand, type PsPipeline, PsReader, type PsWord, readScript } from './words.ts'

export type Placed = Frame & { readonly at: Span }

/** What a script knows of itself. */
type Session = {
  readonly variables: Map<string, readonly Part[] | null>
  readonly aliases: Map<string, string>
  readonly nesting: number
}

const HOME: readonly Part[] = [{ kind: 'place', place: 'home', written: '~' }]
const HOMES = new Set(['home', 'env:userprofile', 'env:home'])
const KEYWORDS = new Set(
  'if elseif else while for foreach switch try catch finally function filter do until return throw param begin process end trap class enum using data exit break continue in workflow'.split(
    ' ',
  ),
)
const SCRIPT_PARAMETERS = ['ScriptBlock', 'Command', 'Process', 'Begin', 'End', 'Parallel', 'FilterScript', 'InitializationScript']

export function runPowerShell(text: string, frame: Placed, ctx: Context): void {
  run(text, frame, ctx, { variables: new Map(), aliases: new Map(), nesting: 0 })
}

function run(text: string, frame: Placed, ctx: Context, session: Session): void {
  const isTooMuch = session.nesting > MAX_NESTED || text.length > MAX_SCRIPT || !ctx.spend(1 + text.length / 16)
  if (isTooMuch) {
    ctx.giveUp()
    return
  }
  const reader = new PsReader(text, name => heldBy(name, session))
  for (let pipeline = reader.next(); pipeline !== undefined; pipeline = reader.next()) runPipeline(pipeline, frame, ctx, session)
  if (reader.isBroken) ctx.mark('parse-error', frame.at)
  if (reader.isTooMuch) ctx.giveUp()
}

function heldBy(name: string, { variables }: Session): readonly Part[] | undefined {
  const own = variables.get(name.replace(/^(global|script|local|private):/, ''))
  if (own !== undefined) return own ?? undefined
  if (HOMES.has(name)) return HOME
  if (name === 'pwd') return [{ kind: 'place', place: 'cwd' }]
  return name === 'null' ? [] : undefined
}

function deeper(frame: Placed, via?: string): Placed {
  return { ...frame, via: via === undefined ? frame.via : [...frame.via, via], depth: frame.depth + 1, scope: frame.scope.child() }
}

/** Text inside the script: a block, a group, a subexpression. What it sets may not have been set. */
function runInner(text: string, frame: Placed, ctx: Context, session: Session): void {
  run(text, { ...frame, depth: frame.depth + 1 }, ctx, { ...session, nesting: session.nesting + 1 })
}

function runPipeline(pipeline: PsPipeline, frame: Placed, ctx: Context, session: Session): void {
  const [first] = pipeline
  if (first === undefined || !ctx.spend(1)) return
  const assigned = assignmentOf(first)
  if (assigned === undefined) {
    runCommands(pipeline, frame, ctx, session)
    return
  }
  setVariable(assigned, pipeline, session)
  runCommands([{ ...first, words: assigned.value }, ...pipeline.slice(1)], frame, ctx, session)
}

type Assigned = { readonly name: string; readonly operator: string; readonly value: readonly PsWord[] }

/** `$x = ...`, `[string]$x = ...`, `$x=...`. */
function assignmentOf({ words, invoke }: PsCommand): Assigned | undefined {
  const source = /^(?:\[[\w.[\]]+\])?\$\{?([\w:]+)\}?(?:([-+*/%?]{0,2}=)(.*))?$/s.exec(words[0]?.source ?? '')
  if (source === null || invoke !== '') return undefined
  const [, name = '', held] = source
  const operator = held ?? /^[-+*/%?]{0,2}=$/.exec(words[1]?.source ?? '')?.[0]
  if (operator === undefined) return undefined
  const [head] = words
  const glued = held !== undefined && head !== undefined && source[3] !== '' ? [gluedWord(head, source[3] ?? '')] : []
  return { name: name.toLowerCase(), operator, value: [...glued, ...words.slice(held === undefined ? 2 : 1)] }
}

/** The value in `$x='a'`, which is one word with the name. */
function gluedWord(word: PsWord, text: string): PsWord {
  const [pipeline] = readScript(text, () => undefined).pipelines
  return pipeline?.[0]?.words[0] ?? { ...word, parts: [UNKNOWN] }
}

function setVariable({ name, operator, value }: Assigned, pipeline: PsPipeline, session: Session): void {
  const isPlain = operator === '=' && pipeline.length === 1 && session.nesting === 0 && !session.variables.has(name)
  const text = isPlain ? literalOf(value) : undefined
  session.variables.set(name, text ?? null)
}

/** Texts, and texts joined by `+`. */
function literalOf(words: readonly PsWord[]): readonly Part[] | undefined {
  const parts: Part[] = []
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as PsWord
    const isPlus = i % 2 === 1
    if (isPlus) {
      if (word.source !== '+') return undefined
      continue
    }
    const group =
      word.inner.length === 1 && word.source.startsWith('(') && word.methods.length === 0 ? literalOfText(word.inner[0] ?? '') : undefined
    const isText = group === undefined && !word.isBare && word.block === undefined && word.inner.length === 0
    if (group === undefined && !isText) return undefined
    parts.push(...(group ?? word.parts))
  }
  return words.length % 2 === 1 ? parts : undefined
}

function literalOfText(text: string): readonly Part[] | undefined {
  if (text.length > 4096) return undefined
  const { pipelines } = readScript(text, () => undefined)
  const [pipeline] = pipelines
  return pipelines.length === 1 && pipeline?.length === 1 ? literalOf(pipeline[0]?.words ?? []) : undefined
}

function runCommands(pipeline: PsPipeline, frame: Placed, ctx: Context, session: Session): void {
  let stdin: Stdin = NO_STDIN
  pipeline.forEach((command, index) => {
    if (!ctx.spend(COMMAND_STEPS + command.words.length)) return
    const isPiped = index > 0
    runCommand(command, { ...frame, stdin: isPiped ? stdin : frame.stdin }, isPiped, ctx, session)
    stdin = outputOf(command)
  })
}

/** What a command hands to the next one, where the line says it. */
function outputOf({ words, invoke }: PsCommand): Stdin {
  const [first, ...rest] = words
  const isEcho = first?.isBare === true && cmdletOf(first.source) === 'Write-Output'
  const parts = invoke === '' ? literalOf(isEcho ? rest : words) : undefined
  const text = parts === undefined ? undefined : textOf({ parts, isMany: false, source: '' })
  return text === undefined ? UNKNOWN_STDIN : { kind: 'text', text: `${text}\n` }
}

function runCommand(command: PsCommand, frame: Placed, isPiped: boolean, ctx: Context, session: Session): void {
  const { words, redirects, invoke } = command
  const [first, ...rest] = words
  for (const word of [...words, ...redirects.map(one => one.target)]) {
    for (const inner of word.inner) runInner(inner, frame, ctx, session)
    dotNetCalls(word, frame, ctx, text => runInner(text, frame, ctx, session))
  }
  for (const { target } of redirects) fileEffect('write', pathArg(target), frame.at, frame, ctx)
  if (first === undefined) return
  // An entry of a table: `@{ a = 1 }`.
  const isEntry = invoke === '' && (rest[0]?.source === '=' || (first.isBare && /^[\w.-]+=/.test(first.source)))
  if (isEntry) {
    const value = rest[0]?.source === '=' ? rest.slice(1) : []
    if (value.length > 0) runCommand({ words: value, redirects: [], invoke: '' }, frame, isPiped, ctx, session)
    return
  }
  if (first.block !== undefined) {
    runInner(first.block, frame, ctx, session)
    return
  }
  const isKeyword = invoke === '' && first.isBare && KEYWORDS.has(first.source.toLowerCase())
  if (isKeyword) {
    runKeyword(words, frame, ctx, session)
    return
  }
  if (invoke === '') {
    // A value alone is only shown.
    const isValue = !first.isBare || /^[[\d]/.test(first.source) || first.source.startsWith('-')
    if (isValue) {
      // `foreach ($f in Get-ChildItem)`.
      const isLoop = rest[0]?.source.toLowerCase() === 'in' && rest.length > 1
      if (isLoop) runCommand({ words: rest.slice(1), redirects: [], invoke: '' }, frame, isPiped, ctx, session)
      for (const word of rest) if (word.block !== undefined) runInner(word.block, frame, ctx, session)
      return
    }
  }
  const written = literalOf([first])
  const name = written === undefined ? wordText(first) : textOf({ parts: written, isMany: false, source: '' })
  if (name === undefined) {
    const known = programEnd(first.parts)
    if (known !== undefined) runProgram(known, rest, frame, isPiped, ctx, session)
    else unknownProgram(first, rest, invoke, frame, ctx)
    return
  }
  if (invoke === '.') {
    // A script in a file, named on the line: let by, as in a shell.
    return
  }
  runProgram(name, rest, frame, isPiped, ctx, session)
}

/** `$env:windir\x\git.exe`: the last segment, where it is certain. */
function programEnd(parts: readonly Part[]): string | undefined {
  const last = parts.at(-1)
  return last?.kind === 'text' && /[\\/]/.test(last.text) ? last.text : undefined
}

function unknownProgram(first: PsWord, rest: readonly PsWord[], invoke: PsCommand['invoke'], frame: Placed, ctx: Context): void {
  if (invoke === '.') {
    ctx.mark('sourced-file', frame.at)
    return
  }
  ctx.effects.push({
    kind: 'run',
    program: wordOf(wordArg(first)),
    name: undefined,
    args: rest.map(word => wordOf(plainArg(word))),
    globals: [],
    flags: [],
    words: [],
    mayHaveMoreFlags: true,
    via: frame.via,
    at: frame.at,
  })
  ctx.mark('dynamic-program', frame.at)
}

function runKeyword(words: readonly PsWord[], frame: Placed, ctx: Context, session: Session): void {
  const [first, ...rest] = words
  const isReturning = first?.source.toLowerCase() === 'return' || first?.source.toLowerCase() === 'throw'
  // `else if (...) {...}`, `try {...} catch {...}`: every block of it may run; groups were read already.
  const blocks = rest.filter(word => word.block !== undefined)
  for (const { block = '' } of blocks) runInner(block, frame, ctx, session)
  if (isReturning && blocks.length === 0 && rest.length > 0)
    runCommand({ words: rest, redirects: [], invoke: '' }, frame, false, ctx, { ...session, nesting: session.nesting + 1 })
}

function runProgram(written: string, rest: readonly PsWord[], frame: Placed, isPiped: boolean, ctx: Context, session: Session): void {
  const name = session.aliases.get(written.toLowerCase()) ?? written
  const cmdlet = cmdletOf(name)
  const isNative = cmdlet === undefined || (ALSO_PROGRAMS.has(name.toLowerCase()) && !rest.some(isCmdletParameter))
  if (cmdlet !== undefined) runCmdlet(cmdlet, name, rest, frame, isPiped, ctx, session)
  const isBoth = cmdlet !== undefined && isNative && rest.some(word => /^-/.test(word.source))
  if (cmdlet !== undefined && !isBoth) return
  const program = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1).replace(/\.(exe|cmd|bat|com)$/i, '')
  const stdin = isPiped ? frame.stdin : NO_STDIN
  interpret([textArg(program, name), ...rest.map(nativeArg)], { ...deeper(frame), stdin }, ctx)
}

/** A whole word behind the dash is a cmdlet's way, and no program's that shares its name. */
function isCmdletParameter(word: PsWord): boolean {
  return word.isBare && /^-[A-Z][a-z]{2,}/.test(word.source)
}

function nativeArg(word: PsWord): Arg {
  if (word.block !== undefined) return textArg(`{${word.block}}`)
  const home = pathArg(word)
  return home.parts[0]?.kind === 'place' ? home : plainArg(word)
}

function runCmdlet(
  cmdlet: string,
  written: string,
  words: readonly PsWord[],
  frame: Placed,
  isPiped: boolean,
  ctx: Context,
  session: Session,
): void {
  const bound = bind(cmdlet, words)
  ctx.effects.push({
    kind: 'run',
    program: wordOf(textArg(cmdlet, written)),
    name: cmdlet,
    args: words.map(word => wordOf(plainArg(word))),
    globals: [],
    flags: [...bound.given].map(name => `-${name}`),
    words: bound.operands.map(word => wordOf(plainArg(word))),
    mayHaveMoreFlags: words.some(word => word.source.startsWith('@')),
    via: frame.via,
    at: frame.at,
  })
  // `-WhatIf` only says what would happen.
  if (bound.given.has('WhatIf')) return
  const equivalent = equivalentOf(cmdlet, bound, isPiped)
  const from = ctx.effects.length
  if (equivalent !== undefined) interpret(equivalent, { ...deeper(frame), stdin: UNKNOWN_STDIN }, ctx)
  const isConnected = ctx.effects.slice(from).some(effect => effect.kind === 'connect')
  const address = isConnected || textOf(equivalent?.[0]) !== 'curl' ? undefined : equivalent?.at(-1)
  if (address !== undefined) ctx.effects.push({ kind: 'connect', address: wordOf(address), via: frame.via, at: frame.at })
  runBlocks(cmdlet, bound, frame, ctx, session)
  switch (cmdlet) {
    case 'Invoke-Expression':
      runExpression(valuesOf(bound, ['Command'], 0), frame, isPiped, ctx, session)
      return
    case 'Start-Process':
      startProcess(bound, frame, ctx, session)
      return
    case 'Set-Location':
    case 'Push-Location':
    case 'Pop-Location':
      move(cmdlet, bound, frame)
      return
    case 'Set-Alias':
    case 'New-Alias': {
      const [alias] = valuesOf(bound, ['Name'], 0)
      const [target] = valuesOf(bound, ['Value'], 1)
      const text = wordText(target)
      if (text === undefined) ctx.mark('dynamic-program', frame.at)
      else session.aliases.set((wordText(alias) ?? '').toLowerCase(), text)
      return
    }
    case 'Add-Type':
      if (!bound.given.has('AssemblyName')) ctx.mark('interpreter-code', frame.at)
      return
  }
}

/** Script blocks that the cmdlet calls, on another machine where it is told one. */
function runBlocks(cmdlet: string, bound: Bound, frame: Placed, ctx: Context, session: Session): void {
  const isRemote =
    cmdlet === 'Invoke-Command' &&
    ['ComputerName', 'Cn', 'Session', 'HostName', 'SSHConnection', 'ConnectionUri', 'VMName', 'ContainerId'].some(name =>
      bound.given.has(name),
    )
  const given = [...bound.operands, ...[...bound.values.values()].flat()]
  for (const word of given)
    if (word.block !== undefined) runInner(word.block, isRemote ? { ...deeper(frame, cmdlet), isRemote } : frame, ctx, session)
  const isRunning = cmdlet === 'Invoke-Command' || cmdlet === 'Start-Job' || cmdlet === 'ForEach-Object'
  if (!isRunning) return
  // A block in a variable is what was written when it was set, or nobody knows.
  const isUnknown = SCRIPT_PARAMETERS.some(name => bound.values.get(name)?.some(word => word.variable !== undefined) === true)
  if (isUnknown) ctx.mark('dynamic-script', frame.at)
}

function runExpression(words: readonly PsWord[], frame: Placed, isPiped: boolean, ctx: Context, session: Session): void {
  const inner = { ...frame, via: [...frame.via, 'Invoke-Expression'] }
  const [word] = words
  if (word === undefined) {
    if (frame.stdin.kind === 'text') runInner(frame.stdin.text, inner, ctx, session)
    else if (isPiped) ctx.mark('stdin-script', frame.at)
    return
  }
  const parts = literalOf([word]) ?? word.parts
  const text = textOf({ parts, isMany: false, source: '' })
  if (text === undefined) {
    ctx.mark('dynamic-script', frame.at)
    const around = parts.map(part => (part.kind === 'text' ? part.text : '$_')).join('')
    if (parts.some(part => part.kind === 'text')) runInner(around, inner, ctx, session)
  } else runInner(text, inner, ctx, session)
}

function startProcess(bound: Bound, frame: Placed, ctx: Context, session: Session): void {
  const [file] = valuesOf(bound, ['FilePath'], 0)
  const args = valuesOf(bound, ['ArgumentList', 'Args'], 1)
  if (file === undefined) return
  const name = wordText(file) ?? programEnd(file.parts)
  if (name === undefined) {
    ctx.mark('dynamic-program', frame.at)
    return
  }
  // One text of several words is split; an array written as `@(...)` cannot be told.
  const words = args.flatMap(word => splitWords(word))
  runProgram(name, words, { ...frame, via: [...frame.via, 'Start-Process'], stdin: UNKNOWN_STDIN }, false, ctx, session)
}

function splitWords(word: PsWord): readonly PsWord[] {
  const text = wordText(word)
  if (text === undefined && word.inner.length === 1)
    return readScript(word.inner[0] ?? '', () => undefined)
      .pipelines.flat()
      .flatMap(one => one.words)
  if (text === undefined || !/\s/.test(text) || word.isListed) return [{ ...word, isBare: true }]
  return readScript(text, () => undefined)
    .pipelines.flat()
    .flatMap(one => one.words)
}

function move(cmdlet: string, bound: Bound, frame: Placed): void {
  const [to] = valuesOf(bound, ['Path', 'LiteralPath'], 0)
  const path = cmdlet === 'Pop-Location' || to === undefined ? undefined : pathOf(pathArg(to))
  frame.scope.directory = path === undefined ? null : movedTo(frame.scope.directory, path)
}

/** Command lines of `cmd.exe`: its own commands, under the names of the plain programs that do the same as well. */
import { type Arg, type Part, textArg, textOf, UNKNOWN, wordOf } from '../arg.ts'
import type { Context } from '../context.ts'
import { UNKNOWN_STDIN } from '../context.ts'
import { interpret } from '../interpret.ts'
import { fileEffect, movedTo, pathOf } from '../paths.ts'
import { COMMAND_STEPS, MAX_SCRIPT } from './budget.ts'
import type { Placed } from './run-script.ts'

const MAX_COMMANDS = 512
const MAX_NESTED = 16
const HOME: Part = { kind: 'place', place: 'home', written: '~' }
const HOMES = new Set(['userprofile', 'home', 'homedrive%%homepath'])

/** `certain`: what the line tells; a `%X%` is a gap. */
type CmdWord = { readonly arg: Arg; readonly isQuoted: boolean }
type CmdCommand = {
  readonly words: readonly CmdWord[]
  readonly writes: readonly Arg[]
  readonly reads: readonly Arg[]
  readonly isPiped: boolean
}

export function runCmdLine(text: string, frame: Placed, ctx: Context, nesting = 0): void {
  const isTooMuch = nesting > MAX_NESTED || text.length > MAX_SCRIPT || !ctx.spend(1 + text.length / 16)
  if (isTooMuch) {
    ctx.giveUp()
    return
  }
  // `cmd /c "..."`: the outer quotes are not part of the line.
  const whole = /^\s*"(.*)"\s*$/s.exec(text)?.[1]
  const line = whole !== undefined && /["&|]/.test(whole) ? whole : text
  const commands = commandsOf(line)
  if (commands.length >= MAX_COMMANDS) ctx.giveUp()
  for (const command of commands) runCommand(command, frame, ctx, nesting)
}

function runCommand({ words, writes, reads, isPiped }: CmdCommand, frame: Placed, ctx: Context, nesting: number): void {
  if (!ctx.spend(COMMAND_STEPS + words.length)) return
  for (const file of writes) fileEffect('write', withSlashes(file), frame.at, frame, ctx)
  for (const file of reads) fileEffect('read', withSlashes(file), frame.at, frame, ctx)
  const [first, ...rest] = words
  if (first === undefined) return
  const written = textOf(first.arg)?.replace(/^@/, '')
  if (written === undefined) {
    const last = first.arg.parts.at(-1)
    const isEndKnown = last?.kind === 'text' && /[\\/]/.test(last.text)
    if (isEndKnown) runNative(last.text, rest, frame, ctx, isPiped)
    else ctx.mark('dynamic-program', frame.at)
    return
  }
  const name = written.toLowerCase()
  const args = rest.map(word => word.arg)
  const switches = args.map(arg => textOf(arg)?.toLowerCase() ?? '').filter(text => text.startsWith('/'))
  const operands = args.filter(arg => !(textOf(arg) ?? '').startsWith('/')).map(withSlashes)
  const has = (letter: string) =>
    switches.some(text => text === `/${letter}` || text.startsWith(`/${letter}/`) || text.includes(`/${letter}`))
  const flag = (letter: string, unix: string) => (has(letter) ? [textArg(unix)] : [])
  const as = (program: string, ...words: readonly Arg[]): void => {
    pushRun(name, args, switches, operands, frame, ctx)
    interpret([textArg(program), ...words], { ...frame, stdin: UNKNOWN_STDIN, scope: frame.scope.child(), depth: frame.depth + 1 }, ctx)
  }
  switch (name) {
    case 'type':
    case 'more':
      as('cat', ...operands)
      return
    case 'del':
    case 'erase':
      as('rm', ...flag('s', '-r'), ...(has('q') || has('f') ? [textArg('-f')] : []), ...operands)
      return
    case 'rd':
    case 'rmdir':
      if (has('s')) as('rm', textArg('-r'), ...flag('q', '-f'), ...operands)
      else as('rmdir', ...operands)
      return
    case 'copy':
    case 'xcopy':
    case 'robocopy':
      as('cp', ...flag('s', '-r'), ...flag('e', '-r'), ...operands)
      return
    case 'move':
    case 'ren':
    case 'rename':
      as('mv', ...operands)
      return
    case 'md':
    case 'mkdir':
      as('mkdir', ...operands)
      return
    case 'cd':
    case 'chdir':
    case 'pushd': {
      const path = operands[0] === undefined ? undefined : pathOf(operands[0])
      frame.scope.directory = path === undefined ? null : movedTo(frame.scope.directory, path)
      return
    }
    case 'call':
    case 'start':
      runCommand({ words: launched(name, rest), writes: [], reads: [], isPiped }, frame, ctx, nesting + 1)
      return
    case 'if':
    case 'for':
      runRest(name, rest, frame, ctx, nesting)
      return
    case 'set':
    case 'echo':
    case 'rem':
    case 'cls':
    case 'exit':
    case 'setlocal':
    case 'endlocal':
    case 'ver':
      pushRun(name, args, switches, operands, frame, ctx)
      return
    default:
      runNative(written, rest, frame, ctx, isPiped)
  }
}

/** `start "title" /wait program`: what is launched. */
function launched(name: string, rest: readonly CmdWord[]): readonly CmdWord[] {
  const isTitled = name === 'start' && rest[0]?.isQuoted === true
  const words = isTitled ? rest.slice(1) : rest
  const at = words.findIndex(word => !(textOf(word.arg) ?? '').startsWith('/'))
  return at < 0 ? [] : words.slice(at)
}

/** The command behind an `if` or in a `for ... do`: the first word that could begin one. */
function runRest(name: string, rest: readonly CmdWord[], frame: Placed, ctx: Context, nesting: number): void {
  const texts = rest.map(word => textOf(word.arg)?.toLowerCase() ?? '')
  const at = name === 'for' ? texts.indexOf('do') + 1 : skipCondition(texts)
  if (nesting < MAX_NESTED) runCommand({ words: rest.slice(at), writes: [], reads: [], isPiped: false }, frame, ctx, nesting + 1)
}

function skipCondition(texts: readonly string[]): number {
  let at = 0
  while (texts[at] === 'not' || texts[at] === '/i') at++
  const isPair = texts[at] === 'exist' || texts[at] === 'defined' || texts[at] === 'errorlevel'
  if (isPair) return at + 2
  return texts[at]?.includes('==') === true ? at + 1 : at + 3
}

function runNative(written: string, rest: readonly CmdWord[], frame: Placed, ctx: Context, isPiped: boolean): void {
  const name = written.slice(Math.max(written.lastIndexOf('/'), written.lastIndexOf('\\')) + 1).replace(/\.(exe|cmd|bat|com)$/i, '')
  const inner = { ...frame, scope: frame.scope.child(), depth: frame.depth + 1 }
  interpret([textArg(name, written), ...rest.map(word => word.arg)], isPiped ? { ...inner, stdin: UNKNOWN_STDIN } : inner, ctx)
}

function pushRun(
  name: string,
  args: readonly Arg[],
  flags: readonly string[],
  operands: readonly Arg[],
  frame: Placed,
  ctx: Context,
): void {
  ctx.effects.push({
    kind: 'run',
    program: wordOf(textArg(name)),
    name,
    args: args.map(wordOf),
    globals: [],
    flags,
    words: operands.map(wordOf),
    mayHaveMoreFlags: false,
    via: frame.via,
    at: frame.at,
  })
}

function withSlashes(arg: Arg): Arg {
  return { ...arg, parts: arg.parts.map(part => (part.kind === 'text' ? { kind: 'text', text: part.text.replaceAll('\\', '/') } : part)) }
}

/** The brackets in `for %i in (a b) do ...` hold no commands. */
function isLoopList(words: readonly CmdWord[]): boolean {
  const isLoop = textOf(words[0]?.arg)?.toLowerCase() === 'for'
  return isLoop && !words.some(word => textOf(word.arg)?.toLowerCase() === 'do')
}

/** Commands between `&`, `&&`, `||`, `|`, brackets and line ends. */
function commandsOf(line: string): CmdCommand[] {
  const commands: CmdCommand[] = []
  let words: CmdWord[] = []
  let writes: Arg[] = []
  let reads: Arg[] = []
  let parts: Part[] = []
  let plain = ''
  let isQuoted = false
  let isIn = false
  let isStarted = false
  let isPiped = false
  let into: '' | '<' | '>' = ''
  const endText = (): void => {
    if (plain !== '') parts.push({ kind: 'text', text: plain })
    plain = ''
  }
  const endWord = (): void => {
    endText()
    if (!isStarted) return
    const arg: Arg = { parts, isMany: false, source: '' }
    if (into === '>') writes.push(arg)
    else if (into === '<') reads.push(arg)
    else words.push({ arg, isQuoted })
    into = ''
    parts = []
    isQuoted = false
    isStarted = false
  }
  const endCommand = (isPipe: boolean): void => {
    endWord()
    if (words.length > 0 || writes.length > 0) commands.push({ words, writes, reads, isPiped })
    words = []
    writes = []
    reads = []
    isPiped = isPipe
  }
  for (let i = 0; i < line.length && commands.length < MAX_COMMANDS; i++) {
    const char = line[i] as string
    const variable =
      char === '%'
        ? /^%([A-Za-z_]\w{0,64}%%[A-Za-z_]\w{0,64}|[A-Za-z_]\w{0,64})(?::[^%]{0,64})?%|^%%?~?\w+|^%\*/.exec(line.slice(i, i + 200))
        : null
    const isText = !/[\s&|<>()^"%]/.test(char)
    if (variable !== null) {
      endText()
      parts.push(HOMES.has((variable[1] ?? '').toLowerCase()) ? HOME : UNKNOWN)
      isStarted = true
      i += variable[0].length - 1
    } else if (char === '"') {
      isIn = !isIn
      isQuoted = true
      isStarted = true
    } else if (isIn || isText || char === '%') {
      // `del/s` and `cd\x` need no space.
      const isGlued = char === '/' && words.length === 0 && !isIn && /^(del|erase|rd|rmdir|copy|start)$/i.test(plain)
      if (isGlued) endWord()
      // Switches need none between them either: `/s/q`.
      plain += char
      isStarted = true
    } else if (char === '^') {
      plain += line[++i] ?? ''
      isStarted = true
    } else if (char === '>' || char === '<') {
      const isDescriptor = /^\d$/.test(plain) && parts.length === 0
      if (isDescriptor) {
        plain = ''
        isStarted = false
      }
      endWord()
      if (line[i + 1] === '>') i++
      if (line[i + 1] === '&') i += 2
      else into = char
    } else if ((char === '(' || char === ')') && isLoopList(words)) endWord()
    else if (char === '&' || char === '|' || char === '\n' || char === '(' || char === ')') {
      const isDouble = line[i + 1] === char
      endCommand(char === '|' && !isDouble)
      if (isDouble) i++
    } else endWord()
  }
  endCommand(false)
  return commands
}

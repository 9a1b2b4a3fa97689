/** Commands that are handed over to run later or in another terminal: job queues, multiplexers, crontabs. */
import { ANY_ARGS, type Arg, knownStart, textArg, textOf } from './arg.ts'
import { type Launch, UNKNOWN_COMMAND } from './launch.ts'
import type { Launching } from './launching.ts'
import { lastValue, optionSpec, readOptions } from './read-options.ts'
import { lineOf } from './stdin-line.ts'

type Queue = (program: Launching) => readonly Launch[]

const AT = optionSpec('q: f: t: u:')

/** Reads its script from the standard input, unless a file is named or jobs are only listed. */
const at: Queue = ({ name, args }) => {
  const { flags } = readOptions(AT, args)
  const isOther = ['-l', '-d', '-r', '-c', '-V'].some(flag => flags.has(flag))
  if (isOther) return []
  return flags.has('-f') ? [{ as: 'mark', marker: 'script-file' }] : [{ as: 'input', via: name, words: [] }]
}

const CRONTAB = optionSpec('u: n:')
const CRON_LINE = /^\s*(?:@\w+|(?:[^\s#=]+\s+){4}[^\s#=]+)\s+(\S.*)$/

/** A new table on its standard input: the command of each line. */
const crontab: Queue = ({ name, args, stdin }) => {
  const { words, flags } = readOptions(CRONTAB, args)
  const isOther = ['-l', '-r', '-e'].some(flag => flags.has(flag))
  const isInput = !isOther && (words.length === 0 || textOf(words[0]) === '-')
  if (!isInput || stdin.kind === 'none') return []
  const text = stdin.kind === 'text' ? stdin.text : stdin.around
  const unknown: readonly Launch[] = stdin.kind === 'text' ? [] : [{ as: 'mark', marker: 'stdin-script' }]
  const commands = (text ?? '').split('\n').flatMap(line => CRON_LINE.exec(line)?.[1] ?? [])
  return [...unknown, ...commands.map((command): Launch => ({ as: 'script', via: name, words: [textArg(command)] }))]
}

const TMUX_GLOBALS = optionSpec('c: f: L: S: T:')
const TMUX_SPEC = optionSpec('c: e: F: n: s: t: x: y: l: p: N: b: w:')
const TMUX_RUNS = new Set(
  'new new-session neww new-window splitw split-window respawnp respawn-pane respawnw respawn-window popup display-popup pipep pipe-pane run run-shell if if-shell'.split(
    ' ',
  ),
)
const KEY = /^(Enter|KPEnter|Space|Tab|BSpace|Escape|Up|Down|Left|Right|Home|End|C-.|M-.|\^.|F\d+)$/

/** The shell command of a new window, and keys typed into one. */
const tmux: Queue = ({ args }) => {
  const globals = readOptions(TMUX_GLOBALS, args, true)
  const shell = lastValue(globals, '-c')
  if (shell !== undefined) return [{ as: 'script', via: 'tmux -c', words: [shell] }]
  const commands = splitAt(args.slice(globals.end), ';')
  return commands.flatMap(([verb, ...rest]) => tmuxCommand(textOf(verb), rest))
}

function tmuxCommand(verb: string | undefined, args: readonly Arg[]): readonly Launch[] {
  if (verb === undefined) return args.length === 0 ? [] : [UNKNOWN_COMMAND]
  const { words, flags } = readOptions(TMUX_SPEC, args)
  if (verb === 'send-keys' || verb === 'send') {
    const typed = words.filter(word => flags.has('-l') || !KEY.test(textOf(word) ?? ''))
    return typed.length === 0 ? [] : [{ as: 'script', via: `tmux ${verb}`, words: typed, isElsewhere: true }]
  }
  if (!TMUX_RUNS.has(verb) || words.length === 0) return []
  const isChoice = verb === 'if' || verb === 'if-shell'
  return isChoice
    ? [{ as: 'script', via: `tmux ${verb}`, words: words.slice(0, 1) }, UNKNOWN_COMMAND]
    : [{ as: 'script', via: `tmux ${verb}`, words }]
}

function splitAt(args: readonly Arg[], separator: string): readonly (readonly Arg[])[] {
  const parts: Arg[][] = [[]]
  for (const arg of args) {
    if (textOf(arg) === separator) parts.push([])
    else parts.at(-1)?.push(arg)
  }
  return parts.filter(part => part.length > 0)
}

const SCREEN = optionSpec('c: e: h: p: r? d? D? S: s: T: t: x? R?')

/** `screen -dm x` starts a program; `-X stuff x` types. */
const screen: Queue = ({ args }) => {
  const at = args.findIndex(arg => textOf(arg) === '-X')
  if (at < 0) {
    const given = args.slice(readOptions(optionSpec('c: e: h: p: S: s: T: t:'), args, true).end)
    return given.length === 0 ? [] : [{ as: 'argv', via: 'screen', words: given }]
  }
  const [verb, ...rest] = args.slice(at + 1)
  const text = textOf(verb)
  if (text === 'stuff') return [{ as: 'script', via: 'screen -X stuff', words: rest.map(withNewlines), isElsewhere: true }]
  if (text === 'exec' || text === 'screen') return [{ as: 'argv', via: `screen -X ${text}`, words: readOptions(SCREEN, rest).words }]
  return text === undefined || text === 'eval' || text === 'source' ? [UNKNOWN_COMMAND] : []
}

function withNewlines(arg: Arg): Arg {
  const text = textOf(arg)
  return text === undefined ? arg : textArg(text.replaceAll(/\\n|\\r|\\012|\\015|\^M/g, '\n'))
}

const PARALLEL = optionSpec(
  'j: jobs: P: max-procs: I: N: max-replace-args: n: max-args: L: max-lines: s: max-chars: S: sshlogin: slf: sshloginfile: a: arg-file: d: delimiter: C: colsep: joblog: results: delay: timeout: retries: halt: tmpdir: wd: workdir: tagstring: block: recstart: recend: load: memfree: env: shellquote nice:',
)

/** Words that a shell reads as they are. */
const PLAIN = /^(?:[\w.,:=@%/+-]+|\{\})$/

/** A shell reads the command with what it is given put in, quoted; without a command the input's lines are commands. */
const parallel: Queue = ({ args, stdin }) => {
  const options = readOptions(PARALLEL, args, true)
  const rest = args.slice(options.end)
  const end = rest.findIndex(arg => /^:::/.test(knownStart(arg)))
  const command = end < 0 ? rest : rest.slice(0, end)
  const inputs = end < 0 ? [] : rest.slice(end + 1)
  if (command.length > 0 && command.every(word => PLAIN.test(textOf(word) ?? ''))) {
    const isListed = end >= 0 && textOf(rest[end]) === ':::' && !inputs.some(word => /^:::/.test(knownStart(word)))
    const line = end < 0 ? lineOf(stdin) : undefined
    const files = isListed ? inputs : [line === undefined ? ANY_ARGS : { ...ANY_ARGS, parts: line }]
    const isPlaced = command.some(word => textOf(word) === '{}')
    return files.map(file => ({
      as: 'argv',
      via: 'parallel',
      words: isPlaced ? command.map(word => (textOf(word) === '{}' ? file : word)) : [...command, file],
    }))
  }
  if (command.length > 0) return [{ as: 'script', via: 'parallel', words: [...command, ANY_ARGS] }]
  if (inputs.length > 0) return inputs.map((word): Launch => ({ as: 'script', via: 'parallel', words: [word] }))
  return [{ as: 'input', via: 'parallel', words: [] }]
}

const QUEUES: ReadonlyMap<string, Queue> = new Map<string, Queue>([
  ['at', at],
  ['batch', at],
  ['crontab', crontab],
  ['tmux', tmux],
  ['screen', screen],
  ['parallel', parallel],
])

export function queuedLaunches(program: Launching): readonly Launch[] {
  return QUEUES.get(program.name)?.(program) ?? []
}

/** What a shell that is started runs: text from `-c`, its standard input, or a file. */
import { type Arg, couldBeFlag, knownStart, textOf } from './arg.ts'

const SHELLS = new Set('sh bash zsh dash ksh ksh93 mksh ash yash rbash rzsh fish csh tcsh'.split(' '))
const LONG_WITH_VALUE = new Set(['--rcfile', '--init-file', '--emulate'])
/** bash takes these with one dash as well. */
const ONE_DASH = new Set(
  '-rcfile -init-file -norc -noprofile -login -posix -restricted -noediting -debugger -dump-strings -dump-po-strings -protected -version -help'.split(
    ' ',
  ),
)
const INERT = new Set(['--version', '--help'])
/** Paths that are the standard input, or some other stream nobody can read beforehand. */
const STREAM = /^\/(dev\/(stdin|fd\/)|proc\/)/

/** The standard input under its own name. */
export const OWN_INPUT = /^\/(dev\/(stdin|fd\/0)|proc\/self\/fd\/0)$/

export function isShell(name: string): boolean {
  return SHELLS.has(name)
}

export type ShellScript =
  | { readonly from: 'argument'; readonly script: Arg; readonly rest: readonly Arg[] }
  | { readonly from: 'stdin'; readonly rest: readonly Arg[] }
  /** A stream that is not its standard input, or options that cannot be told. */
  | { readonly from: 'unknown'; readonly isStream: boolean }
  /** A stream whose text the line tells. */
  | { readonly from: 'text'; readonly text: string; readonly rest: readonly Arg[] }
  | { readonly from: 'file'; readonly file: Arg; readonly rest: readonly Arg[] }
  | { readonly from: 'nothing' }

/** Where a shell called with these arguments finds its script. */
export function shellScript(args: readonly Arg[]): ShellScript {
  let isCommand = false
  let isStdin = false
  let isChecking = false
  let isInteractive = false
  let i = 0
  for (; i < args.length; i++) {
    const arg = args[i] as Arg
    const isLongName = ONE_DASH.has(textOf(arg) ?? '')
    const start = isLongName ? `-${knownStart(arg)}` : knownStart(arg)
    const text = isLongName ? start : textOf(arg)
    const isOption = /^[-+]./.test(start)
    if (text === '-' || text === '--') {
      i++
      break
    }
    if (text === undefined && couldBeOption(arg, isOption, args.length - i)) return { from: 'unknown', isStream: false }
    if (!isOption) break
    if (text !== undefined && INERT.has(text)) return { from: 'nothing' }
    if (start.startsWith('--')) i += text !== undefined && LONG_WITH_VALUE.has(text) ? 1 : 0
    else {
      isCommand ||= start.startsWith('-') && start.includes('c')
      isStdin ||= start.startsWith('-') && start.includes('s')
      isInteractive ||= start.includes('i')
      if (start.includes('n')) isChecking = start.startsWith('-')
      i += start.match(/[oO]/g)?.length ?? 0
    }
  }
  // It only reads; one that a person talks to takes no notice.
  if (isChecking && !isInteractive) return { from: 'nothing' }
  const operand = args[i]
  const rest = args.slice(i + 1)
  if (isCommand) return operand === undefined ? { from: 'nothing' } : { from: 'argument', script: operand, rest }
  if (isStdin || operand === undefined) return { from: 'stdin', rest: isStdin ? args.slice(i) : [] }
  const isStream = STREAM.test(knownStart(operand))
  if (!isStream) return { from: 'file', file: operand, rest }
  const isOwnInput = OWN_INPUT.test(textOf(operand) ?? '')
  if (isOwnInput) return { from: 'stdin', rest }
  const last = operand.parts.at(-1)
  const isKnown = operand.parts.length === 2 && last?.kind === 'unknown' && last.content !== undefined
  return isKnown ? { from: 'text', text: last.content, rest } : { from: 'unknown', isStream: true }
}

/** An argument that is not all known: `-$X`, or `$X` where a script could follow it. One word with a path in it is a file. */
function couldBeOption(arg: Arg, isOption: boolean, count: number): boolean {
  if (isOption) return true
  const isPathLike = !arg.isMany && arg.parts.some(part => part.kind === 'text' && /[/.]/.test(part.text))
  return couldBeFlag(arg) && !isPathLike && (arg.isMany || count > 1)
}

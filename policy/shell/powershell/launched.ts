/** `powershell` and `cmd` called from another shell: what they are told to run. */
import { ANY_ARGS, type Arg, dropStart, knownStart, scriptTextOf, textArg, textOf } from '../arg.ts'
import type { Context } from '../context.ts'
import { UNKNOWN_STDIN } from '../context.ts'
import { inside, type Placed } from '../run-launch.ts'
import { asPowerShell } from './cmd.ts'
import { runPowerShell } from './run-script.ts'

/** Options of `powershell` that take a value; each may be cut short. */
const TAKES_VALUE = /^(?:e[xp]|[wvo]|inp|if|conf|cu|ps|se)/
const decodeBase64 = atob
const { fromCharCode } = String

/** The words of a script; undefined: it stands on the standard input. */
type Found = readonly Arg[] | undefined

/** Runs what `powershell` or `cmd` is given. False: the program is neither. */
export function runWindowsShell(name: string, args: readonly Arg[], frame: Placed, ctx: Context): boolean {
  const shell = /^(cmd|powershell|pwsh)(?:-preview)?(?:\.exe)?$/i.exec(name)?.[1]?.toLowerCase()
  if (shell === undefined) return false
  const isCmd = shell === 'cmd'
  const { stdin } = frame
  const isReading = stdin.kind !== 'none' || frame.scope.isInputReplaced
  const words = (isCmd ? cmdScript(args) : powerShellScript(shell, args)) ?? (stdin.kind === 'text' ? [textArg(stdin.text)] : undefined)
  if (words === undefined) {
    if (isReading) ctx.mark('stdin-script', frame.at)
    return true
  }
  const isUnknown = words.some(word => textOf(word) === undefined)
  if (isUnknown) ctx.mark('dynamic-script', frame.at)
  const inner = { ...inside(frame, `${name} ${isCmd ? '/c' : '-Command'}`, false), stdin: UNKNOWN_STDIN }
  const text = scriptTextOf(words)
  runPowerShell(isCmd ? asPowerShell(text.replaceAll(`\${_}`, '%_%')) : text, inner, ctx, isCmd ? 'cmd' : 'script')
  return true
}

function cmdScript(args: readonly Arg[]): Found {
  // `cmd /ctype x` needs no space, and shells of Unix style on Windows want two slashes.
  const at = args.findIndex(arg => /^\/{1,2}[ckr]/i.test(knownStart(arg)))
  const first = args[at]
  if (first === undefined) return args.some(arg => arg.parts.some(part => part.kind === 'unknown')) ? args : undefined
  const glued = dropStart(first, /^\/+./.exec(knownStart(first))?.[0].length ?? 0)
  return [...(glued.parts.length > 0 ? [glued] : []), ...args.slice(at + 1)]
}

function powerShellScript(shell: string, args: readonly Arg[]): Found {
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] as Arg
    const rest = args.slice(i + 1)
    const name = /^(?:--?|\/|[\u2013-\u2015])([a-z?]*)$/i.exec(textOf(arg) ?? '')?.[1]?.toLowerCase()
    // Windows PowerShell takes a word alone for a command, the newer one for a file.
    if (name === undefined) return shell === 'pwsh' && knownStart(arg) !== '' ? [] : args.slice(i)
    const means = (option: string) => option.startsWith(name)
    const isInput = name === '' || textOf(rest[0]) === '-'
    if (isInput) return undefined
    if (means('commandwithargs') || name === 'cwa') return rest
    if (means('encodedcommand') || name === 'ec') return decoded(textOf(rest[0]))
    if (/^[fh?]/.test(name)) return []
    if (TAKES_VALUE.test(name)) i++
  }
  return undefined
}

/** base64 of UTF-16. */
function decoded(text: string | undefined): Found {
  try {
    const bytes = decodeBase64(text ?? '?')
    return [textArg(bytes.replace(/[\s\S]{2}/g, ([low = '', high = '']) => fromCharCode(low.charCodeAt(0) + 256 * high.charCodeAt(0))))]
  } catch {
    return [ANY_ARGS]
  }
}

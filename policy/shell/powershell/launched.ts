/** `powershell` and `cmd` called from another shell: what they are told to run. */
import { type Arg, knownStart, scriptTextOf, textOf } from '../arg.ts'
import type { Context } from '../context.ts'
import { UNKNOWN_STDIN } from '../context.ts'
import { runCmdLine } from './cmd.ts'
import { type Placed, runPowerShell } from './run-script.ts'

const POWERSHELLS = new Set(['powershell', 'pwsh', 'powershell.exe', 'pwsh.exe', 'powershell_ise', 'pwsh-preview'])
const VALUES = [
  'executionpolicy',
  'windowstyle',
  'version',
  'inputformat',
  'outputformat',
  'configurationname',
  'configurationfile',
  'workingdirectory',
  'psconsolefile',
  'custompipename',
  'settingsfile',
]
const VALUE_ALIASES = new Set(['ep', 'ex', 'wd', 'w', 'v', 'if', 'of', 'inp', 'o'])

/** Runs what `powershell` or `cmd` is given. False: the program is neither. */
export function runWindowsShell(name: string, args: readonly Arg[], frame: Placed, ctx: Context): boolean {
  const plain = name.toLowerCase()
  const isCmd = plain === 'cmd' || plain === 'cmd.exe'
  if (!isCmd && !POWERSHELLS.has(plain)) return false
  const inner = (flag: string): Placed => ({
    ...frame,
    via: [...frame.via, `${name} ${flag}`],
    scope: frame.scope.child(),
    depth: frame.depth + 1,
    stdin: UNKNOWN_STDIN,
  })
  if (isCmd) launchCmd(args, inner('/c'), frame, ctx)
  else launchPowerShell(plain, args, inner, frame, ctx)
  return true
}

function launchCmd(args: readonly Arg[], inner: Placed, frame: Placed, ctx: Context): void {
  // `cmd /ctype x` needs no space.
  const at = args.findIndex(arg => /^\/{1,2}[ckr]/i.test(knownStart(arg)))
  if (at < 0) {
    const isReading = frame.stdin.kind !== 'none'
    if (frame.stdin.kind === 'text') runCmdLine(frame.stdin.text, inner, ctx)
    else if (isReading) ctx.mark('stdin-script', frame.at)
    return
  }
  const glued = /^\/{1,2}[ckr](.+)$/is.exec(textOf(args[at]) ?? '')?.[1]
  const words = args.slice(at + 1)
  const isKnown = words.every(word => textOf(word) !== undefined)
  if (!isKnown) ctx.mark('dynamic-script', frame.at)
  const line = [...(glued === undefined ? [] : [glued]), ...words.map(word => scriptTextOf([word]).replaceAll(`\${_}`, '%_%'))].join(' ')
  runCmdLine(line, inner, ctx)
}

function launchPowerShell(plain: string, args: readonly Arg[], inner: (flag: string) => Placed, frame: Placed, ctx: Context): void {
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] as Arg
    const start = knownStart(arg)
    const name = /^(?:--?|\/|[\u2013\u2014\u2015])([A-Za-z?]*)$/.exec(textOf(arg) ?? '')?.[1]?.toLowerCase()
    if (textOf(arg) === undefined && start === '') ctx.mark('dynamic-script', frame.at)
    if (name === undefined) {
      // Windows PowerShell takes a word alone for a command, the newer one for a file.
      if (!plain.startsWith('pwsh')) runText(args.slice(i), inner('-Command'), ctx)
      return
    }
    const isCommand = name !== '' && ('command'.startsWith(name) || name === 'cwa' || 'commandwithargs'.startsWith(name))
    const isEncoded = name !== '' && ('encodedcommand'.startsWith(name) || name === 'ec')
    if (isCommand && textOf(args[i + 1]) !== '-') {
      runText(args.slice(i + 1), inner('-Command'), ctx)
      return
    }
    if (isEncoded) {
      runEncoded(args[i + 1], inner('-EncodedCommand'), ctx)
      return
    }
    const isFile = name !== '' && 'file'.startsWith(name)
    if (isFile && textOf(args[i + 1]) !== '-') return
    if (isFile || isCommand || name === '') {
      readInput(frame, inner('-Command'), ctx)
      return
    }
    const isValue = VALUE_ALIASES.has(name) || VALUES.some(one => one.startsWith(name) && name.length > 1)
    if (isValue) i++
    if (name === '?' || name === 'help' || name === 'h') return
  }
  readInput(frame, inner('-Command'), ctx)
}

function readInput(frame: Placed, inner: Placed, ctx: Context): void {
  const { stdin } = frame
  const isEmpty = stdin.kind === 'none' && !frame.scope.isInputReplaced
  if (isEmpty) return
  if (stdin.kind === 'text') runPowerShell(stdin.text, inner, ctx)
  else ctx.mark('stdin-script', frame.at)
}

function runText(words: readonly Arg[], frame: Placed, ctx: Context): void {
  if (words.length === 0) return
  const isKnown = words.every(word => textOf(word) !== undefined)
  if (!isKnown) ctx.mark('dynamic-script', frame.at)
  runPowerShell(scriptTextOf(words), frame, ctx)
}

/** base64 of UTF-16. */
function runEncoded(arg: Arg | undefined, frame: Placed, ctx: Context): void {
  const text = textOf(arg)
  const script = text === undefined ? undefined : decoded(text)
  if (script === undefined) ctx.mark('dynamic-script', frame.at)
  else runPowerShell(script, frame, ctx)
}

function decoded(text: string): string | undefined {
  try {
    const bytes = atob(text)
    let script = ''
    for (let i = 0; i + 1 < bytes.length; i += 2) script += String.fromCharCode(bytes.charCodeAt(i) | (bytes.charCodeAt(i + 1) << 8))
    return script
  } catch {
    return undefined
  }
}

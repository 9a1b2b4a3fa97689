/** Methods of .NET that touch files, start programs or fetch: `[IO.File]::Delete('x')`, `$client.DownloadString('u')`. What others do cannot be told. */
import { ANY_ARGS, type Arg, textArg, textOf } from '../arg.ts'
import type { Context } from '../context.ts'
import { UNKNOWN_STDIN } from '../context.ts'
import { interpret } from '../interpret.ts'
import { fileEffect } from '../paths.ts'
import type { Placed } from '../run-launch.ts'
import { pathArg, within } from './windows-words.ts'

const SCRIPTS = /^scriptblock\.create$|\.(?:invokescript|addscript)$/
const READS = /^io\.\w+\.(?:read|open(?:read|text)$)|^io\.streamreader\.new$/
const WRITES = /^io\.\w+\.(?:write|append|create|openwrite$|set)|^io\.streamwriter\.new$/
const FETCHES = /^\.(?:(?:down|up)load(?:string|file|data)|(?:get|post|put|send)\w*async)/
/** Types that reach outside, but for what only looks; methods of all others make values. */
const OUTSIDE =
  /^(?:io\.(?!path\b|\w+\.(?:exists|get|enumerate))|diagnostics|reflection|runtime|net\.sockets|management|activator|microsoft|wmi)/

/** Whether what a type's method does cannot be told. */
export function isOutside(method: string): boolean {
  return OUTSIDE.test(method)
}

/** What one call does; `evaluate` runs text that becomes a script. */
export function dotNetCall(method: string, args: readonly Arg[], frame: Placed, ctx: Context, evaluate: (text: string) => void): void {
  const [first, second] = args.map(word => pathArg(word, false))
  const text = textOf(first)
  const inner = within(frame, UNKNOWN_STDIN)
  const run = (program: string, ...rest: readonly Arg[]) => interpret([textArg(program), ...rest], inner, ctx)
  const file = first ?? ANY_ARGS
  if (SCRIPTS.test(method)) {
    if (text === undefined) ctx.mark('dynamic-script', frame.at)
    else evaluate(text)
  } else if (/^(?:io\.\w+)?\.delete$/.test(method)) {
    run('rm', ...(second === undefined ? [] : [textArg('-r'), textArg('-f')]), file)
  } else if (READS.test(method)) fileEffect('read', file, frame.at, frame, ctx)
  else if (WRITES.test(method)) fileEffect('write', file, frame.at, frame, ctx)
  else if (FETCHES.test(method)) run('curl', file, ...(second !== undefined && method.includes('file') ? [textArg('-o'), second] : []))
  else if (isOutside(method)) ctx.mark('interpreter-code', frame.at)
}

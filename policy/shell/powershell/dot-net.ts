/** Methods of .NET that touch files, start programs or fetch, as PowerShell calls them: `[IO.File]::Delete('x')`, `$client.DownloadString('u')`. */
import { type Arg, textArg, textOf, wordOf } from '../arg.ts'
import type { Context } from '../context.ts'
import { UNKNOWN_STDIN } from '../context.ts'
import { interpret } from '../interpret.ts'
import { fileEffect } from '../paths.ts'
import { pathArg, plainArg } from './equivalent.ts'
import type { Placed } from './run-script.ts'
import { type PsWord, readScript } from './words.ts'

const READS = new Set(['readalltext', 'readallbytes', 'readalllines', 'readlines', 'openread', 'opentext'])
const WRITES = new Set([
  'writealltext',
  'writeallbytes',
  'writealllines',
  'appendalltext',
  'appendalllines',
  'create',
  'createtext',
  'openwrite',
])
const FETCHES = new Set([
  'downloadstring',
  'downloadfile',
  'downloaddata',
  'uploadstring',
  'uploadfile',
  'openread',
  'getstringasync',
  'getasync',
  'postasync',
])

/** Emits what the word's calls do; `evaluate` runs text that becomes a script. */
export function dotNetCalls(word: PsWord, frame: Placed, ctx: Context, evaluate: (text: string) => void): void {
  for (const { name, args } of word.methods) {
    if (!ctx.spend(4)) return
    call(name.toLowerCase(), word.source, args, frame, ctx, evaluate)
  }
}

function call(name: string, source: string, args: string, frame: Placed, ctx: Context, evaluate: (text: string) => void): void {
  const words = readScript(args, () => undefined).pipelines[0]?.[0]?.words ?? []
  const [first, second] = words
  const path = first === undefined ? undefined : pathArg(first)
  const type =
    /^\[([\w.]+)\]/
      .exec(source)?.[1]
      ?.toLowerCase()
      .replace(/^system\./, '') ?? ''
  const isFile = type.startsWith('io.')
  const inner = { ...frame, scope: frame.scope.child(), stdin: UNKNOWN_STDIN, depth: frame.depth + 1 }
  const isScript = type === 'scriptblock' || /invokescript|addscript$/.test(name) || name === 'invokeexpression'
  if (isScript && (type !== 'scriptblock' || name === 'create')) {
    const text = first === undefined ? undefined : textOf(plainArg(first))
    if (text === undefined) ctx.mark('dynamic-script', frame.at)
    else evaluate(text)
  } else if (path === undefined) return
  else if (isFile && name === 'delete') {
    const isTree = type === 'io.directory' && second !== undefined
    if (isTree) interpret([textArg('rm'), textArg('-r'), textArg('-f'), path], inner, ctx)
    else fileEffect('delete', path, frame.at, frame, ctx)
  } else if (isFile && READS.has(name)) fileEffect('read', path, frame.at, frame, ctx)
  else if (isFile && WRITES.has(name)) fileEffect('write', path, frame.at, frame, ctx)
  else if (isFile && (name === 'copy' || name === 'move'))
    interpret([textArg(name === 'copy' ? 'cp' : 'mv'), path, ...(second === undefined ? [] : [pathArg(second)])], inner, ctx)
  else if (type === 'diagnostics.process' && name === 'start') startProgram(path, second, inner, ctx)
  else if (FETCHES.has(name) && first !== undefined) {
    const from = ctx.effects.length
    const out = name === 'downloadfile' && second !== undefined ? [textArg('-o'), pathArg(second)] : []
    interpret([textArg('curl'), ...out, plainArg(first)], inner, ctx)
    const isConnected = ctx.effects.slice(from).some(effect => effect.kind === 'connect')
    if (!isConnected) ctx.effects.push({ kind: 'connect', address: wordOf(plainArg(first)), via: frame.via, at: frame.at })
  }
}

function startProgram(program: Arg, args: PsWord | undefined, frame: Placed, ctx: Context): void {
  const name = textOf(program)
  if (name === undefined) {
    ctx.mark('dynamic-program', frame.at)
    return
  }
  const words = args === undefined ? [] : (textOf(plainArg(args)) ?? '').split(/\s+/).filter(word => word !== '')
  const unknown = args !== undefined && textOf(plainArg(args)) === undefined ? [plainArg(args)] : []
  interpret(
    [textArg(name.slice(name.lastIndexOf('/') + 1).replace(/\.exe$/i, '')), ...words.map(word => textArg(word)), ...unknown],
    frame,
    ctx,
  )
}

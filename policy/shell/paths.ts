/** Arguments -> paths, as the line writes them. */
import { type Arg, dropStart, isPaths, knownStart, type Part, wordOf } from './arg.ts'
import type { Context, Frame } from './context.ts'
import type { FileEffect, Piece, Span } from './effects.ts'

const NO_FILE = /^\/dev\/(null|tty|stdin|stdout|stderr|fd\/\d+)$/

/** The path, `~/...` for what starts at the home directory; undefined when it is not wholly known, or names no single file. */
export function pathOf(arg: Arg): string | undefined {
  if (arg.isMany) return undefined
  const [first, ...rest] = arg.parts
  if (first === undefined) return undefined
  const start = startOf(first)
  if (start === undefined) return undefined
  let path = start
  for (const part of rest) {
    if (part.kind !== 'text') return undefined
    path += part.text
  }
  // A place must end where its name ends: `$HOME` and `x` together are no path in it.
  const isBroken = first.kind === 'place' && path.length > start.length && path[start.length] !== '/'
  return isBroken || path === '' ? undefined : path
}

function startOf(part: Part): string | undefined {
  // A quoted `~` is a name like any other.
  if (part.kind === 'text') return part.text.startsWith('~') ? `./${part.text}` : part.text
  if (part.kind === 'place' && part.place === 'home') return '~'
  if (part.kind === 'place' && part.place === 'cwd') return '.'
  return undefined
}

/** bash opens a connection for these. */
const NETWORK = /^\/dev\/(?:tcp|udp)\//

/** Records a file effect, with its pieces when the path is not wholly known; devices that hold nothing, and another program's streams, do not count. */
export function fileEffect(kind: FileEffect['kind'], arg: Arg, at: Span, frame: Frame, ctx: Context): void {
  const [lead, stream, more] = arg.parts
  const isStream = lead?.kind === 'text' && lead.text === '/dev/fd/' && stream?.kind === 'unknown' && stream.isStream && more === undefined
  if (isStream) return
  const network = NETWORK.exec(knownStart(arg))?.[0]
  if (network !== undefined) connectEffect(dropStart(arg, network.length), at, frame, ctx)
  const path = pathOf(arg)
  if (path !== undefined) pathEffect(kind, path, at, frame, ctx)
  else for (const pieces of pathsOf(arg.parts)) patternEffect(kind, pieces, arg.source, at, frame, ctx)
}

/** What the path is on this machine: that of a container may lie in a folder that is mounted there. */
function localPath(path: string, { isRemote, mounts = [], scope }: Frame): string | undefined {
  if (!isRemote) return path
  const whole = movedTo(scope.directory, path)
  const [here, there = ''] = mounts.find(([, there]) => `${whole}/`.startsWith(`${there}/`)) ?? []
  return here && (here + whole?.slice(there.length)).replace('//', '/')
}

function pathEffect(kind: FileEffect['kind'], path: string, at: Span, frame: Frame, ctx: Context): void {
  const own = localPath(path, frame)
  const isFile = own !== undefined && path !== '-' && !NO_FILE.test(path)
  if (isFile) ctx.effects.push({ kind, path: own, directory: frame.isRemote ? undefined : frame.scope.directory, via: frame.via, at })
}

/** Each file goes into the directory under its own name. */
export function fileInto(kind: FileEffect['kind'], file: Arg, directory: Arg, at: Span, frame: Frame, ctx: Context): void {
  const base = pathOf(file)?.replace(/\/+$/, '').split('/').at(-1)
  const into = pathOf(directory)
  const isKnown = base !== undefined && into !== undefined
  if (isKnown) {
    const isName = base !== '' && base !== '.' && base !== '..'
    if (isName) pathEffect(kind, `${into.replace(/\/+$/, '')}/${base}`, at, frame, ctx)
    return
  }
  for (const from of pathsOf(file.parts)) {
    for (const to of pathsOf(directory.parts)) {
      const pieces = [...to, { kind: 'text', text: '/' } as const, ...lastSegment(from)]
      patternEffect(kind, pieces, `${directory.source}/${file.source}`, at, frame, ctx)
    }
  }
}

function patternEffect(kind: FileEffect['kind'], pattern: readonly Piece[], source: string, at: Span, frame: Frame, ctx: Context): void {
  // Rules hold each against their own.
  if (!ctx.spend(6)) return
  const isNothing = pattern.length === 0 || pattern.every(piece => piece.kind === 'text' && piece.text === '')
  const [first, ...rest] = pattern
  const [lead, others] = first?.kind === 'text' ? [first.text, rest] : ['', pattern]
  const own = localPath(lead, frame)
  if (own === undefined || isNothing) return
  const spelled = source === '' ? pattern.map(piece => (piece.kind === 'unknown' ? '?' : piece.text)).join('') : source
  const directory = frame.isRemote ? undefined : frame.scope.directory
  const here: readonly Piece[] = frame.isRemote ? [{ kind: 'text', text: own }, ...others] : pattern
  ctx.effects.push({ kind, path: spelled, directory, via: frame.via, at, pattern: here })
}

/** The paths it may be, each as pieces: the home directory is `~`, the current one `.`. */
export function pathsOf(parts: readonly Part[]): readonly (readonly Piece[])[] {
  const at = parts.findIndex(isPaths)
  const found = parts[at]
  if (found?.kind === 'unknown' && found.paths !== undefined) {
    const before = piecesOf(parts.slice(0, at))
    return found.paths.map(path => [...before, ...path])
  }
  return [piecesOf(parts)]
}

function piecesOf(parts: readonly Part[]): readonly Piece[] {
  return parts.map((part, index): Piece => {
    const start = index === 0 ? startOf(part) : undefined
    if (start !== undefined) return { kind: 'text', text: start }
    if (part.kind === 'text' || part.kind === 'glob') return { kind: part.kind, text: part.text }
    return { kind: 'unknown' }
  })
}

/** From the last `/` that is certain; a name at any depth may be any name. */
function lastSegment(pieces: readonly Piece[]): readonly Piece[] {
  const at = pieces.findLastIndex(piece => piece.kind === 'text' && piece.text.includes('/'))
  const piece = pieces[at]
  const own = pieces
    .slice(at + 1)
    .map((part): Piece => (part.kind === 'glob' && part.text === '**' ? { kind: 'glob', text: '****' } : part))
  if (piece?.kind !== 'text') return own
  const rest = piece.text.slice(piece.text.lastIndexOf('/') + 1)
  return [...(rest === '' ? [] : [{ kind: 'text', text: rest } as const]), ...own]
}

export function connectEffect(address: Arg, at: Span, frame: Frame, ctx: Context): void {
  ctx.effects.push({ kind: 'connect', address: wordOf(address), via: frame.via, at })
}

/** Where `cd path` leads from a directory; null: cannot be told. */
export function movedTo(from: string | null | undefined, path: string): string | null {
  const isAbsolute = path.startsWith('/') || path === '~' || path.startsWith('~/')
  if (isAbsolute) return path
  if (from === null) return null
  return from === undefined ? path : `${from.replace(/\/$/, '')}/${path}`
}

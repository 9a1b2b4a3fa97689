/** Arguments -> paths, as the line writes them. */
import type { Arg, Part } from './arg.ts'
import type { Context, Frame } from './context.ts'
import type { FileEffect, Span } from './effects.ts'

const NO_FILE = /^\/dev\/(null|tty|stdin|stdout|stderr|fd\/.*)$/

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

/** Records a file effect when the path is known; devices that hold nothing do not count. */
export function fileEffect(kind: FileEffect['kind'], arg: Arg, at: Span, frame: Frame, ctx: Context): void {
  const path = pathOf(arg)
  if (path !== undefined) pathEffect(kind, path, at, frame, ctx)
}

export function pathEffect(kind: FileEffect['kind'], path: string, at: Span, frame: Frame, ctx: Context): void {
  const isFile = !frame.isRemote && path !== '-' && !NO_FILE.test(path)
  if (isFile) ctx.effects.push({ kind, path, directory: frame.scope.directory, via: frame.via, at })
}

/** Where `cd path` leads from a directory; null: cannot be told. */
export function movedTo(from: string | null | undefined, path: string): string | null {
  const isAbsolute = path.startsWith('/') || path === '~' || path.startsWith('~/')
  if (isAbsolute) return path
  if (from === null) return null
  return from === undefined ? path : `${from.replace(/\/$/, '')}/${path}`
}

/** Files that the line fills with text it spells out: what reading or running them later on the line finds. */
import { type Arg, textOf } from './arg.ts'
import type { Context, Frame, Stdin } from './context.ts'
import type { Effect, FileEffect } from './effects.ts'
import { movedTo, pathOf } from './paths.ts'

/**
 * The texts the file may hold: a branch may have written it or not. `isWhole`: there is nothing in it besides.
 * `stamp`: how many effects there were; a later one that writes the file makes its text unknown.
 */
export type WrittenFile = { readonly texts: readonly string[]; readonly isWhole: boolean; readonly stamp: number }

const MAX_FILES = 16
const MAX_TEXT = 16 * 1024
const MAX_TEXTS = 8

/** Call it when the effect of the writing has been recorded. Text that is not known makes the file's unknown. */
export function noteWritten(file: Arg, output: Stdin, isAppending: boolean, frame: Frame, ctx: Context): void {
  const path = placeOf(pathOf(file), frame.scope.directory)
  if (path === undefined || frame.isRemote) return
  const before = currentOf(path, ctx, isWrittenAt)
  const given = output.kind === 'text' ? output.text : output.kind === 'unknown' ? (output.around ?? '') : ''
  const isRepeating = frame.isRepeated === true || frame.via.some(step => step === 'xargs' || step.startsWith('find '))
  const texts = isAppending ? [...(before?.texts ?? ['']).map(text => text + given)] : [given]
  const kept = before === undefined ? [] : before.texts
  const all = [...new Set([...kept, ...texts])]
  const isTooMuch =
    all.length > MAX_TEXTS || all.some(text => text.length > MAX_TEXT) || (!ctx.written.has(path) && ctx.written.size >= MAX_FILES)
  if (isTooMuch) {
    ctx.written.delete(path)
    return
  }
  const isKnown = output.kind === 'text' && !(isAppending && (isRepeating || before === undefined))
  // What was unknown of it before is only gone for sure when this writing is.
  const isWhole = isKnown && (before === undefined ? !isWrittenAt(path, ctx, 0, 1) : before.isWhole)
  ctx.written.set(path, { texts: all, isWhole, stamp: ctx.effects.length })
}

/** What the file holds if this line wrote it, `isFetched`: it may come from another machine; undefined: it did not, and what stands in it is not the line's. */
export function writtenText(
  file: Arg,
  frame: Frame,
  ctx: Context,
): (Pick<WrittenFile, 'texts' | 'isWhole'> & { readonly isFetched?: boolean }) | undefined {
  if (frame.isRemote) return undefined
  const path = placeOf(pathOf(file), frame.scope.directory)
  const known = path === undefined ? undefined : ctx.written.get(path)
  if (path !== undefined && known !== undefined) {
    const isChanged = isWrittenAt(path, ctx, known.stamp, 0)
    const isWhole = known.isWhole && !isChanged
    return { texts: known.texts, isWhole, isFetched: !isWhole && ctx.effects.some(({ kind }) => kind === 'connect') }
  }
  const name = baseOf(textOf(file) ?? path ?? '')
  const writings = name === '' ? [] : ctx.effects.filter(effect => isWriting(effect, ctx) && baseOf(effect.path) === name)
  if (writings.length === 0) return undefined
  const isFetched = ctx.effects.some(({ kind, at }) => kind === 'connect' && writings.some(writing => writing.at.start === at.start))
  return { texts: [], isWhole: false, isFetched }
}

type IsWritten = (path: string, ctx: Context, from: number, dropped: number) => boolean

function currentOf(path: string, ctx: Context, isWritten: IsWritten): WrittenFile | undefined {
  const known = ctx.written.get(path)
  if (known === undefined) return undefined
  // The last effect is that of the writing itself.
  return isWritten(path, ctx, known.stamp, 1) ? { ...known, isWhole: false } : known
}

/** Whether an effect from one place to another writes what may be the file. */
function isWrittenAt(path: string, ctx: Context, from: number, dropped: number): boolean {
  const name = baseOf(path)
  if (!ctx.spend((ctx.effects.length - from) / 128)) return true
  return ctx.effects.slice(from, ctx.effects.length - dropped).some(effect => {
    if (!isWriting(effect, ctx) || baseOf(effect.path) !== name) return false
    const place = placeOf(effect.path, effect.directory)
    return place === undefined || place === path
  })
}

function isWriting(effect: Effect, ctx: Context): effect is FileEffect {
  return effect.kind === 'write' && !ctx.keeping.has(effect)
}

function baseOf(path: string): string {
  const plain = path.endsWith('/') ? path.replace(/\/+$/, '') : path
  return plain.slice(plain.lastIndexOf('/') + 1)
}

/** The path with the directory before it and its dots taken out; undefined when it cannot be told. */
function placeOf(path: string | undefined, directory: string | null | undefined): string | undefined {
  const whole = path === undefined ? null : movedTo(directory, path)
  if (whole === null) return undefined
  const names: string[] = []
  for (const name of whole.split('/')) {
    const isUp = name === '..' && names.length > 0 && names.at(-1) !== '..' && names.at(-1) !== ''
    if (isUp) names.pop()
    else if ((name !== '' || names.length === 0) && name !== '.') names.push(name)
  }
  return names.join('/')
}

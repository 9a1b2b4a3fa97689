/** `find`: the commands of its `-exec` family, and the files its own actions write and delete. */
import { type Arg, knownStart, type Part, textOf, withoutPaths, withUnknownFor } from './arg.ts'
import type { Piece } from './effects.ts'
import { pathsOf } from './paths.ts'

const EXEC = new Set(['-exec', '-execdir', '-ok', '-okdir'])
const WRITES = new Set(['-fprint', '-fprint0', '-fls', '-fprintf'])

export type FindActions = {
  readonly commands: readonly { readonly action: string; readonly command: readonly Arg[] }[]
  readonly writes: readonly Arg[]
  /** What `-delete` deletes, one for each place where it looks. */
  readonly deletes: readonly Arg[]
}

/** What it runs for each file. `{}` is a path under the start directory, never an option. */
export function findActions(args: readonly Arg[]): FindActions {
  const commands: { action: string; command: readonly Arg[] }[] = []
  const writes: Arg[] = []
  const deletes: Arg[] = []
  const starts = startsOf(args)
  for (let i = 0; i < args.length; i++) {
    const action = textOf(args[i]) ?? ''
    const next = args[i + 1]
    if (WRITES.has(action) && next !== undefined) writes.push(next)
    if (action === '-delete' && deletes.length === 0) deletes.push(...starts.map(start => foundArg(start, namesAsked(args, i))))
    if (!EXEC.has(action)) continue
    const length = commandLength(args, i + 1)
    const isTogether = textOf(args[i + 1 + length]) === '+'
    const file = foundFile(starts, action, namesAsked(args, i))
    const command = args.slice(i + 1, i + 1 + length).map(arg => {
      const filled = withFile(arg, '{}', file)
      return filled === arg ? arg : { ...filled, isMany: isTogether || filled.isMany }
    })
    commands.push({ action, command })
    i += length
  }
  return { commands, writes, deletes }
}

/** Its own arguments: without the commands it runs. */
export function withoutCommands(args: readonly Arg[]): readonly Arg[] {
  const own: Arg[] = []
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] as Arg
    own.push(arg)
    if (EXEC.has(textOf(arg) ?? '')) i += commandLength(args, i + 1) + 1
  }
  return own
}

/** Up to the `;`, or the `+` after a `{}`. */
function commandLength(args: readonly Arg[], from: number): number {
  for (let i = from; i < args.length; i++) {
    const text = textOf(args[i])
    const isEnd = text === ';' || (text === '+' && textOf(args[i - 1]) === '{}')
    if (isEnd) return i - from
  }
  return args.length - from
}

function foundFile([start, other]: readonly Arg[], action: string, names?: Names): readonly Part[] {
  if (action === '-execdir' || action === '-okdir') return [HERE, FOUND]
  return start === undefined || other !== undefined ? [FOUND] : foundArg(start, names).parts
}

/** Alternatives, each a pattern for one name. */
export type Names = readonly (readonly Piece[])[]

const FOUND = { kind: 'unknown', neverDash: true } as const satisfies Part
const HERE: Part = { kind: 'text', text: './' }

/** The file put for the marker. With text behind it, it is no path of its own. */
export function withFile(arg: Arg, marker: string, file: readonly Part[]): Arg {
  const last = arg.parts.at(-1)
  const isEnd = last?.kind === 'text' && last.text.indexOf(marker) === last.text.length - marker.length
  return withUnknownFor(arg, marker, isEnd ? file : file.map(withoutPaths))
}

const isExpression = (arg: Arg): boolean => /^[-(!]/.test(knownStart(arg))

/** Where it looks: the words in front of its expression, the current directory where there are none. */
function startsOf(all: readonly Arg[]): readonly Arg[] {
  const args = all.slice(all.findIndex(arg => !/^-([HLP]$|O)/.test(knownStart(arg))))
  const first = args.findIndex(isExpression)
  const starts = first < 0 ? args : args.slice(0, first)
  return starts.length === 0 ? [{ parts: [{ kind: 'text', text: '.' }], isMany: false, source: '.' }] : starts
}

/** What it finds in one place: the place itself and anything in it, or only what has one of the names asked for. */
export function foundArg(start: Arg, names?: Names): Arg {
  const text = textOf(start)
  const source = `${start.source}/**`
  if (text === undefined) return { parts: [FOUND], isMany: true, source }
  // The place itself may have that name.
  const own = text.replace(/\/+$/, '').split('/').at(-1) ?? ''
  const asked = names === undefined || names.some(name => couldBe(own, name)) ? [[]] : names
  const [only] = asked.length === 1 ? (asked[0] ?? []) : []
  const isLiteral = only?.kind === 'text' && asked[0]?.length === 1
  const paths = asked.map(name => [SLASH, EVERY_DEPTH, ...(name.length > 0 ? [SLASH, ...name] : [])])
  const last: readonly Part[] = isLiteral ? [{ kind: 'text', text: `/${only.text}` }] : []
  return { parts: [...start.parts, { ...FOUND, paths }, ...last], isMany: true, source }
}

/** A line of what it prints; undefined where it prints other things than names. */
export function foundLine(args: readonly Arg[]): readonly Part[] | undefined {
  const words = args.map(textOf)
  if (words.some(word => /^-(?:exec|ok|printf|ls$)/.test(word ?? ''))) return undefined
  const shown = words.flatMap((word, at) => (/^-print0?$/.test(word ?? '') ? [at] : []))
  const asked = (shown.length === 0 ? [args.length] : shown).map(at => namesAsked(args, at))
  const names = asked.some(one => one === undefined) ? undefined : asked.flatMap(one => one ?? [])
  return oneOf(startsOf(args).map(start => foundArg(start, names)))
}

/** Any one of these files. What is certain of an only one stays a part of its own. */
export function oneOf(files: readonly Arg[]): readonly Part[] {
  const [only] = files
  const at = only === undefined || files.length > 1 ? 0 : only.parts.findIndex(part => part.kind !== 'text' && part.kind !== 'place')
  if (at < 0) return only?.parts ?? []
  const parts = files.map(file => file.parts.slice(at))
  const neverDash = files.every(file => /^[^-]/.test(knownStart(file)))
  return [...(only?.parts.slice(0, at) ?? []), { kind: 'unknown', neverDash, paths: parts.flatMap(pathsOf) }]
}

const EVERY_DEPTH: Piece = { kind: 'glob', text: '**' }
const SLASH: Piece = { kind: 'text', text: '/' }
/** Any part of a name, a leading dot too. */
const ANY_NAME: Piece = { kind: 'glob', text: '****' }
/** More names are not told apart; nor are any behind so many words: each action would read them all again. */
const MAX_NAMES = 16
const MAX_WORDS = 512

/** For the place of an action: the names of which one must hold before it, a `-name` of each branch; undefined where a branch has none. */
function namesAsked(args: readonly Arg[], place: number): Names | undefined {
  if (place > MAX_WORDS) return undefined
  const words = args.slice(0, place).map(textOf)
  const names: (readonly Piece[])[] = []
  let isAsked = false
  for (let at = 0; at < words.length; at++) {
    const [word, next] = [words[at], words[at + 1]]
    if (EXEC.has(word ?? '')) {
      at += commandLength(args, at + 1) + 1
      continue
    }
    const isName = !isAsked && /^-i?(?:name|path)$/.test(word ?? '') && !/^(?:!|-not)$/.test(words[at - 1] ?? '')
    const isOther = word === undefined || word === ',' || word === '-delete' || (/^(?:!|-not)$/.test(word) && !/^-/.test(next ?? ''))
    if (isOther) return undefined
    const asked = next?.slice(/path/.test(word ?? '') ? next.lastIndexOf('/') + 1 : 0)
    if (isName && asked !== undefined && !/[\\/]/.test(asked)) {
      names.push(namePieces(asked))
      isAsked = true
    }
    if (word !== '-o' && word !== '-or') continue
    if (!isAsked) return undefined
    isAsked = false
  }
  return isAsked && names.length <= MAX_NAMES ? names : undefined
}

/** Whether all that the name asked for spells stands in this one, in order. */
function couldBe(own: string, name: readonly Piece[]): boolean {
  let rest = own.toLowerCase()
  return name.every((piece, index) => {
    if (piece.kind !== 'text') return true
    const text = piece.text.toLowerCase()
    const at = rest.indexOf(text)
    rest = rest.slice(at + text.length)
    return at >= 0 && (index > 0 || at === 0)
  })
}

/** The names that a search is told to look into; undefined where these are not told. */
export function globNames(values: readonly Arg[]): Names | undefined {
  const globs = values.map(value => textOf(value) ?? '!')
  return globs.length === 0 || /[!/{\\]/.test(globs.join('')) ? undefined : globs.map(namePieces)
}

/** Classes and `?` are read as wide as `*`. */
export function namePieces(name: string): readonly Piece[] {
  const pieces = name.split(/(\[[!^]?\]?[^\]]*\]|[*?]+)/).filter(piece => piece !== '')
  return pieces.map((piece): Piece => (/^(?:[*?]|\[.*\]$)/.test(piece) ? ANY_NAME : { kind: 'text', text: piece }))
}

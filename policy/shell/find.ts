/** `find`: the commands of its `-exec` family, and the files its own actions write and delete. */
import { type Arg, knownStart, type Part, textOf, withUnknownFor } from './arg.ts'
import type { Piece } from './effects.ts'

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
  const name = nameAsked(args)
  for (let i = 0; i < args.length; i++) {
    const action = textOf(args[i]) ?? ''
    const next = args[i + 1]
    if (WRITES.has(action) && next !== undefined) writes.push(next)
    if (action === '-delete' && deletes.length === 0) deletes.push(...starts.map(start => foundArg(start, name(i))))
    if (!EXEC.has(action)) continue
    const length = commandLength(args, i + 1)
    const isTogether = textOf(args[i + 1 + length]) === '+'
    const file = foundFile(starts, action, name(i))
    const command = args.slice(i + 1, i + 1 + length).map(arg => {
      // Beside other text it is no path of its own.
      const filled = withUnknownFor(arg, '{}', textOf(arg) === '{}' ? file : file.map(withoutPaths))
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

function foundFile([start, other]: readonly Arg[], action: string, name: readonly Piece[] | undefined): readonly Part[] {
  if (action === '-execdir' || action === '-okdir') return [HERE, FOUND]
  return start === undefined || other !== undefined ? [FOUND] : foundArg(start, name).parts
}

const FOUND = { kind: 'unknown', neverDash: true } as const satisfies Part
const HERE: Part = { kind: 'text', text: './' }

const withoutPaths = (part: Part): Part => (part.kind === 'unknown' ? FOUND : part)

const isExpression = (arg: Arg): boolean => /^[-(!]/.test(knownStart(arg))

/** Where it looks: the words in front of its expression, the current directory where there are none. */
function startsOf(all: readonly Arg[]): readonly Arg[] {
  const args = all.slice(all.findIndex(arg => !/^-([HLP]$|O)/.test(knownStart(arg))))
  const first = args.findIndex(isExpression)
  const starts = first < 0 ? args : args.slice(0, first)
  return starts.length === 0 ? [{ parts: [{ kind: 'text', text: '.' }], isMany: false, source: '.' }] : starts
}

/** What it finds in one place: the place itself and anything in it, or only what has the name asked for. */
export function foundArg(start: Arg, name?: readonly Piece[]): Arg {
  const text = textOf(start)
  const source = `${start.source}/**`
  if (text === undefined) return { parts: [FOUND], isMany: true, source }
  // The place itself may have that name.
  const own = text.replace(/\/+$/, '').split('/').at(-1) ?? ''
  const asked = name === undefined || couldBe(own, name) ? [] : name
  const [only, ...more] = asked
  const isLiteral = only?.kind === 'text' && more.length === 0
  const paths = [SLASH, EVERY_DEPTH, ...(asked.length > 0 ? [SLASH, ...asked] : [])]
  const last: readonly Part[] = isLiteral ? [{ kind: 'text', text: `/${only.text}` }] : []
  return { parts: [...start.parts, { ...FOUND, paths }, ...last], isMany: true, source }
}

const EVERY_DEPTH: Piece = { kind: 'glob', text: '**' }
const SLASH: Piece = { kind: 'text', text: '/' }
/** Any part of a name, a leading dot too. */
const ANY_NAME: Piece = { kind: 'glob', text: '****' }

/** For the place of an action: the first `-name` that must hold before it; undefined where there is none, or other tests may hold instead. */
function nameAsked(args: readonly Arg[]): (at: number) => readonly Piece[] | undefined {
  const words = args.map(textOf)
  const open = words.findIndex(word => word === undefined || /^(?:-o|-or|-not|!|,|\(|-delete)$/.test(word))
  const at = words.findIndex(word => word === '-name' || word === '-iname')
  const name = at < 0 ? undefined : words[at + 1]
  const pieces = name === undefined || /[\\/]/.test(name) ? undefined : namePieces(name)
  return place => (at < place && (open < 0 || open >= place) ? pieces : undefined)
}

/** Whether the name asked for begins and ends as this one does. */
function couldBe(own: string, name: readonly Piece[]): boolean {
  const texts = [name[0], name.at(-1)].map(piece => (piece?.kind === 'text' ? piece.text : '')).map(text => text.toLowerCase())
  return own.toLowerCase().startsWith(texts[0] ?? '') && own.toLowerCase().endsWith(texts[1] ?? '')
}

/** Classes and `?` are read as wide as `*`. */
function namePieces(name: string): readonly Piece[] {
  const pieces = name.split(/(\[[!^]?\]?[^\]]*\]|[*?]+)/).filter(piece => piece !== '')
  return pieces.map((piece): Piece => (/^(?:[*?]|\[.*\]$)/.test(piece) ? ANY_NAME : { kind: 'text', text: piece }))
}

/** `find`: the commands of its `-exec` family, and the files its own actions write. */
import { type Arg, knownStart, type Part, textOf, withUnknownFor } from './arg.ts'

const EXEC = new Set(['-exec', '-execdir', '-ok', '-okdir'])
const WRITES = new Set(['-fprint', '-fprint0', '-fls', '-fprintf'])

export type FindActions = {
  readonly commands: readonly { readonly action: string; readonly command: readonly Arg[] }[]
  readonly writes: readonly Arg[]
}

/** What it runs for each file. `{}` is a path under the start directory, never an option. */
export function findActions(args: readonly Arg[]): FindActions {
  const commands: { action: string; command: readonly Arg[] }[] = []
  const writes: Arg[] = []
  for (let i = 0; i < args.length; i++) {
    const action = textOf(args[i]) ?? ''
    const next = args[i + 1]
    if (WRITES.has(action) && next !== undefined) writes.push(next)
    if (!EXEC.has(action)) continue
    const length = commandLength(args, i + 1)
    const isTogether = textOf(args[i + 1 + length]) === '+'
    const file = foundFile(args, action)
    const command = args.slice(i + 1, i + 1 + length).map(arg => {
      const filled = withUnknownFor(arg, '{}', file)
      return filled === arg ? arg : { ...filled, isMany: isTogether || filled.isMany }
    })
    commands.push({ action, command })
    i += length
  }
  return { commands, writes }
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

function foundFile(all: readonly Arg[], action: string): readonly Part[] {
  const args = all.slice(all.findIndex(arg => !/^-([HLP]$|O)/.test(knownStart(arg))))
  const rest: Part = { kind: 'unknown', neverDash: true }
  if (action === '-execdir' || action === '-okdir') return [{ kind: 'text', text: './' }, rest]
  const starts = args.slice(
    0,
    args.findIndex(arg => /^[-(!]/.test(knownStart(arg))),
  )
  const [start] = starts
  if (start === undefined) return [{ kind: 'text', text: './' }, rest]
  if (starts.length !== 1 || textOf(start) === undefined) return [rest]
  const name = soughtName(args)
  return [...start.parts, rest, ...(name === undefined ? [] : [{ kind: 'text', text: `/${name}` } as const])]
}

/** The one name that every file found has. */
function soughtName(args: readonly Arg[]): string | undefined {
  const texts = args.map(textOf)
  const isOpen = texts.some(text => text === undefined || /^(-or?|-not|!)$/.test(text))
  const at = texts.indexOf('-name')
  const name = isOpen || at < 0 ? undefined : texts[at + 1]
  return name === undefined || /[*?[\\]/.test(name) ? undefined : name
}

/** Runs what a program starts: a command of its own words, a script, or its standard input. */
import { parse } from 'unbash'
import { type Arg, scriptTextOf, textOf, textsOf } from './arg.ts'
import { isTooBigToParse } from './budget.ts'
import { sharedStdin } from './builtins.ts'
import { type Context, type Frame, mayHappen, type Stdin, UNKNOWN_STDIN } from './context.ts'
import type { Span } from './effects.ts'
import { interpret } from './interpret.ts'
import type { Launch } from './launch.ts'
import { movedTo, pathOf } from './paths.ts'
import { POSITIONAL } from './scope.ts'
import { walkSubstitutions } from './substitutions.ts'
import { evaluateText } from './walk.ts'

/** A place in the line whose position is known. */
export type Placed = Frame & { readonly at: Span }

/** What the shell itself reads and then looks up the next word as its own. */
const OWN_WORDS = new Set(['time', 'noglob', 'nocorrect', '-', 'repeat'])

/** The same place one wrapper further in. What an outside program sets is lost. */
export function inside(frame: Placed, wrapper: string, isInProcess: boolean): Placed {
  const isOwnWord = frame.isOwnWord === true && OWN_WORDS.has(wrapper)
  return {
    ...frame,
    via: [...frame.via, wrapper],
    scope: isInProcess ? frame.scope : frame.scope.child(),
    depth: frame.depth + 1,
    isOwnWord,
  }
}

export function runLaunch(launch: Launch, frame: Placed, ctx: Context): void {
  if (launch.as === 'mark') {
    ctx.mark(launch.marker, frame.at)
    return
  }
  const inner: { -readonly [Key in keyof Placed]: Placed[Key] } = inside(
    { ...frame, isRemote: frame.isRemote || launch.isRemote === true },
    launch.via,
    false,
  )
  if (launch.mounts !== undefined && !frame.isRemote) {
    inner.mounts = launch.mounts.flatMap(([arg, there]) => {
      // Else a file of that name, who knows where.
      const here = movedTo(frame.scope.directory, pathOf(arg) ?? (/^"?\$\(pwd\)"?:/.test(arg.source) ? '.' : '/?'))
      return here === null ? [] : [[here, there] as const]
    })
    inner.scope.directory = (launch.start && pathOf(launch.start)) ?? null
  }
  if (launch.isElsewhere === true) inner.scope.directory = null
  const from = ctx.effects.length
  if (launch.as === 'argv') interpret(launch.words, inner, ctx)
  else if (launch.as === 'script') runScript(launch.words, inner, ctx)
  else if (launch.as === 'input') runStdin(inner.stdin, inner, ctx)
  else runExpansion(launch.words, inner, ctx)
  if (launch.isInCode === true) mayHappen(ctx, from)
}

/** Words that a new shell reads as a script. What is not known of them is a marker; the rest is looked into all the same. */
export function runScript(words: readonly Arg[], frame: Placed, ctx: Context): void {
  const isKnown = words.every(word => textOf(word) !== undefined)
  if (!isKnown) ctx.mark('dynamic-script', frame.at)
  const inner = { ...ownProcess(frame), stdin: sharedStdin(frame.stdin) }
  for (const text of [scriptTextOf(words), ...words.slice(0, 1).flatMap(textsOf)]) evaluateText(text, inner, ctx)
}

export function runStdin(stdin: Stdin, frame: Placed, ctx: Context): void {
  const isEmpty = stdin.kind === 'none' && !frame.scope.isInputReplaced
  if (isEmpty) return
  if (stdin.kind === 'none') {
    ctx.mark('stdin-script', frame.at)
    return
  }
  if (stdin.kind === 'unknown') ctx.mark('stdin-script', frame.at)
  const text = stdin.kind === 'text' ? stdin.text : stdin.around
  if (text === undefined) return
  // Commands of the script read on from where the shell has got to.
  evaluateText(text, { ...ownProcess(frame), stdin: UNKNOWN_STDIN }, ctx)
}

/** A shell of its own, with the parameters it was given. */
function ownProcess({ parameters, ...frame }: Placed): Placed {
  const scope = frame.scope.child('process')
  const [zero, ...values] = parameters ?? []
  if (zero !== undefined) {
    scope.set('0', zero.isMany ? null : zero.parts)
    scope.setList(POSITIONAL, zero.isMany ? null : values)
  }
  return { ...frame, scope }
}

/** Text that a shell expands as it would a heredoc. */
function runExpansion(words: readonly Arg[], frame: Placed, ctx: Context): void {
  const isKnown = words.every(word => textOf(word) !== undefined)
  if (!isKnown) ctx.mark('dynamic-script', frame.at)
  const text = `: <<CASTELLAN_END\n${scriptTextOf(words)}\nCASTELLAN_END\n`
  if (isTooBigToParse(text) || !ctx.spend(1 + text.length / 16)) {
    ctx.giveUp()
    return
  }
  const [statement] = parse(text).commands
  if (statement !== undefined) walkSubstitutions(statement, { ...frame, scope: frame.scope.child('process') }, ctx)
}

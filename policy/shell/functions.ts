/** Functions that the line defines: their bodies are walked where they are called, with the arguments of the call. */
import type { CommandNode, CompoundList, Function as FunctionNode } from 'unbash'
import { type Arg, textOf } from './arg.ts'
import { type Assigned, assignedIn, makeUnknown } from './assigned.ts'
import { besides } from './besides.ts'
import { CHARACTERS_PER_STEP } from './budget.ts'
import { type Context, type Frame, mayHappen, NO_STDIN, UNKNOWN_STDIN } from './context.ts'
import type { Span } from './effects.ts'
import { interpret } from './interpret.ts'
import { inside } from './run-launch.ts'
import { OWN_PARAMETERS, POSITIONAL, Scope } from './scope.ts'
import { evaluateText, walkAny } from './walk.ts'

/** What a name may stand for, and what calling it may set. */
export type LineFunction = Assigned & { readonly bodies: readonly Body[] }

type Body = {
  readonly node: CommandNode | CompoundList
  /** Where it was defined; the call brings the rest. */
  readonly frame: Frame
  /** Some call gave it its arguments. */
  isCalled: boolean
  /** It was walked as something that may be called with anything. */
  isWalked: boolean
}

/** More than that of one name are not told apart. */
const MAX_BODIES = 8

export function defineFunction(node: FunctionNode, frame: Frame, ctx: Context): void {
  const name = node.name.value
  const assigned = assignedIn(node.body, ctx)
  const earlier = ctx.functions.get(name)
  const before = earlier?.bodies ?? []
  const isKnown = before.some(body => body.node === node.body)
  const bodies = isKnown ? before : [...before, { node: node.body, frame, isCalled: false, isWalked: false }]
  if (bodies.length > MAX_BODIES) {
    ctx.giveUp()
    return
  }
  ctx.functions.set(name, {
    names: new Set([...assigned.names, ...(earlier?.names ?? [])]),
    isAll: assigned.isAll || earlier?.isAll === true,
    movesDirectory: assigned.movesDirectory || earlier?.movesDirectory === true,
    mayLeave: assigned.mayLeave || earlier?.mayLeave === true,
    bodies,
  })
}

/** Walks what the name stands for, if it is a function; a call of itself is too complex. */
export function callFunction(name: string, args: readonly Arg[], frame: Frame & { readonly at: Span }, ctx: Context): void {
  const called = ctx.functions.get(name)
  if (called === undefined) {
    ctx.calledEarly.add(name)
    return
  }
  const label = `${name}()`
  if (frame.via.includes(label)) {
    ctx.mark('too-complex', frame.at)
    makeUnknown(called, frame.scope)
    return
  }
  const isSure = called.bodies.length === 1 && !called.isAll && !called.mayLeave
  for (const body of called.bodies) {
    body.isCalled = true
    const locals = new Set<string>()
    const scope = isSure ? frame.scope : frame.scope.child()
    const outer = frame.scope.list(POSITIONAL)
    scope.setList(POSITIONAL, args)
    walkAny(body.node, { ...frame, scope, locals, via: [...frame.via, label], at: body.frame.at, depth: frame.depth + 1 }, ctx)
    if (isSure) {
      scope.setList(POSITIONAL, outer ?? null)
      for (const local of locals) scope.set(local, null)
    } else frame.scope.weaken(scope, OWN_PARAMETERS)
  }
}

/** Work that one call of a function of the person's shell may be, and characters of one that is looked into: past them it is a program of its own. */
const MAX_KNOWN_STEPS = 4000
const MAX_KNOWN_TEXT = 4096

/**
 * Walks the function that the person's shell has of that name, besides the program of that name. `directory`: where the call stands.
 *
 * What its own text leaves open (a program in a variable, too much to read) is let by, as in a script on disk: only with an argument that cannot
 * be told is it a marker. So is a text that cannot be read at all.
 */
export function callKnown(
  name: string,
  args: readonly Arg[],
  directory: Scope['directory'],
  frame: Frame & { readonly at: Span },
  ctx: Context,
): void {
  const text = ctx.known.functions.get(name)
  const label = `${name}()`
  // One that calls itself is followed as long as it has fewer arguments each time: `run run git push`.
  const isAgain = frame.via.includes(label) && args.length >= (frame.scope.list(POSITIONAL)?.length ?? 0)
  if (text === undefined || frame.isOwnWord !== true || isAgain) return
  const isTold = args.every(arg => !arg.isMany && textOf(arg) !== undefined)
  /** `retry git push`: what a function does with what it is handed is mostly to run it. */
  const mayRunArguments = (): void => {
    const from = ctx.effects.length
    interpret(args, { ...inside(frame, label, false), at: frame.at }, ctx)
    mayHappen(ctx, from)
  }
  if (text.length > MAX_KNOWN_TEXT) {
    if (isTold) mayRunArguments()
    else ctx.mark('dynamic-program', frame.at)
    return
  }
  const defining = ctx.nested(MAX_KNOWN_STEPS)
  evaluateText(text, { scope: new Scope(), via: [], stdin: NO_STDIN, at: frame.at, isRemote: false, depth: frame.depth + 1 }, defining)
  const node = defining.functions.get(name)?.bodies.at(-1)?.node
  if (node === undefined || defining.markers.length > 0) {
    ctx.mark('dynamic-program', frame.at)
    return
  }
  besides(name, label, directory, frame, inner => {
    inner.scope.setList(POSITIONAL, args)
    const own = ctx.nested(MAX_KNOWN_STEPS)
    const before = own.stepsLeft
    walkAny(node, { ...inner, locals: new Set() }, own)
    ctx.absorb(own, before - own.stepsLeft + text.length / CHARACTERS_PER_STEP, isTold)
    const isOpen = own.markers.length > 0 || own.effects.some(effect => effect.kind === 'run' && effect.name === undefined)
    if (isTold && isOpen) mayRunArguments()
  })
}

/** What nobody was seen to call may still be called, with anything, at any later point. */
export function walkUncalled(ctx: Context): void {
  for (let body = nextUncalled(ctx); body !== undefined && ctx.spend(1); body = nextUncalled(ctx)) {
    body.isWalked = true
    walkAny(body.node, { ...body.frame, scope: body.frame.scope.child('function'), stdin: UNKNOWN_STDIN }, ctx)
  }
}

/** Walking one may define others. */
function nextUncalled(ctx: Context): Body | undefined {
  for (const [name, { bodies }] of ctx.functions) {
    const found = bodies.find(({ isCalled, isWalked }) => !isWalked && (!isCalled || ctx.calledEarly.has(name)))
    if (found !== undefined) return found
  }
  return undefined
}

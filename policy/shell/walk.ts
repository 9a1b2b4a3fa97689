/** Walks a script: every command that runs or may run, in order, with what is known at each point. */
import {
  type AndOr,
  type CommandNode,
  type CompoundList,
  type ParsedScript,
  type Pipeline,
  type PipelineNode,
  parse,
  type Statement,
  type Word,
} from 'unbash'
import { ANY_ARGS, type Arg, isPaths, knownStart, textOf } from './arg.ts'
import { assignedIn, makeUnknown } from './assigned.ts'
import { CHARACTERS_PER_STEP, isTooBigToParse, MAX_DEPTH } from './budget.ts'
import { sharedStdin } from './builtins.ts'
import { walkCommand } from './command.ts'
import type { Context, Frame } from './context.ts'
import { UNKNOWN_STDIN } from './context.ts'
import { expandWords } from './expand.ts'
import { separatorsOf } from './fields.ts'
import { oneOf } from './find.ts'
import { defineFunction } from './functions.ts'
import { pathsOf } from './paths.ts'
import { pipedText } from './piped.ts'
import { readRedirects } from './redirects.ts'
import { POSITIONAL, type Value } from './scope.ts'
import { spanOf } from './span.ts'
import { walkSubstitutions } from './substitutions.ts'

/** Evaluates text as a script of its own. The frame's `at` must say where the text came from, unless it is the line itself. */
export function evaluateText(text: string, frame: Frame, ctx: Context): void {
  const isTooMuch = frame.depth > MAX_DEPTH || isTooBigToParse(text) || !ctx.spend(1 + text.length / CHARACTERS_PER_STEP)
  if (isTooMuch) {
    ctx.giveUp()
    return
  }
  walkScript(parse(text), frame, ctx)
}

/** A parsed script; what the parser could not read is a marker, and the rest is walked all the same. */
export function walkScript(script: ParsedScript, frame: Frame, ctx: Context): void {
  if (frame.depth > MAX_DEPTH) {
    ctx.giveUp()
    return
  }
  const hasErrors = script.errors !== undefined && script.errors.length > 0
  if (hasErrors) ctx.mark('parse-error', spanOf(script, frame, ctx))
  walkStatements(script.commands, frame, ctx)
}

function walkStatements(statements: readonly Statement[], frame: Frame, ctx: Context): void {
  for (const statement of statements) {
    if (!ctx.spend(1)) return
    const isApart = statement.background === true
    walkList(statement.command, isApart ? apart(frame) : frame, ctx)
  }
}

/** The same place in a shell of its own: what it sets is lost. */
function apart(frame: Frame): Frame {
  return { ...frame, scope: frame.scope.child() }
}

/** Something that may run or not. */
function walkMaybe(frame: Frame, walk: (inner: Frame) => void): void {
  const inner = apart(frame)
  walk(inner)
  frame.scope.weaken(inner.scope)
}

/** Something that may run any number of times. */
function walkRepeated(frame: Frame, walk: (inner: Frame) => void): void {
  walkMaybe({ ...frame, isRepeated: true }, walk)
}

function walkList(node: AndOr | PipelineNode, frame: Frame, ctx: Context): void {
  if (node.type !== 'AndOr') {
    walkPipelineNode(node, frame, ctx)
    return
  }
  const [first, ...others] = node.commands
  if (first !== undefined) walkPipelineNode(first, frame, ctx)
  // What an unbroken run of `&&` has done so far did happen, for whatever comes next in that run.
  let run = apart(frame)
  others.forEach((command, index) => {
    const isBroken = node.operators[index] === '||' || node.operators[index - 1] === '||'
    if (isBroken) {
      frame.scope.weaken(run.scope)
      run = apart(frame)
    }
    walkPipelineNode(command, run, ctx)
  })
  frame.scope.weaken(run.scope)
}

function walkPipelineNode(node: PipelineNode, frame: Frame, ctx: Context): void {
  if (node.type === 'Pipeline') walkPipeline(node, frame, ctx)
  else walkNode(node, frame, ctx)
}

function walkPipeline(node: Pipeline, frame: Frame, ctx: Context): void {
  const isAlone = node.commands.length === 1
  let inner = frame
  node.commands.forEach((command, index) => {
    if (!ctx.spend(1)) return
    const previous = node.commands[index - 1]
    if (previous !== undefined) inner = { ...frame, stdin: pipedText(previous, inner, ctx) }
    // The last command of a pipe runs in the shell itself in zsh.
    const isLast = index === node.commands.length - 1
    if (isAlone) walkNode(command, inner, ctx)
    else if (isLast) walkMaybe(inner, last => walkNode(command, last, ctx))
    else walkNode(command, apart(inner), ctx)
  })
}

function walkNode(node: CommandNode, frame: Frame, ctx: Context): void {
  if (node.type === 'Command') {
    walkCommand(node, frame, ctx)
    return
  }
  if (frame.depth > MAX_DEPTH) {
    ctx.giveUp()
    return
  }
  // Who of the commands inside reads how much of the input cannot be told.
  const stdin = isSingle(node) ? frame.stdin : sharedStdin(frame.stdin)
  walkCompound(node, { ...frame, stdin, depth: frame.depth + 1 }, ctx)
}

/** A group of one simple command hands its input through. */
function isSingle(node: CommandNode): boolean {
  const isGroup = node.type === 'Subshell' || node.type === 'BraceGroup'
  if (!isGroup) return node.type === 'Redirected'
  const [only] = node.body.commands
  return node.body.commands.length === 1 && only?.command.type === 'Command'
}

function walkCompound(node: Exclude<CommandNode, { type: 'Command' }>, frame: Frame, ctx: Context): void {
  switch (node.type) {
    case 'Subshell':
      walkBody(node.body, apart(frame), ctx)
      return
    case 'BraceGroup':
      walkBody(node.body, frame, ctx)
      return
    case 'If':
      walkBody(node.clause, frame, ctx)
      walkMaybe(frame, then => walkBody(node.then, then, ctx))
      for (const branch of node.elif) {
        walkMaybe(frame, elif => {
          walkBody(branch.clause, elif, ctx)
          walkBody(branch.then, elif, ctx)
        })
      }
      walkMaybe(frame, other => node.else !== undefined && walkBody(node.else, other, ctx))
      return
    case 'While':
      makeUnknown(assignedIn(node, ctx, frame.scope), frame.scope)
      walkBody(node.clause, frame, ctx)
      walkRepeated(frame, body => walkBody(node.body, body, ctx))
      // What its condition read last is no name.
      makeUnknown(assignedIn(node, ctx, frame.scope), frame.scope)
      return
    case 'For':
    case 'Select': {
      for (const word of node.wordlist ?? []) walkSubstitutions(word, frame, ctx)
      const values = node.type === 'For' ? loopValues(node.wordlist, frame, ctx) : [null]
      makeUnknown(assignedIn(node, ctx, frame.scope), frame.scope)
      for (const value of values) {
        walkRepeated(frame, body => {
          body.scope.set(node.name.value, value)
          walkBody(node.body, body, ctx)
        })
      }
      return
    }
    case 'ArithmeticFor':
      for (const part of [node.initialize, node.test, node.update]) part !== undefined && walkSubstitutions(part, frame, ctx)
      makeUnknown(assignedIn(node, ctx, frame.scope), frame.scope)
      walkRepeated(frame, body => walkBody(node.body, body, ctx))
      return
    case 'Case':
      walkSubstitutions(node.word, frame, ctx)
      for (const item of node.items) {
        walkMaybe(frame, branch => {
          for (const pattern of item.pattern) walkSubstitutions(pattern, branch, ctx)
          walkBody(item.body, branch, ctx)
        })
      }
      return
    case 'TestCommand':
    case 'ArithmeticCommand':
      walkSubstitutions(node, frame, ctx)
      return
    case 'Function':
      defineFunction(node, frame, ctx)
      return
    case 'Coproc':
      walkAny(node.body, { ...apart(frame), stdin: UNKNOWN_STDIN }, ctx)
      return
    case 'Redirected':
      walkNode(node.command, { ...frame, stdin: redirected(node, frame, ctx) }, ctx)
      return
  }
}

/** Rounds of a loop that are followed one by one; not of a loop inside another. */
const MAX_ROUNDS = 6
/** Values of one that are told apart. */
const MAX_VALUES = 16

/** What a loop's variable holds, round by round where these are few and known; else in every round, which is sure not to be an option. */
function loopValues(words: readonly Word[] | undefined, frame: Frame, ctx: Context): readonly Value[] {
  const args = words === undefined ? (frame.scope.list(POSITIONAL) ?? [ANY_ARGS]) : expandWords(words, frame.scope, ctx)
  const isKnown = args.length > 0 && args.every(arg => !arg.isMany && textOf(arg) !== undefined)
  const isFew = args.length <= (frame.isRepeated === true ? 1 : MAX_ROUNDS)
  // A place stays the directory it is, however the line spelled it.
  if (isKnown && isFew)
    return args.map(({ parts }) =>
      parts.map(part => (part.kind === 'place' && part.place === 'home' ? { kind: 'place', place: 'home' } : part)),
    )
  return [loopValue(args, frame)]
}

function loopValue(args: readonly Arg[], frame: Frame): Value {
  // One of the files that a pattern or a search finds.
  const isFound =
    args.some(arg => textOf(arg) === undefined) &&
    args.every(arg => isPaths(arg.parts.at(-1)) || arg.parts.every(part => part.kind !== 'unknown'))
  if (isFound) return oneOf(args)
  const isNeverOption =
    args.length > 0 && args.every(arg => /^[^-]/.test(knownStart(arg)) && arg.parts.every(part => part.kind !== 'unknown'))
  const isPlain = separatorsOf(frame.scope) === ' \t\n' && args.every(arg => /^[^\s*?[]+$/.test(textOf(arg) ?? ''))
  const isMany = args.length > MAX_VALUES
  return isNeverOption
    ? [{ kind: 'unknown', neverDash: true, splits: !isPlain, ...(!isMany && { paths: args.flatMap(({ parts }) => pathsOf(parts)) }) }]
    : null
}

/** The files stand where the whole group does: what the commands inside print goes there. */
function redirected(node: Extract<CommandNode, { type: 'Redirected' }>, frame: Frame, ctx: Context): Frame['stdin'] {
  for (const redirect of node.redirects) walkSubstitutions(redirect, frame, ctx)
  return readRedirects(node.redirects, { ...frame, at: spanOf(node, frame, ctx) }, ctx)
}

export function walkAny(node: CommandNode | CompoundList, frame: Frame, ctx: Context): void {
  if (node.type === 'CompoundList') walkBody(node, frame, ctx)
  else walkNode(node, frame, ctx)
}

function walkBody(body: CompoundList, frame: Frame, ctx: Context): void {
  walkStatements(body.commands, frame, ctx)
}

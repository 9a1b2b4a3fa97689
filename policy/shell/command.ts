/** One simple command: its substitutions, redirects and assignments, then the program. */
import type { Assignment, Command, Redirect } from 'unbash'
import { runOwnAlias } from './alias.ts'
import { type Arg, type Part, textArg, textOf } from './arg.ts'
import { argvOf } from './argv.ts'
import { setArray, setVariable } from './builtins.ts'
import type { Context, Frame } from './context.ts'
import { UNKNOWN_STDIN } from './context.ts'
import type { Span } from './effects.ts'
import { isCodeVariable } from './env-code.ts'
import { expandValue, expandWord, expandWords } from './expand.ts'
import { interpret } from './interpret.ts'
import { integerOf } from './parameter.ts'
import { fileEffect } from './paths.ts'
import { commandText } from './piped.ts'
import { readRedirects } from './redirects.ts'
import { spanOf } from './span.ts'
import { walkSubstitutions } from './substitutions.ts'
import { noteWritten } from './written.ts'

/** Arrays through which the shell looks up what a name runs (bash, zsh). */
const NAME_TABLES = new Set(['BASH_ALIASES', 'BASH_CMDS', 'aliases', 'galiases', 'saliases', 'functions', 'commands'])

export function walkCommand(node: Command, frame: Frame, ctx: Context): void {
  if (!ctx.spend(1 + (node.prefix.length + node.suffix.length) / 2)) return
  for (const child of node.prefix) walkSubstitutions(child, frame, ctx)
  if (node.name !== undefined) walkSubstitutions(node.name, frame, ctx)
  for (const child of node.suffix) walkSubstitutions(child, frame, ctx)
  const at = spanOf(node, frame, ctx)
  const assignments = node.prefix.filter(child => child.type === 'Assignment')
  const argv = argvOf(node, frame, ctx)
  const stdin = readRedirects(node.redirects, frame, ctx)
  noteOutputs(node, frame, ctx)
  const isProgram = argv.length > 0
  // `exec < file` holds for everything after it.
  const isForLater = stdin !== frame.stdin && argv.some(arg => textOf(arg) === 'exec')
  if (isForLater) frame.scope.replaceInput()
  for (const assignment of assignments) if (NAME_TABLES.has(assignment.name)) ctx.mark('dynamic-program', at)
  if (!isProgram) {
    for (const assignment of assignments) {
      assign(assignment, frame, ctx)
      // Most of these are in the environment already: setting one changes what programs find there.
      if (isCodeVariable(assignment.name)) frame.scope.export(assignment.name)
    }
    return
  }
  const { directory } = frame.scope
  const inner = { ...frame, stdin, at, isOwnWord: true }
  runWith(assignments, argv, inner, ctx)
  runOwnAlias(node, argv, directory, inner, ctx)
  declareArrays(node, argv, frame, ctx)
}

/** What the redirects put into files, and the files that zsh takes `>!` for. */
function noteOutputs(node: Command, frame: Frame, ctx: Context): void {
  node.suffix.forEach((child, index) => {
    if (child.type !== 'Redirect' || child.target === undefined || child.operator.startsWith('<')) return
    const { value, parts } = child.target
    const isForced = parts === undefined && value.startsWith('!')
    const next = node.suffix[index + 1]
    const at = spanOf(child, frame, ctx)
    if (isForced && value !== '!') fileEffect('write', textArg(value.slice(1)), at, frame, ctx)
    else if (isForced && next?.type === 'Word')
      for (const file of expandWord(next, frame.scope, ctx)) fileEffect('write', file, at, frame, ctx)
  })
  const filled = node.redirects.filter(redirect => redirect.type === 'Redirect' && isOutput(redirect))
  if (filled.length === 0) return
  const output = filled.length === 1 ? commandText(node, frame, ctx) : UNKNOWN_STDIN
  for (const redirect of filled) {
    if (redirect.type !== 'Redirect' || redirect.target === undefined) continue
    for (const file of expandWord(redirect.target, frame.scope, ctx))
      noteWritten(file, output, redirect.operator.endsWith('>>'), frame, ctx)
  }
}

function isOutput({ operator, descriptor }: Redirect): boolean {
  const isStdout = descriptor === undefined || (descriptor.type === 'FileDescriptor' && descriptor.value === 1)
  return isStdout && (operator === '>' || operator === '>>' || operator === '>|' || operator.startsWith('&>'))
}

/** Builtins after which an assignment in front of them may stay, or that set variables of their own. */
const SPECIAL = new Set(
  'eval . source exec export readonly set shift trap unset return break continue exit times : command builtin declare typeset local read mapfile readarray printf let getopts wait'.split(
    ' ',
  ),
)
/** These read IFS, and set other things. */
const READS_IFS = new Set(['read', 'mapfile', 'readarray'])

/** Runs the program with the assignments in front of it. */
function runWith(assignments: readonly Assignment[], argv: readonly Arg[], frame: Frame & { readonly at: Span }, ctx: Context): void {
  if (assignments.length === 0) {
    interpret(argv, frame, ctx)
    return
  }
  const name = textOf(argv[0])
  const isPassing =
    name !== undefined &&
    !ctx.functions.has(name) &&
    !ctx.aliases.has(name) &&
    (!SPECIAL.has(name) || (READS_IFS.has(name) && assignments.every(assignment => assignment.name === 'IFS')))
  const { scope } = frame
  const before = isPassing ? assignments.map(assignment => scope.own(assignment.name)) : []
  // They hold for this command alone, and are gone or not afterwards as its kind has it.
  const inner = isPassing ? frame : { ...frame, scope: scope.child() }
  for (const assignment of assignments) assign(assignment, inner, ctx)
  const own = assignments.map(assignment => ({ name: assignment.name, value: inner.scope.get(assignment.name) ?? null }))
  interpret(argv, { ...inner, env: [...(frame.env ?? []), ...own] }, ctx)
  if (!isPassing) scope.weaken(inner.scope)
  else assignments.toReversed().forEach((assignment, index) => void scope.putBack(assignment.name, before[before.length - 1 - index]))
}

const DECLARES = new Set(['declare', 'typeset', 'local', 'export', 'readonly'])

/** `declare -a x=(a b)`: the elements are no words of the command. */
function declareArrays(node: Command, argv: readonly Arg[], frame: Frame, ctx: Context): void {
  if (!DECLARES.has(textOf(argv[0]) ?? '')) return
  for (const arg of node.args) if (arg.type === 'Assignment' && arg.value.type === 'ArrayValue') assign(arg, frame, ctx)
}

function assign(node: Assignment, frame: Frame, ctx: Context): void {
  const isList = node.value.type === 'ArrayValue' || node.index !== undefined
  if (isList) setArray(node.name, listOf(node, frame, ctx), frame.scope, ctx)
  else setVariable(node.name, scalarOf(node, frame, ctx), frame, ctx)
}

/** null: a value that cannot be told. */
function scalarOf(node: Assignment, frame: Frame, ctx: Context): readonly Part[] | null {
  if (node.value.type !== 'Word') return null
  const value = expandValue(node.value, frame.scope, ctx)
  if (node.append !== true) return value
  const before = frame.scope.get(node.name)
  return before === undefined || before === null ? null : [...before, ...value]
}

/** The elements after `a=(...)`, `a+=(...)` or `a[1]=x`; null: they cannot be told. */
function listOf(node: Assignment, frame: Frame, ctx: Context): readonly Arg[] | null {
  const before = frame.scope.list(node.name)
  if (node.value.type === 'Word') {
    const index = node.index === undefined ? undefined : integerOf(node.index)
    const at = index === undefined ? -1 : ctx.dialect === 'zsh' ? index - 1 : index
    const isInside = before !== undefined && before !== null && at >= 0 && at <= before.length && !before.some(item => item.isMany)
    if (!isInside || node.append === true) return null
    ctx.differ()
    return before.toSpliced(at, 1, {
      parts: expandValue(node.value, frame.scope, ctx),
      isMany: false,
      source: node.value.text,
    })
  }
  const isIndexed = node.value.elements.some(element => /^\[.*\]\+?=/s.test(element.text))
  if (isIndexed || node.index !== undefined) return null
  const items = expandWords(node.value.elements, frame.scope, ctx)
  if (node.append !== true) return items
  if (before === null) return null
  return [...(before ?? [{ parts: [{ kind: 'unknown', isEnvironment: true }], isMany: true, source: '' } satisfies Arg]), ...items]
}

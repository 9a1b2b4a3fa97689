/** One simple command: its substitutions, redirects and assignments, then the program. */
import type { Assignment, Command } from 'unbash'
import { type Part, textOf } from './arg.ts'
import { argvOf } from './argv.ts'
import { setVariable } from './builtins.ts'
import type { Context, Frame } from './context.ts'
import { isCodeVariable } from './env-code.ts'
import { expandValue } from './expand.ts'
import { interpret } from './interpret.ts'
import { readRedirects } from './redirects.ts'
import { spanOf } from './span.ts'
import { walkSubstitutions } from './substitutions.ts'

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
  if (assignments.length === 0) {
    interpret(argv, { ...frame, stdin, at }, ctx)
    return
  }
  // They hold for this command alone, and are gone or not afterwards as its kind has it.
  const inner = { ...frame, stdin, at, scope: frame.scope.child() }
  for (const assignment of assignments) assign(assignment, inner, ctx)
  const own = assignments.map(({ name }) => ({ name, value: inner.scope.get(name) ?? null }))
  interpret(argv, { ...inner, env: [...(frame.env ?? []), ...own] }, ctx)
  frame.scope.weaken(inner.scope)
}

function assign(node: Assignment, frame: Frame, ctx: Context): void {
  setVariable(node.name, assignedValue(node, frame, ctx), frame, ctx)
}

/** null: an array, an element of one, or a value that cannot be told. */
function assignedValue(node: Assignment, frame: Frame, ctx: Context): readonly Part[] | null {
  const isScalar = node.value.type === 'Word' && node.index === undefined
  if (!isScalar || node.value.type !== 'Word') return null
  const value = expandValue(node.value, frame.scope, ctx)
  if (node.append !== true) return value
  const before = frame.scope.get(node.name)
  return before === undefined || before === null ? null : [...before, ...value]
}

import type { Assignment, Command } from 'unbash'
import type { Arg } from './arg.ts'
import type { Context, Frame } from './context.ts'
import { expandValue, expandWord } from './expand.ts'

/** A simple command's words, expanded: the program first. Empty when nothing but assignments and redirects is left. */
export function argvOf(node: Command, frame: Frame, ctx: Context): Arg[] {
  const name = node.name === undefined ? [] : expandWord(node.name, frame.scope, ctx)
  const args = node.args.flatMap(arg => (arg.type === 'Word' ? expandWord(arg, frame.scope, ctx) : [assignmentArg(arg, frame, ctx)]))
  return [...name, ...args]
}

/** `NAME=value` as `export` and its like receive it. */
function assignmentArg(node: Assignment, frame: Frame, ctx: Context): Arg {
  const isScalar = node.value.type === 'Word' && node.index === undefined && node.append !== true
  if (!isScalar) return { parts: [{ kind: 'text', text: node.text }], isMany: false, source: node.text }
  const value = node.value.type === 'Word' ? expandValue(node.value, frame.scope, ctx) : []
  return { parts: [{ kind: 'text', text: `${node.name}=` }, ...value], isMany: false, source: node.text }
}

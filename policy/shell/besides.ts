/** Looks into what a name stands for in the person's shell, besides the program of that name. */
import { isBuiltin } from './builtins.ts'
import type { Frame } from './context.ts'
import { OWN_PARAMETERS, type Scope } from './scope.ts'

/**
 * Walks it as it may be, or not, in a shell that stands in `directory`. Nothing on another machine.
 * One that has a builtin's name is taken to leave the shell as the builtin does: or no `cd` with a function of the person around it would lead anywhere.
 */
export function besides<Outer extends Frame>(
  name: string,
  label: string,
  directory: Scope['directory'],
  frame: Outer,
  walk: (inner: Outer) => void,
): void {
  if (frame.isRemote) return
  const scope = frame.scope.child()
  scope.directory = directory
  walk({ ...frame, scope, via: [...frame.via, label], depth: frame.depth + 1 })
  if (!isBuiltin(name)) frame.scope.weaken(scope, OWN_PARAMETERS)
}

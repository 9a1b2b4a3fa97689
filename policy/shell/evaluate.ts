/** `policy/shell`'s one entrance: a command line -> what it would do. */
import { Context, NO_STDIN } from './context.ts'
import type { Evaluation } from './effects.ts'
import { Scope } from './scope.ts'
import { evaluateText } from './walk.ts'

/**
 * What a command line would do, read as bash. Every body that may run counts as run. What the text does not tell is a marker, and what surrounds
 * it is evaluated all the same.
 *
 * Never throws: past a budget (`budget.ts`), or on a failure inside, the answer holds what was found so far and a `too-complex` marker.
 *
 * First cut. Not looked into, and without a marker: scripts in files (`bash x.sh`, `./x.sh`), which every session runs all day; code given to
 * interpreters (`python -c`, `awk`); commands inside containers (`docker exec`), package runners (`npx`), `make`, and programs that start others
 * through an option or a variable (`tar --to-command`, `GIT_SSH_COMMAND=`). A file that only a glob or an unknown value names is no file effect.
 * Variables from the environment are taken to hold one word where they give an option's value or a program's directory. zsh's own syntax is
 * read as bash where that is possible.
 */
export function evaluateCommand(text: string): Evaluation {
  const ctx = new Context(text)
  try {
    evaluateText(text, { scope: new Scope(), via: [], stdin: NO_STDIN, at: undefined, isRemote: false, depth: 0 }, ctx)
  } catch {
    // The parser's lazy parts recurse: only running out of stack gets here, and it means "cannot tell".
    ctx.giveUp()
  }
  return { effects: ctx.effects, markers: ctx.markers }
}

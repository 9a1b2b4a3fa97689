/** `policy/shell`'s entrance for PowerShell: a script -> what it would do. */
import { Context, NO_STDIN } from '../context.ts'
import type { Evaluation } from '../effects.ts'
import { Scope } from '../scope.ts'
import { runPowerShell } from './run-script.ts'

/**
 * What a PowerShell script would do. A cmdlet is a run under its own full name, and under the name and flags of the plain program that does the
 * same, where there is one (`Remove-Item -Recurse -Force x` is also `rm -r -f x`): one rule covers both. Short names and parameters that are cut
 * short are spelled out. Every body that may run counts as run.
 *
 * Never throws: past a budget (`budget.ts`), or on a failure inside, the answer holds what was found so far and a `too-complex` marker.
 *
 * Not looked into: script files, modules, and objects that only running the script tells.
 */
export function evaluatePowerShell(text: string): Evaluation {
  const ctx = new Context(text)
  const at = { start: 0, end: text.length }
  try {
    runPowerShell(text, { scope: new Scope(), via: [], stdin: NO_STDIN, at, isRemote: false, depth: 0 }, ctx)
  } catch {
    ctx.giveUp()
  }
  return { effects: ctx.effects, markers: ctx.markers }
}

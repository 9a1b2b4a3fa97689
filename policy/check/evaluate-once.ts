import type { Evaluate } from '../facts/command-facts.ts'
import type { Evaluation } from '../shell/effects.ts'

/** The same evaluator, asked once for each text: the tools judge the same commands again and again. It keeps every answer but those that may be read on. */
export const evaluateOnce = (evaluate: Evaluate): Evaluate => {
  const known = new Map<string, Evaluation>()
  return line => {
    const before = known.get(line)
    if (before !== undefined) return before
    const found = evaluate(line)
    if (found.scripts === undefined) known.set(line, found)
    return found
  }
}

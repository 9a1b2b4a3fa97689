/** `policy/shell`'s one entrance: a command line -> what it would do. */
import { MAX_STEPS } from './budget.ts'
import { Context, type Dialect, NO_STDIN } from './context.ts'
import type { Evaluation, Scripts } from './effects.ts'
import { walkUncalled } from './functions.ts'
import { type Known, NOTHING_KNOWN } from './known.ts'
import { Scope } from './scope.ts'
import { readScripts } from './script-calls.ts'
import { evaluateText } from './walk.ts'

// Looking a global up costs more than using it, in the engine.
const OwnMap = Map
const { stringify: toText } = JSON

/**
 * What a command line would do, read as bash, and as zsh where that shell would do something else; what either does counts. Every body that may run
 * counts as run. What the text does not tell is a marker, and what surrounds it is evaluated all the same.
 *
 * `known`: aliases and functions of the shell that it runs in. Each is looked into besides the program of that name, so that they only ever add to
 * what is found.
 *
 * Never throws: past a budget (`budget.ts`), or on a failure inside, the answer holds what was found so far and a `too-complex` marker.
 *
 * Scripts in files that the line did not write (`bash x.sh`, `./x.sh`, `python x.py`) are named in `scripts`; until they are read, they are no marker. A
 * file that only a glob or an unknown value names is no file effect. Variables from the environment are taken to hold one word where they give an
 * option's value or a program's directory.
 */
export function evaluateCommand(text: string, known: Known = NOTHING_KNOWN): Evaluation {
  const bash = readAs('bash', text, MAX_STEPS, known)
  const readings = [bash]
  // Both readings share one budget.
  const isOther = bash.isDifferent && bash.stepsLeft >= 0
  if (isOther) readings.push(readAs('zsh', text, bash.stepsLeft, known))
  return answerOf(readings)
}

/** What the readings found, and a way on with the texts of scripts. */
function answerOf(readings: readonly Context[]): Evaluation {
  const [bash, zsh] = readings as readonly [Context, Context?]
  const found = zsh === undefined ? { effects: [...bash.effects], markers: [...bash.markers] } : joined(bash, zsh)
  const places = new Set(readings.flatMap(ctx => (ctx.stepsLeft < 0 ? [] : ctx.scripts.map(({ place }) => place))))
  if (places.size === 0) return found
  const read: Scripts['read'] = texts => {
    for (const ctx of readings) readScripts(ctx, texts)
    return answerOf(readings)
  }
  return { ...found, scripts: { places: [...places], read } }
}

function readAs(dialect: Dialect, text: string, steps: number, known: Known): Context {
  const ctx = new Context(text, dialect, steps, known)
  try {
    evaluateText(text, { scope: new Scope(), via: [], stdin: NO_STDIN, at: undefined, isRemote: false, depth: 0 }, ctx)
    walkUncalled(ctx)
  } catch {
    // The parser's lazy parts recurse: only running out of stack gets here, and it means "cannot tell".
    ctx.giveUp()
  }
  return ctx
}

/** The first reading, and what the second adds to it. */
function joined(first: Context, second: Context): Evaluation {
  const keyOf = (found: unknown): string => toText(found)
  // A program's name that only lacks splitting is no program.
  const others = second.effects.filter(effect => effect.kind !== 'run' || effect.name === undefined || !/\s/.test(effect.name))
  const effects = new OwnMap([...first.effects, ...others].map(effect => [keyOf(effect), effect]))
  const markers = new OwnMap([...first.markers, ...second.markers].map(marker => [keyOf(marker), marker]))
  return { effects: [...effects.values()], markers: [...markers.values()] }
}

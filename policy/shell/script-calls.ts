/** Scripts in files that the line runs and did not write: noted while the line is read, and read once somebody knows their texts. */
import type { Arg } from './arg.ts'
import type { Context } from './context.ts'
import type { Scripts } from './effects.ts'
import { walkUncalled } from './functions.ts'
import { movedTo, pathOf } from './paths.ts'
import type { Placed } from './run-launch.ts'

/** `run` reads the text as what runs it would. */
export type ScriptCall = { readonly place: string; readonly frame: Placed; readonly run: (text: string, frame: Placed) => void }

/** Calls of scripts that are followed. */
const MAX_CALLS = 32
/** Programs of the system, which go by their names, and what is no file. */
const NO_SCRIPT = /^\/+(?:(?:usr\/)?s?bin|dev|proc|sys)\//

/** Notes a call of a script whose path is known. */
export function noteScript(file: Arg, frame: Placed, ctx: Context, run: ScriptCall['run']): void {
  const path = pathOf(file)
  const { directory } = frame.scope
  // `source .venv/bin/activate; python x.py`: what is sourced hardly ever leads elsewhere.
  const from = directory === null && ctx.hasSourced ? undefined : directory
  const place = path === undefined ? null : movedTo(from, path)
  if (place === null || frame.isRemote || NO_SCRIPT.test(place) || ctx.scripts.length >= MAX_CALLS) return
  // What the rest of the line does to directory and variables is not for the script to find.
  ctx.scripts.push({ place, frame: { ...frame, scope: frame.scope.child(), via: [...frame.via, place], depth: frame.depth + 1 }, run })
}

/** Reads the scripts noted so far; those that they run themselves are noted in turn. */
export function readScripts(ctx: Context, texts: Parameters<Scripts['read']>[0]): void {
  for (const { place, frame, run } of ctx.scripts.splice(0)) {
    const text = texts.get(place)
    ctx.readScript(() => {
      if (text === undefined) ctx.mark('script', frame.at)
      else run(text, frame)
      // What a script defines and does not call may be called by another.
      walkUncalled(ctx)
    })
  }
}

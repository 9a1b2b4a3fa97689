/** Words of PowerShell as every rule is written: slashes, `~`, patterns, programs without `.exe`. */
import { type Arg, type Part, textArg, textOf } from '../arg.ts'
import type { Context, Stdin } from '../context.ts'
import { interpret } from '../interpret.ts'
import type { Placed } from '../run-launch.ts'

export const HOME: Part = { kind: 'place', place: 'home', written: '~' }

/** An argument of a cmdlet: no value of a variable becomes a parameter. */
export function cmdletArg(arg: Arg): Arg {
  return arg.isMany ? arg : { ...arg, parts: arg.parts.map(part => (part.kind === 'unknown' ? { ...part, neverDash: true } : part)) }
}

/** A path. `hasPatterns`: `*`, `?` and `[...]` in it stand for names. */
export function pathArg(arg: Arg, hasPatterns = true): Arg {
  const parts = cmdletArg(arg).parts.flatMap((part, at): readonly Part[] => {
    if (part.kind !== 'text') return [part]
    const text = part.text.replaceAll('\\', '/').replace(/^[\w./]*FileSystem::/i, '')
    const isHome = at === 0 && /^~(?:\/|$)/.test(text)
    const pieces = (isHome ? text.slice(1) : text).split(hasPatterns ? /([*?]+|\[[^[\]]*\])/ : /$^/)
    const found = pieces.map((piece, index) => ({ kind: index % 2 === 0 ? ('text' as const) : ('glob' as const), text: piece }))
    return [...(isHome ? [HOME] : []), ...found.filter(piece => piece.text !== '')]
  })
  return { ...arg, parts, isMany: arg.isMany || parts.some(part => part.kind === 'glob') }
}

/** The same place inside a program. */
export function within(frame: Placed, stdin: Stdin): Placed {
  return { ...frame, scope: frame.scope.child(), depth: frame.depth + 1, stdin }
}

/** A program's name or path, of which the directory may be unknown (`$env:windir\x\git.exe`); undefined: it cannot be told. */
export function programOf(arg: Arg): string | undefined {
  const last = arg.parts.at(-1)
  return textOf(arg) ?? (last?.kind === 'text' && /[\\/]/.test(last.text) ? last.text : undefined)
}

/** Starts a program by its name or path. Windows knows no case, so a rule about `git` hears `GIT.EXE` too. */
export function runNative(written: string, args: readonly Arg[], frame: Placed, ctx: Context): void {
  const name = written.replaceAll('\\', '/').replace(/\.(?:exe|cmd|bat|com)$/i, '')
  for (const one of new Set([name, name.replace(/[^/]+$/, last => last.toLowerCase())]))
    interpret([textArg(one, written), ...args], frame, ctx)
}

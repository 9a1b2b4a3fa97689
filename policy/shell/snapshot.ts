/** Reads the file in which the engine keeps the aliases and functions of the person's shell, and which every Bash call begins by sourcing. */
import { Context, NO_STDIN } from './context.ts'
import type { Known } from './known.ts'
import { Scope } from './scope.ts'
import { evaluateText } from './walk.ts'

/** Characters of one alias. */
const MAX_ALIAS = 4096
/** Characters of one snapshot; what is past it is not known. */
const MAX_SNAPSHOT = 1024 * 1024

/**
 * Where a new part begins: a heading, an alias, a function as bash (one on a line) or zsh writes it. Behind its last headings the engine puts
 * functions of its own in front of `rg`, `find`, `grep` and the like; they run what they are named for, and are no part of what is learned.
 */
const PARTS = /\n(?=# (?:Functions|Shell Options|Aliases|Check for|Shadow )|alias -- |(?:eval \$')?[^\s'"(]+ \(\))/
const NAME = /^(?:alias -- ['"]?([^\s=]+?)['"]?=|(?:eval \$')?([^\s'"(]+) \(\))/

// Looking a global up costs more than using it, in the engine.
const OwnMap = Map

/** What the snapshots say, the later before the earlier. What a name stands for and cannot be read is known as that: never throws. */
export function readSnapshots(texts: readonly string[]): Known {
  const aliases = new OwnMap<string, string | null>()
  const functions = new OwnMap<string, string>()
  for (const text of texts) {
    const own = new OwnMap<string, string | null>()
    for (const part of text.slice(0, MAX_SNAPSHOT).split(PARTS)) {
      const [, alias, called] = NAME.exec(part) ?? []
      if (alias !== undefined) own.set(alias, aliasText(alias, part))
      else if (called !== undefined) functions.set(called, part)
    }
    // Which of the sessions is this one's is not told.
    for (const [name, given] of own) aliases.set(name, (aliases.get(name) ?? given) === given ? given : null)
  }
  return { aliases, functions }
}

/** The alias's text without the quotes around it; null for one that breaks off or is too long. */
function aliasText(name: string, definition: string): string | null {
  if (definition.length > MAX_ALIAS) return null
  const ctx = new Context('')
  evaluateText(definition, { scope: new Scope(), via: [], stdin: NO_STDIN, at: { start: 0, end: 0 }, isRemote: false, depth: 0 }, ctx)
  return ctx.markers.length === 0 ? (ctx.aliases.get(name) ?? null) : null
}

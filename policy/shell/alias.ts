/** Aliases of the person's shell: a command's first word stands for their text, where it is written without quotes. */
import type { Command, Word } from 'unbash'
import type { Arg } from './arg.ts'
import { isBuiltin } from './builtins.ts'
import type { Context, Frame } from './context.ts'
import type { Span } from './effects.ts'
import { quotedArg } from './interpret.ts'
import { evaluateText } from './walk.ts'

/**
 * Evaluates the command once more with the alias's text in place of its name, unless this is that very text. `directory`: where the command stands.
 * A text that cannot be told is a marker.
 */
export function runOwnAlias(
  node: Command,
  [, ...args]: readonly Arg[],
  frame: Frame & { readonly at: Span; readonly directory: Frame['scope']['directory'] },
  ctx: Context,
): void {
  const name = plainText(node.name)
  const label = `alias ${name}`
  const text = name === undefined || frame.isRemote || frame.via.includes(label) ? undefined : ctx.known.aliases.get(name)
  if (name === undefined || text === undefined) return
  const words = [text]
  // Behind a text that ends in a blank, the next word is looked up as well.
  for (let last = text; last !== null && /[ \t]$/.test(last); ) {
    const next = node.args[words.length - 1]
    const found = next?.type === 'Word' ? ctx.known.aliases.get(plainText(next) ?? '') : undefined
    if (found === undefined) break
    words.push(found)
    last = found
  }
  if (words.includes(null)) {
    ctx.mark('dynamic-program', frame.at)
    return
  }
  const scope = frame.scope.child()
  scope.directory = frame.directory
  const script = [...words, ...args.slice(words.length - 1).map(quotedArg)].join(' ')
  evaluateText(script, { ...frame, scope, via: [...frame.via, label], depth: frame.depth + 1 }, ctx)
  // One that has a builtin's name is taken to leave the shell as the builtin does.
  if (!isBuiltin(name)) frame.scope.weaken(scope)
}

/** A word in which nothing is quoted or expanded. */
function plainText(word: Word | undefined): string | undefined {
  return word !== undefined && word.text === word.value && word.parts === undefined ? word.text : undefined
}

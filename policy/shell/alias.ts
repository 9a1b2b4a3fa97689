/** Aliases of the person's shell: a command's first word stands for their text, where it is written without quotes. */
import type { Command } from 'unbash'
import type { Arg } from './arg.ts'
import { besides } from './besides.ts'
import type { Context, Frame } from './context.ts'
import type { Span } from './effects.ts'
import { quotedArg } from './interpret.ts'
import type { Scope } from './scope.ts'
import { evaluateText } from './walk.ts'

/**
 * Evaluates the command once more with the alias's text in place of its name, behind the assignments in front, unless this is that very text. `directory`: where the command stands.
 * A text that cannot be told is a marker.
 */
export function runOwnAlias(
  node: Command,
  [, ...args]: readonly Arg[],
  directory: Scope['directory'],
  frame: Frame & { readonly at: Span },
  ctx: Context,
): void {
  const name = writtenAs(node.name)
  const label = `alias ${name}`
  let text = ctx.known.aliases.get(name)
  if (text === undefined || frame.via.includes(label)) return
  const words = [text]
  // Behind a text that ends in a blank, the next word is looked up as well.
  while (/\s$/.test(text ?? '')) {
    const next = writtenAs(node.args[words.length - 1])
    text = ctx.known.aliases.get(next)
    if (text === undefined || frame.via.includes(`alias ${next}`)) break
    words.push(text)
  }
  const script = [
    ...node.prefix.map(child => (child.type === 'Assignment' ? child.text : '')),
    ...words,
    ...args.slice(words.length - 1).map(quotedArg),
  ].join(' ')
  besides(name, label, directory, frame, inner => {
    if (words.includes(null)) ctx.mark('dynamic-program', frame.at)
    else evaluateText(script, inner, ctx)
  })
}

/** The word as it is written: with a quote in it, it is no alias's name. */
const writtenAs = (word: Command['args'][number] | undefined): string => (word?.type === 'Word' ? word.text : '')

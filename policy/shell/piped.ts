/** What a command would print into a pipe, where the line says it in so many words. */
import type { CommandNode } from 'unbash'
import { type Arg, scriptTextOf, textOf } from './arg.ts'
import { argvOf } from './argv.ts'
import type { Context, Frame, Stdin } from './context.ts'
import { UNKNOWN_STDIN } from './context.ts'
import { textStdinOf } from './redirects.ts'

/** The text of a literal `echo`, `printf`, or `cat` of a heredoc; unknown for everything else. */
export function pipedText(node: CommandNode, frame: Frame, ctx: Context): Stdin {
  if (node.type !== 'Command' || !ctx.spend(1)) return UNKNOWN_STDIN
  const isPlain = node.redirects.every(
    redirect => redirect.type !== 'Redirect' || (redirect.descriptor?.type === 'FileDescriptor' && redirect.descriptor.value === 2),
  )
  const [program, ...args] = argvOf(node, frame, ctx)
  const name = textOf(program)
  const isTakenOver = name === undefined || ctx.functions.has(name) || ctx.aliases.has(name)
  if (!isPlain || isTakenOver) return UNKNOWN_STDIN
  if (name === 'echo') return echoed(args)
  if (name === 'printf') return printed(args)
  const isCopying = name === 'cat' && args.every(arg => textOf(arg) === '-')
  return isCopying ? textStdinOf(node.redirects, frame, ctx) : UNKNOWN_STDIN
}

function echoed(args: readonly Arg[]): Stdin {
  const start = args.findIndex(arg => !/^-[neE]+$/.test(textOf(arg) ?? ''))
  return stdinOf(start < 0 ? [] : args.slice(start))
}

function printed(args: readonly Arg[]): Stdin {
  const operands = textOf(args[0]) === '--' ? args.slice(1) : args
  const format = textOf(operands[0])
  if (format === undefined) return around(operands)
  const isFormatPlain = /^(?:[^%\\]|%%|%s|\\n|\\t)*$/.test(format)
  const values = operands.slice(1)
  const texts = values.map(textOf)
  const slots = format.match(/%s/g)?.length ?? 0
  const isOneRound = slots === 0 ? values.length === 0 : values.length <= slots
  const isKnown = isFormatPlain && isOneRound && texts.every(text => text !== undefined)
  if (!isKnown) return around(operands)
  let next = 0
  const text = format.replace(/%%|%s|\\n|\\t/g, directive => {
    if (directive === '%s') return texts[next++] ?? ''
    return directive === '%%' ? '%' : directive === '\\n' ? '\n' : '\t'
  })
  return { kind: 'text', text }
}

/** `echo` of a backslash depends on the shell. */
function stdinOf(args: readonly Arg[]): Stdin {
  const texts = args.map(textOf)
  const isKnown = texts.every(text => text !== undefined && !text.includes('\\'))
  return isKnown ? { kind: 'text', text: `${texts.join(' ')}\n` } : around(args)
}

function around(args: readonly Arg[]): Stdin {
  return { kind: 'unknown', around: scriptTextOf(args) }
}

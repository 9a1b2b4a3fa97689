/** What commands would print, where the line says it in so many words. */
import type { CommandNode, ParsedScript, PipelineNode, Redirection, Statement } from 'unbash'
import { type Arg, knownStart, type Part, scriptTextOf, splitName, textOf, UNKNOWN } from './arg.ts'
import { argvOf } from './argv.ts'
import { MAX_VALUE } from './budget.ts'
import type { Context, Frame, Stdin } from './context.ts'
import { UNKNOWN_STDIN } from './context.ts'
import { filtered, isFilter } from './filters.ts'
import { listedLine } from './listed.ts'
import { echoed, formatted } from './printed.ts'
import { inputOf, streamOf } from './redirects.ts'
import type { Scope } from './scope.ts'

/** The output of one stage of a pipe, as the next stage finds it; unknown for all but text through programs that only change text. */
export function pipedText(node: CommandNode, frame: Frame, ctx: Context): Stdin {
  if (!ctx.spend(1)) return UNKNOWN_STDIN
  if (node.type === 'Command') return isStdoutFree(node.redirects) ? commandText(node, frame, ctx) : UNKNOWN_STDIN
  const isGroup = node.type === 'BraceGroup' || node.type === 'Subshell'
  return isGroup ? statementsText(node.body.commands, { ...frame, stdin: UNKNOWN_STDIN }, ctx) : UNKNOWN_STDIN
}

const PRINTS_NOTHING = new Set(['true', 'false', ':'])

/** The branch that is checked out: wherever git takes a ref, `HEAD` is the same. */
const CURRENT_BRANCH = /^(?:branch --show-current|rev-parse --abbrev-ref HEAD|symbolic-ref --short HEAD)$/

/** The output of a simple command, wherever its redirects send it. */
export function commandText(node: Extract<CommandNode, { type: 'Command' }>, frame: Frame, ctx: Context): Stdin {
  const [program, ...args] = argvOf(node, frame, ctx)
  const stdin = inputOf(node.redirects, frame, ctx)
  // `$(< file)`.
  if (program === undefined) return node.prefix.some(child => child.type === 'Assignment') ? UNKNOWN_STDIN : asOutput(stdin)
  const name = textOf(program)
  const isTakenOver = name === undefined || ctx.functions.has(name) || ctx.aliases.has(name)
  if (isTakenOver) return UNKNOWN_STDIN
  const texts = args.map(arg => (arg.isMany ? undefined : textOf(arg)))
  const known = texts.every(text => text !== undefined) ? (texts as string[]) : undefined
  if (PRINTS_NOTHING.has(name)) return { kind: 'text', text: '' }
  const isPrinting = name === 'echo' || name === 'printf'
  if (isPrinting && known === undefined) return { kind: 'unknown', around: scriptTextOf(args), ...withLine(listedLine(name, args)) }
  if (name === 'echo' && known !== undefined) return printed(echoText(known, ctx), args)
  if (name === 'printf' && known !== undefined) return printed(printfText(known), args)
  // Another PATH, another program.
  const isOwn = frame.scope.get('PATH') === undefined
  if (!isOwn) return UNKNOWN_STDIN
  if (name === 'git' && CURRENT_BRANCH.test(known?.join(' ') ?? '')) return { kind: 'text', text: 'HEAD' }
  if (name === 'realpath' || name === 'readlink') return samePath(args, frame)
  const told = node.prefix.length === 0 && known !== undefined ? spoken([name, ...known].join(' '), frame) : undefined
  if (told !== undefined) return told
  if (name === 'dirname' && known?.length === 1) return { kind: 'text', text: folderOf(known[0] as string) }
  if (name === 'cat' && args.length > 0) return concatenated(args, stdin, frame, ctx)
  if (name === 'cat') return asOutput(stdin)
  const isChanging = isFilter(name) && known !== undefined && stdin.kind === 'text' && ctx.spend(1 + stdin.text.length / 64)
  if (isChanging) return printed(filtered(name, known, stdin.text), [])
  return { kind: 'unknown', ...withLine(listedLine(name, args, stdin.line)) }
}

/** A new file or folder of `mktemp`, whose last letters stand for any, and a program that is looked up. */
function spoken(line: string, { scope }: Frame): Stdin | undefined {
  const made = scope.get('TMPDIR') === undefined ? /^mktemp(?: -[dqu]+)*( -t)?(?: ([\w./-]*X))?(?: --suffix=(\S+))?$/.exec(line) : null
  const [, program] = /^(?:which|command -v) (\w[\w.+-]*)$/.exec(line) ?? []
  if (program !== undefined)
    return {
      kind: 'unknown',
      line: [
        { kind: 'place', place: 'other' },
        { kind: 'text', text: `/bin/${program}` },
      ],
    }
  if (made === null) return undefined
  const [, isName, template, ending = ''] = made
  return { kind: 'text', text: `${template && !isName ? '' : '/tmp/'}${template ?? 'tmp.X'}${ending}` }
}

/** `realpath x`, `readlink -f x`: the same file, wherever the line goes from here. */
function samePath(args: readonly Arg[], { scope }: Frame): Stdin {
  const [file, more] = args.filter(arg => !knownStart(arg).startsWith('-'))
  if (file === undefined || more !== undefined) return UNKNOWN_STDIN
  const isHere = file.parts[0]?.kind === 'text' && !knownStart(file).startsWith('/')
  const here: readonly Part[] = [
    { kind: 'place', place: 'cwd', from: scope.directory ?? undefined },
    { kind: 'text', text: '/' },
  ]
  return { kind: 'unknown', line: isHere ? [...here, ...file.parts] : file.parts }
}

/** `cd "$(dirname "$0")"`. */
const folderOf = (path: string): string => path.replace(/\/*[^/]*\/*$/, '') || (path[0] === '/' ? '/' : '.')

const withLine = (line: readonly Part[] | undefined) => line !== undefined && { line }

/** What `$(...)` becomes: the output without the line ends behind it, or unknown parts. */
export function substituted(script: ParsedScript, scope: Scope, ctx: Context): readonly Part[] {
  const isBroken = script.errors !== undefined && script.errors.length > 0
  if (isBroken) return [UNKNOWN]
  const frame: Frame = { scope: scope.child(), via: [], stdin: UNKNOWN_STDIN, at: undefined, isRemote: false, depth: 0 }
  const output = statementsText(script.commands, frame, ctx)
  const isPlain = output.kind === 'text' && !output.text.includes('\0')
  if (isPlain) return [{ kind: 'text', text: output.text.replace(/\n+$/, '') }]
  return output.line?.map(splitName) ?? [UNKNOWN]
}

function statementsText(statements: readonly Statement[], frame: Frame, ctx: Context): Stdin {
  const outputs = statements.map(({ command, background }) => (background === true ? UNKNOWN_STDIN : nodeText(command, frame, ctx)))
  const [only] = outputs
  if (outputs.length === 1 && only !== undefined) return only
  const isKnown = outputs.every(output => output.kind === 'text')
  const text = outputs.map(textIn).join('')
  if (text.length > MAX_VALUE) return UNKNOWN_STDIN
  return isKnown ? { kind: 'text', text } : { kind: 'unknown', around: text }
}

function nodeText(node: Statement['command'] | PipelineNode, frame: Frame, ctx: Context): Stdin {
  if (node.type === 'AndOr') return UNKNOWN_STDIN
  if (node.type !== 'Pipeline') return pipedText(node, frame, ctx)
  let stdin = frame.stdin
  for (const command of node.commands) stdin = pipedText(command, { ...frame, stdin }, ctx)
  return stdin
}

function textIn(output: Stdin): string {
  return output.kind === 'text' ? output.text : output.kind === 'unknown' ? (output.around ?? '') : ''
}

/** Whether what it prints goes on to the next command. */
function isStdoutFree(redirects: readonly Redirection[]): boolean {
  return redirects.every(redirect => {
    if (redirect.type !== 'Redirect' || redirect.operator === '<') return true
    const isError = redirect.descriptor?.type === 'FileDescriptor' && redirect.descriptor.value === 2
    return isError && !redirect.operator.startsWith('&')
  })
}

/** Shells differ on backslashes that no option asks for. */
function echoText(words: readonly string[], ctx: Context): string | undefined {
  const plain = echoed(words, ctx.dialect === 'zsh')
  if (words.some(word => word.includes('\\'))) ctx.differ()
  return plain
}

function printfText(words: readonly string[]): string | undefined {
  const [format, ...values] = words[0] === '--' ? words.slice(1) : words
  return format === undefined || format.startsWith('-') ? undefined : formatted(format, values)
}

function printed(text: string | undefined, args: readonly Arg[]): Stdin {
  return text === undefined ? { kind: 'unknown', around: scriptTextOf(args) } : { kind: 'text', text }
}

function asOutput(stdin: Stdin): Stdin {
  return stdin.kind === 'none' ? { kind: 'text', text: '' } : stdin
}

/** `cat`: its input, and files that the line itself gave their text. */
function concatenated(args: readonly Arg[], stdin: Stdin, frame: Frame, ctx: Context): Stdin {
  const outputs = args.map(arg => (textOf(arg) === '-' ? asOutput(stdin) : streamOf(arg, frame, ctx)))
  const isKnown = outputs.every(output => output?.kind === 'text')
  const text = outputs.map(output => (output === undefined ? '' : textIn(output))).join('')
  if (text.length > MAX_VALUE) return UNKNOWN_STDIN
  return isKnown ? { kind: 'text', text } : { kind: 'unknown', around: text }
}

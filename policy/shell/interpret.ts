/** A program and its arguments -> what running them does, through wrappers and shells down to what really runs. */
import { type Arg, isManyUnknown, knownStart, scriptTextOf, textArg, textOf, wordOf } from './arg.ts'
import { makeUnknown } from './assigned.ts'
import { MAX_DEPTH } from './budget.ts'
import { runBuiltin } from './builtins.ts'
import { classify } from './classify.ts'
import type { Context, Frame, Stdin } from './context.ts'
import { NO_STDIN, UNKNOWN_STDIN } from './context.ts'
import type { Span } from './effects.ts'
import { envStringWords } from './env-string.ts'
import { fileUsesOf } from './files.ts'
import { findActions } from './find.ts'
import { fileEffect, movedTo, pathEffect, pathOf } from './paths.ts'
import { isShell, shellScript } from './shells.ts'
import { evaluateText } from './walk.ts'
import { isUnreadWrapper, type Unwrapped, unwrap, type Wrapper, wrapperOf } from './wrappers.ts'
import { xargsCommand } from './xargs.ts'

/**
 * One program call. The frame's `at` must be set: everything found here stands where the command does.
 * An empty `argv` does nothing; a program that cannot be told is a run without a name and a marker.
 */
export function interpret(argv: readonly Arg[], frame: Frame & { readonly at: Span }, ctx: Context): void {
  const [program, ...args] = argv
  if (program === undefined || !ctx.spend(1 + args.length)) return
  if (frame.depth > MAX_DEPTH) {
    ctx.giveUp()
    return
  }
  const name = nameOf(program)
  ctx.effects.push({
    kind: 'run',
    program: wordOf(program),
    name,
    args: args.map(wordOf),
    ...classify(name, args),
    via: frame.via,
    at: frame.at,
  })
  if (name === undefined) {
    ctx.mark('dynamic-program', frame.at)
    frame.scope.forget()
    return
  }
  for (const use of fileUsesOf(name, args)) {
    if (use.into === undefined) fileEffect(use.kind, use.arg, frame.at, frame, ctx)
    else fileInto(use.kind, use.arg, use.into, frame, ctx)
  }
  // zsh reads `{x` as a group and, with an option, `=x` as a path; bash looks for a program of that name.
  const isOtherInZsh = /^[{=]/.test(knownStart(program))
  if (isOtherInZsh) ctx.mark('dynamic-program', frame.at)
  runAlias(textOf(program), args, frame, ctx)
  runBuiltin(textOf(program), args, frame, ctx)
  runInside(name, args, frame, ctx)
  const called = ctx.functions.get(name)
  if (called !== undefined) makeUnknown(called, frame.scope)
}

/** The program's last path segment, when all of it is certain and the word is sure to begin with the program. */
export function nameOf(program: Arg): string | undefined {
  if (isManyUnknown(program)) return undefined
  const last = program.parts.at(-1)
  const text = textOf(program)
  if (text !== undefined) return text.slice(text.lastIndexOf('/') + 1)
  const isSegmentKnown = last?.kind === 'text' && last.text.includes('/')
  return isSegmentKnown ? last.text.slice(last.text.lastIndexOf('/') + 1) : undefined
}

function fileInto(kind: 'read' | 'write' | 'delete', file: Arg, directory: Arg, frame: Frame & { readonly at: Span }, ctx: Context): void {
  const base = pathOf(file)?.replace(/\/+$/, '').split('/').at(-1)
  const into = pathOf(directory)
  const isKnown = base !== undefined && base !== '' && base !== '.' && base !== '..' && into !== undefined
  if (isKnown) pathEffect(kind, `${into.replace(/\/+$/, '')}/${base}`, frame.at, frame, ctx)
}

type Placed = Frame & { readonly at: Span }

/** The same place one wrapper further in. What an outside program sets is lost. */
function inside(frame: Placed, wrapper: string, isInProcess: boolean): Placed {
  return { ...frame, via: [...frame.via, wrapper], scope: isInProcess ? frame.scope : frame.scope.child(), depth: frame.depth + 1 }
}

function runInside(name: string, args: readonly Arg[], frame: Placed, ctx: Context): void {
  const wrapper = wrapperOf(name, args)
  if (isShell(name)) {
    runShell(name, args, frame, ctx)
    return
  }
  if (name === 'xargs') {
    runXargs(args, frame, ctx)
    return
  }
  if (name === 'find' || name === 'gfind') {
    runFind(args, frame, ctx)
    return
  }
  if (name === 'busybox' || name === 'toybox') {
    runApplet(name, args, frame, ctx)
    return
  }
  if (wrapper !== undefined) {
    runWrapper(name, wrapper, unwrap(wrapper, args), frame, ctx)
    return
  }
  const isUnread = isUnreadWrapper(name) || (name === 'git' && args.some(setsGitAlias))
  if (isUnread) ctx.mark('unknown-wrapper', frame.at)
}

function runWrapper(name: string, wrapper: Wrapper, unwrapped: Unwrapped, frame: Placed, ctx: Context): void {
  const { command, isUncertain, flags, values } = unwrapped
  if (command === undefined) return
  if (isUncertain) ctx.mark('dynamic-program', frame.at)
  const inner = inside({ ...frame, isRemote: frame.isRemote || wrapper.isRemote }, name, wrapper.isInProcess)
  moveFor(wrapper, flags, values, inner)
  const code = wrapper.codeFlags.map(flag => values.get(flag)).find(value => value !== undefined)
  if (code !== undefined) {
    runScript([code], inside(frame, `${name} -c`, false), ctx)
    return
  }
  const words = name === 'env' ? withSplitString(values, command, inner, ctx) : command
  if (words.length === 0) {
    const isReading = wrapper.shellFlags === '*' || flags.some(flag => flag.length === 2 && wrapper.shellFlags.includes(flag.slice(1)))
    if (isReading) runStdin(inner.stdin, inner, ctx)
    return
  }
  const isJoined =
    wrapper.isJoined && !flags.some(flag => flag === '--exec' || (flag.length === 2 && wrapper.wordFlags.includes(flag.slice(1))))
  if (isJoined) {
    runScript(words, inner, ctx)
    return
  }
  interpret(wrapper.isShell ? [textArg('sh'), ...words] : words, inner, ctx)
}

function moveFor(wrapper: Wrapper, flags: readonly string[], values: Unwrapped['values'], inner: Placed): void {
  const flag = wrapper.directoryFlags.find(candidate => candidate === '*' || flags.includes(candidate))
  if (flag === undefined) return
  const given = values.get(flag)
  const path = given === undefined ? undefined : pathOf(given)
  const isMove = flag === '-C' || flag === '--chdir' || flag === '-D'
  inner.scope.directory = isMove && path !== undefined ? movedTo(inner.scope.directory, path) : null
}

/** `env -S 'a b' c` is `a b c`; with its own options and assignments in front, again. */
function withSplitString(values: Unwrapped['values'], command: readonly Arg[], frame: Placed, ctx: Context): readonly Arg[] {
  const given = values.get('-S') ?? values.get('--split-string')
  if (given === undefined) return command
  const text = textOf(given)
  if (text === undefined) ctx.mark('dynamic-program', frame.at)
  const words = [...envStringWords(scriptTextOf([given])), ...command]
  const wrapper = wrapperOf('env', [])
  const again = wrapper === undefined ? undefined : unwrap(wrapper, words)
  if (again?.isUncertain === true) ctx.mark('dynamic-program', frame.at)
  return again?.command ?? []
}

function runXargs(args: readonly Arg[], frame: Placed, ctx: Context): void {
  const { command, isUncertain } = xargsCommand(args)
  if (isUncertain) ctx.mark('dynamic-program', frame.at)
  interpret(command, { ...inside(frame, 'xargs', false), stdin: NO_STDIN }, ctx)
}

function runFind(args: readonly Arg[], frame: Placed, ctx: Context): void {
  const { commands, writes } = findActions(args)
  for (const file of writes) fileEffect('write', file, frame.at, frame, ctx)
  for (const { action, command } of commands) {
    const inner = inside(frame, `find ${action}`, false)
    const isElsewhere = action === '-execdir' || action === '-okdir'
    if (isElsewhere) inner.scope.directory = null
    interpret(command, inner, ctx)
  }
}

function runApplet(name: string, args: readonly Arg[], frame: Placed, ctx: Context): void {
  const isOption = textOf(args[0])?.startsWith('-') === true
  if (!isOption) interpret(args, inside(frame, name, false), ctx)
}

function runShell(name: string, args: readonly Arg[], frame: Placed, ctx: Context): void {
  const found = shellScript(args)
  if (found.from === 'argument') runScript([found.script], inside(frame, `${name} -c`, false), ctx)
  else if (found.from === 'stdin') runStdin(frame.stdin, inside(frame, name, false), ctx)
  else if (found.from === 'unknown') ctx.mark(found.isStream ? 'stdin-script' : 'dynamic-script', frame.at)
}

/** `git -c alias.x='!program'`: what `git x` then is, is not read here. */
function setsGitAlias(arg: Arg): boolean {
  return /^(-c|--config-env=)?alias\./i.test(knownStart(arg))
}

/** Words that a new shell reads as a script. What is not known of them is a marker; the rest is looked into all the same. */
function runScript(words: readonly Arg[], frame: Placed, ctx: Context): void {
  const isKnown = words.every(word => textOf(word) !== undefined)
  if (!isKnown) ctx.mark('dynamic-script', frame.at)
  evaluateText(scriptTextOf(words), { ...frame, scope: frame.scope.child('process'), stdin: innerStdin(frame.stdin) }, ctx)
}

function runStdin(stdin: Stdin, frame: Placed, ctx: Context): void {
  const isEmpty = stdin.kind === 'none' && !frame.scope.isInputReplaced
  if (isEmpty) return
  if (stdin.kind === 'none') {
    ctx.mark('stdin-script', frame.at)
    return
  }
  if (stdin.kind === 'unknown') ctx.mark('stdin-script', frame.at)
  const text = stdin.kind === 'text' ? stdin.text : stdin.around
  if (text === undefined) return
  // Commands of the script read on from where the shell has got to.
  evaluateText(text, { ...frame, scope: frame.scope.child('process'), stdin: UNKNOWN_STDIN }, ctx)
}

function innerStdin(stdin: Stdin): Stdin {
  return stdin.kind === 'none' ? NO_STDIN : UNKNOWN_STDIN
}

/** The argument as a word of a script. */
function quotedArg(arg: Arg): string {
  const text = textOf(arg)
  if (text === undefined) return arg.isMany ? '"$@"' : '"$1"'
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** An alias that the line defines runs its text with the arguments behind it. */
function runAlias(name: string | undefined, args: readonly Arg[], frame: Placed, ctx: Context): void {
  const text = name === undefined ? undefined : ctx.aliases.get(name)
  const isRecursing = frame.via.includes(`alias ${name}`)
  if (name === undefined || text === undefined || isRecursing) return
  if (text === null) {
    ctx.mark('dynamic-script', frame.at)
    return
  }
  evaluateText([text, ...args.map(quotedArg)].join(' '), inside(frame, `alias ${name}`, true), ctx)
}

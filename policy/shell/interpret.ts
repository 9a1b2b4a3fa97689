/** A program and its arguments -> what running them does, through wrappers and shells down to what really runs. */
import { ANY_ARGS, type Arg, isManyUnknown, isOneOfTexts, knownStart, scriptTextOf, textArg, textOf, textsOf, wordOf } from './arg.ts'
import { MAX_DEPTH, MAX_LAUNCHES } from './budget.ts'
import { runBuiltin } from './builtins.ts'
import { classify } from './classify.ts'
import { codeOf } from './code/interpreters.ts'
import { runCode } from './code/run-code.ts'
import { addressesOf } from './connect.ts'
import type { Context, Frame, Variable } from './context.ts'
import { NO_STDIN } from './context.ts'
import type { Run, Span } from './effects.ts'
import { environmentLaunches } from './env-code.ts'
import { envStringWords } from './env-string.ts'
import { environmentOf, valueWord, variableOf } from './environment.ts'
import { fileUsesOf } from './files.ts'
import { findActions } from './find.ts'
import { callFunction, callKnown } from './functions.ts'
import { namesBehind, USUAL_PROGRAMS } from './globbed-program.ts'
import { launchesOf } from './launches.ts'
import { connectEffect, fileEffect, fileInto, movedTo, pathOf } from './paths.ts'
import { runWindowsShell } from './powershell/launched.ts'
import { queryOf } from './query.ts'
import { runCodeFile, runFile, runProgramFile } from './run-file.ts'
import { inside, type Placed, runLaunch, runScript, runStdin } from './run-launch.ts'
import { isShell, shellScript } from './shells.ts'
import { evaluateText } from './walk.ts'
import { isUnreadWrapper, type Unwrapped, unwrap, type Wrapper, wrapperOf } from './wrappers.ts'
import { xargsCommand } from './xargs.ts'

/** Steps of one call, whatever its arguments: it takes as long as reading several words. */
const COST = 6
/** Alone they do nothing, and there may be thousands of them: they cost nearly nothing. */
const NO_OPS = new Set([':', 'true', 'false'])

/**
 * One program call. The frame's `at` must be set: everything found here stands where the command does.
 * An empty `argv` does nothing; a program that cannot be told is a run without a name and a marker.
 */
export function interpret(argv: readonly Arg[], frame: Frame & { readonly at: Span }, ctx: Context): void {
  const [program, ...args] = argv
  if (program === undefined) return
  const isNoOp = args.length === 0 && doesNothing(textOf(program), ctx)
  if (!ctx.spend(isNoOp ? 1 : COST + args.length)) return
  if (frame.depth > MAX_DEPTH) {
    ctx.giveUp()
    return
  }
  const runTexts = (): void => {
    const inner = { ...frame, depth: frame.depth + 1 }
    for (const text of textsOf(program)) interpret([...text.split(/\s+/).map(word => textArg(word, program.source)), ...args], inner, ctx)
  }
  if (isOneOfTexts(program)) {
    runTexts()
    return
  }
  const name = nameOf(program)
  const { directory } = frame.scope
  const env = environmentOf(frame)
  if (!ctx.spend(env.length)) return
  const given = name === undefined ? undefined : codeOf(name, args, frame.stdin)
  const code = given?.isFile ? undefined : given
  const run: Run = {
    kind: 'run',
    program: wordOf(program),
    name,
    args: args.map(wordOf),
    ...classify(name, args),
    via: frame.via,
    at: frame.at,
    ...(env.length === 0 ? {} : { env: env.map(variable => ({ name: variable.name, value: valueWord(variable) })) }),
    ...(code === undefined ? {} : { code: { language: code.language, text: wordOf(code.text) } }),
    ...(frame.isRemote ? { isRemote: true } : {}),
    ...queryOf(name, args, frame, ctx),
  }
  ctx.effects.push(run)
  if (isNoOp) return
  if (name === undefined) {
    ctx.mark('dynamic-program', frame.at)
    const inner = { ...frame, depth: frame.depth + 1 }
    for (const behind of namesBehind(program.parts, USUAL_PROGRAMS)) interpret([textArg(behind, program.source), ...args], inner, ctx)
    runTexts()
    frame.scope.forget()
    return
  }
  for (const use of fileUsesOf(name, args)) {
    if (use.isList) for (const file of listedIn(use.arg, frame)) fileEffect(use.kind, file, frame.at, frame, ctx)
    else if (use.into === undefined) fileEffect(use.kind, use.arg, frame.at, frame, ctx)
    else fileInto(use.kind, use.arg, use.into, frame.at, frame, ctx)
  }
  for (const address of addressesOf(name, args)) connectEffect(address, frame.at, frame, ctx)
  // zsh reads `{x` as a group and, with an option, `=x` as a path; bash looks for a program of that name.
  const isOtherInZsh = /^[{=]/.test(knownStart(program))
  if (isOtherInZsh) ctx.mark('dynamic-program', frame.at)
  runAlias(textOf(program), args, frame, ctx)
  // `$(git --exec-path)/git-push`; one of the repository's own is no part of git.
  const isPart = name.startsWith('git-') && !/^[^/]+\//.test(knownStart(program))
  if (isPart) interpret([textArg('git'), textArg(name.slice('git-'.length)), ...args], inside(frame, name, false), ctx)
  if (name === 'git') runAlias(`git ${textOf(args[0])}`, args.slice(1), frame, ctx)
  runBuiltin(textOf(program), args, frame, ctx)
  for (const launch of environmentLaunches(run, env)) runLaunch(launch, frame, ctx)
  runInside(name, args, env, frame, ctx)
  if (code !== undefined) runCode(code, frame, ctx)
  else if (given !== undefined) runCodeFile(given, frame, ctx)
  callFunction(textOf(program) ?? name, args, frame, ctx)
  callKnown(textOf(program) ?? name, args, directory, frame, ctx)
  runProgramFile(program, args, frame, ctx)
}

/** Whether the shell itself does nothing for that name; a function of that name which comes later would take its place. */
function doesNothing(name: string | undefined, ctx: Context): boolean {
  if (name === undefined || !NO_OPS.has(name)) return false
  ctx.calledEarly.add(name)
  return ![ctx.functions, ctx.aliases, ctx.known.functions].some(names => names.has(name))
}

/** The names in a list; on the standard input they may be known. */
function listedIn(list: Arg, { stdin }: Frame): readonly Arg[] {
  const isInput = textOf(list) === '-'
  if (isInput && stdin.kind === 'text') return stdin.text.split(/[\n\0]/).map(name => textArg(name))
  return isInput && stdin.line !== undefined ? [{ ...ANY_ARGS, parts: stdin.line }] : [ANY_ARGS]
}

/** The program's last path segment, without `.exe`, when all of it is certain and the word is sure to begin with the program. */
export function nameOf(program: Arg): string | undefined {
  if (isManyUnknown(program)) return undefined
  const last = program.parts.at(-1)
  const text = textOf(program)
  if (text !== undefined) return text.replace(AROUND_NAME, '')
  const isSegmentKnown = last?.kind === 'text' && last.text.includes('/')
  return isSegmentKnown ? last.text.replace(AROUND_NAME, '') : undefined
}

/** Folders in front, as Windows writes them too, and the ending that it gives programs. */
const AROUND_NAME = /^.*[/\\]|\.exe$/gis

function runInside(name: string, args: readonly Arg[], env: readonly Variable[], frame: Placed, ctx: Context): void {
  const wrapper = wrapperOf(name, args)
  if (isUnreadWrapper(name)) ctx.mark('unknown-wrapper', frame.at)
  const launches = launchesOf({ name, args, env, stdin: frame.stdin })
  for (const launch of launches.slice(0, MAX_LAUNCHES)) runLaunch(launch, frame, ctx)
  if (launches.length > MAX_LAUNCHES) ctx.giveUp()
  if (runWindowsShell(name, args, frame, ctx)) return
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
  if (/^(?:busybox|toybox|coreutils)$/.test(name)) {
    runApplet(name, args, frame, ctx)
    return
  }
  if (wrapper !== undefined) {
    runWrapper(name, wrapper, unwrap(wrapper, args), frame, ctx)
  }
}

function runWrapper(name: string, wrapper: Wrapper, unwrapped: Unwrapped, frame: Placed, ctx: Context): void {
  const { command, isUncertain, flags, values } = unwrapped
  if (command === undefined) return
  if (isUncertain) ctx.mark('dynamic-program', frame.at)
  const outer = {
    ...frame,
    isRemote: frame.isRemote || wrapper.isRemote,
    env: [...(frame.env ?? []), ...unwrapped.assignments.map(variableOf)],
  }
  const inner = inside(outer, name, wrapper.isInProcess)
  moveFor(wrapper, flags, values, inner)
  const code = wrapper.codeFlags.map(flag => values.get(flag)).find(value => value !== undefined)
  if (code !== undefined) {
    runScript([code], inside(outer, `${name} -c`, false), ctx)
    return
  }
  const split = name === 'env' ? withSplitString(values, command, inner, ctx) : undefined
  const words = split?.command ?? command
  if (words.length === 0) {
    const isReading = wrapper.shellFlags === '*' || flags.some(flag => flag.length === 2 && wrapper.shellFlags.includes(flag.slice(1)))
    if (isReading) runStdin(inner.stdin, inner, ctx)
    return
  }
  const isGiven = (letters: string) => flags.some(flag => flag.length === 2 && letters.includes(flag.slice(1)))
  const isJoined = isGiven(wrapper.joinedFlags) || (wrapper.isJoined && !flags.includes('--exec') && !isGiven(wrapper.wordFlags))
  if (isJoined) {
    runScript(words, inner, ctx)
    return
  }
  const env = split === undefined ? inner.env : [...(inner.env ?? []), ...split.assignments.map(variableOf)]
  interpret(wrapper.isShell ? [textArg('sh'), ...words] : words, env === undefined ? inner : { ...inner, env }, ctx)
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
function withSplitString(values: Unwrapped['values'], command: readonly Arg[], frame: Placed, ctx: Context): Unwrapped | undefined {
  const given = values.get('-S') ?? values.get('--split-string')
  if (given === undefined) return undefined
  const text = textOf(given)
  if (text === undefined) ctx.mark('dynamic-program', frame.at)
  const words = [...envStringWords(scriptTextOf([given])), ...command]
  const wrapper = wrapperOf('env', [])
  const again = wrapper === undefined ? undefined : unwrap(wrapper, words)
  if (again?.isUncertain === true) ctx.mark('dynamic-program', frame.at)
  return again
}

function runXargs(args: readonly Arg[], frame: Placed, ctx: Context): void {
  const { command, isUncertain } = xargsCommand(args, frame.stdin.kind === 'text' ? frame.stdin.text : undefined, frame.stdin.line)
  if (isUncertain) ctx.mark('dynamic-program', frame.at)
  interpret(command, { ...inside(frame, 'xargs', false), stdin: NO_STDIN }, ctx)
}

function runFind(args: readonly Arg[], frame: Placed, ctx: Context): void {
  const { commands, writes, deletes } = findActions(args)
  for (const file of writes) fileEffect('write', file, frame.at, frame, ctx)
  for (const file of deletes) fileEffect('delete', file, frame.at, frame, ctx)
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
  if (found.from === 'argument') {
    const [zero = textArg(name), ...values] = found.rest
    runScript([found.script], withParameters(inside(frame, `${name} -c`, false), zero, values), ctx)
  } else if (found.from === 'stdin') runStdin(frame.stdin, withParameters(inside(frame, name, false), textArg(name), found.rest), ctx)
  else if (found.from === 'text') {
    runStdin({ kind: 'text', text: found.text }, withParameters(inside(frame, name, false), textArg(name), found.rest), ctx)
  } else if (found.from === 'file') runFile(found.file, found.rest, name, frame, ctx)
  else if (found.from === 'unknown') ctx.mark(found.isStream ? 'stdin-script' : 'dynamic-script', frame.at)
}

/** What the script finds as `$0` and `$@`. */
function withParameters(frame: Placed, zero: Arg, values: readonly Arg[]): Placed {
  return { ...frame, parameters: [zero, ...values] }
}

/** The argument as a word of a script. */
export function quotedArg(arg: Arg): string {
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

/** What calls inside code do -> effects. Nobody knows whether the code gets there: all of them only may happen. */
import { type Arg, dropStart, knownStart, scriptTextOf, textArg, textOf, UNKNOWN, wordOf } from '../arg.ts'
import type { Context, Frame } from '../context.ts'
import { NO_STDIN, UNKNOWN_STDIN } from '../context.ts'
import type { Span } from '../effects.ts'
import { interpret } from '../interpret.ts'
import { fileEffect, movedTo, pathOf } from '../paths.ts'
import { evaluateText } from '../walk.ts'
import type { Family } from './families.ts'
import type { Found } from './reader.ts'
import type { Sink } from './sinks.ts'
import { type Args, argOf, literal, partsOf, type Value } from './values.ts'

/** Steps that a call costs before what it runs is looked at. */
const SINK_STEPS = 24

export type Placed = Frame & { readonly at: Span }

/** Does `work`; every effect it adds only may happen. */
export function onlyMay(ctx: Context, work: () => void): void {
  const from = ctx.effects.length
  work()
  for (let i = from; i < ctx.effects.length; i++) {
    const effect = ctx.effects[i]
    if (effect !== undefined && effect.certainty === undefined) ctx.effects[i] = { ...effect, certainty: 'may' }
  }
}

/** Where a reader of code puts what it finds. `frame` is the interpreter's own. */
export function foundIn(family: Family, frame: Placed, ctx: Context): Found {
  return {
    sink: (sink, args, of, path) => onlyMay(ctx, () => apply(sink, { args, of, path, family }, frame, ctx)),
    dynamic: () => ctx.mark('interpreter-code', frame.at),
    spend: steps => ctx.spend(steps),
  }
}

type Call = { readonly args: Args; readonly of: Value | undefined; readonly path: string; readonly family: Family }

function apply(sink: Sink, call: Call, frame: Placed, ctx: Context): void {
  if (!ctx.spend(SINK_STEPS)) return
  const { args, of } = call
  const given = sink.at === 'of' ? of : (args.values[sink.at] ?? namedTarget(args))
  const target = sink.at === 'of' && of?.kind === 'path' ? of.args?.values[0] : given
  switch (sink.does) {
    case 'shell':
      runShellText([argOf(target)], frame, ctx)
      return
    case 'argv':
      runArgv(target, call, frame, ctx)
      return
    case 'words':
      runWords(args.values, call, frame, ctx)
      return
    case 'program':
      runProgram(target, call, frame, ctx)
      return
    case 'exec':
      runExec(target, args.values.slice((sink.at as number) + 1), call, frame, ctx)
      return
    case 'perl':
      runPerl(call, frame, ctx)
      return
    case 'delete':
    case 'remove':
    case 'delete-tree':
      deleteAll(sink, target, call, frame, ctx)
      return
    case 'read':
    case 'write':
      eachPath(sink.does, target, frame, ctx)
      return
    case 'open':
      open(target, sink.at === 'of' ? args.values[0] : args.values[1], call, frame, ctx)
      return
    case 'perl-open':
      perlOpen(args.values, frame, ctx)
      return
    case 'copy':
    case 'move':
      copy(sink.does === 'move', call, frame, ctx)
      return
    case 'chmod':
      runWords([{ kind: 'text', parts: [{ kind: 'text', text: 'chmod' }] }, ...modeFirst(args.values)], call, frame, ctx)
      return
    case 'chdir': {
      const path = pathOf(argOf(target))
      frame.scope.directory = path === undefined ? null : movedTo(frame.scope.directory, path)
      return
    }
    case 'fetch':
      fetchFrom(target, call, frame, ctx)
      return
    case 'host':
      contact(call, frame, ctx)
      return
    case 'eval':
    case 'load':
    case 'dynamic':
      return
  }
}

const NAMED = ['args', 'cmd', 'command', 'path', 'url', 'file', 'text', 'name']

function namedTarget(args: Args): Value | undefined {
  const name = NAMED.find(one => args.named.has(one))
  return name === undefined ? undefined : args.named.get(name)
}

function inside(frame: Placed): Placed {
  return { ...frame, scope: frame.scope.child('process'), depth: frame.depth + 1 }
}

function runShellText(words: readonly Arg[], frame: Placed, ctx: Context): void {
  const isKnown = words.every(word => textOf(word) !== undefined)
  if (!isKnown) ctx.mark('interpreter-code', frame.at)
  const isEmpty = words.every(word => word.parts.every(part => part.kind === 'unknown'))
  if (!isEmpty) evaluateText(scriptTextOf(words), { ...inside(frame), stdin: UNKNOWN_STDIN }, ctx)
}

function runWords(values: readonly Value[], call: Call, frame: Placed, ctx: Context): void {
  const words = values.map(argOf)
  const [program] = words
  if (program === undefined) return
  const isKnown = program.parts.some(part => part.kind === 'text')
  if (isKnown) interpret(words, { ...inside(frame), stdin: inputOf(call) }, ctx)
  else ctx.mark('interpreter-code', frame.at)
}

/** What the call hands the program to read (`input=`, `stdin=`). */
function inputOf({ args }: Call): Frame['stdin'] {
  const options = [args.named, ...args.values.flatMap(value => (value.kind === 'record' ? [value.named] : []))]
  const input = options.map(named => named.get('input')).find(value => value !== undefined)
  const text = literal(input)
  if (text !== undefined) return { kind: 'text', text }
  const isGiven = input !== undefined || options.some(named => named.has('stdin'))
  return isGiven ? UNKNOWN_STDIN : NO_STDIN
}

function isShellAsked({ args }: Call): boolean {
  const options = [args.named, ...args.values.flatMap(value => (value.kind === 'record' ? [value.named] : []))]
  return options.some(named => {
    const value = named.get('shell')
    return value !== undefined && !(value.kind === 'path' && /^(False|false|FALSE)$/.test(value.path))
  })
}

function runArgv(target: Value | undefined, call: Call, frame: Placed, ctx: Context): void {
  const command = target?.kind === 'record' ? target.named.get('cmd') : target
  if (command?.kind !== 'list') {
    runShellText([argOf(command)], frame, ctx)
    return
  }
  const [first] = command.items
  if (isShellAsked(call)) runShellText([argOf(first)], frame, ctx)
  else runWords(command.items, call, frame, ctx)
}

/** A program, and its words in a list or in an object's `args`. */
function runProgram(target: Value | undefined, call: Call, frame: Placed, ctx: Context): void {
  const at = target === undefined ? -1 : call.args.values.indexOf(target)
  const next = call.args.values[at + 1] ?? call.args.named.get('args')
  const list = next?.kind === 'record' ? next.named.get('args') : next
  const isTogether = isShellAsked(call) || (call.path === 'execa' && next === undefined)
  const rest =
    list?.kind === 'list' ? list.items : list === undefined || list.kind === 'record' || partsOf(list) === undefined ? [] : [list]
  const isUnknownRest = list !== undefined && list.kind !== 'list' && list.kind !== 'record' && partsOf(list) === undefined
  if (target === undefined) return
  if (isTogether) {
    runShellText([argOf(target), ...rest.map(argOf)], frame, ctx)
    return
  }
  const isFunction = list?.kind === 'path' && /^(function|async)$/.test(list.path)
  const words = isUnknownRest && !isFunction ? [target, ...rest] : [target, ...rest]
  const isKnown = argOf(target).parts.some(part => part.kind === 'text')
  if (!isKnown) {
    ctx.mark('interpreter-code', frame.at)
    return
  }
  const args: Arg[] = words.map(argOf)
  if (isUnknownRest && !isFunction) args.push({ parts: [UNKNOWN], isMany: true, source: '' })
  interpret(args, { ...inside(frame), stdin: inputOf(call) }, ctx)
}

/** `execvp('rm', ['rm', '-rf'])`, `execlp('rm', 'rm', '-rf')`: the first word is only what the program is told it is called. */
function runExec(target: Value | undefined, rest: readonly Value[], call: Call, frame: Placed, ctx: Context): void {
  const [list] = rest
  const words = list?.kind === 'list' ? list.items : rest
  if (target !== undefined) runWords([target, ...words.slice(1)], call, frame, ctx)
}

/** One text is for a shell, several are words. A first argument that is an environment does not count. */
function runPerl(call: Call, frame: Placed, ctx: Context): void {
  const values = call.args.values.filter(value => value.kind !== 'record').flatMap(value => (value.kind === 'list' ? value.items : [value]))
  const isReading = /popen|capture|open3/.test(call.path) && values.length === 2 && /^[rwab+]{1,3}$/.test(literal(values[1]) ?? '')
  const words = isReading ? values.slice(0, 1) : values
  if (words.length === 1) runShellText([argOf(words[0])], frame, ctx)
  else runWords(words, call, frame, ctx)
}

/** Any tree deleted is also a run of `rm -rf`, so that a rule about it covers this door too. */
function deleteAll(sink: Sink, target: Value | undefined, call: Call, frame: Placed, ctx: Context): void {
  const takesMany = call.family === 'perl' || call.family === 'ruby'
  const values = takesMany && sink.at !== 'of' ? call.args.values : target === undefined ? [] : [target]
  const options = [call.args.named, ...call.args.values.flatMap(value => (value.kind === 'record' ? [value.named] : []))]
  const isOn = (name: string) =>
    options.some(named => {
      const value = named.get(name)
      return value !== undefined && !(value.kind === 'path' && /^(false|FALSE|F)$/.test(value.path))
    })
  const isTree = sink.does === 'delete-tree' || (sink.does === 'remove' && isOn('recursive'))
  const paths = values.flatMap(value => (value.kind === 'list' ? value.items : value.kind === 'record' ? [] : [value]))
  if (!isTree) {
    for (const path of paths) fileEffect('delete', argOf(path), frame.at, frame, ctx)
    return
  }
  const args = paths.map(argOf)
  const isDashed = args.some(arg => textOf(arg)?.startsWith('-') === true)
  const dashes = isDashed ? [textArg('--')] : []
  interpret(
    [textArg('rm'), textArg('-rf'), ...dashes, ...args.map(certainOperand)],
    { ...inside(frame), stdin: NO_STDIN, scope: frame.scope.child() },
    ctx,
  )
}

/** The path is one operand, whatever it holds. */
function certainOperand(arg: Arg): Arg {
  return { ...arg, parts: arg.parts.map(part => (part.kind === 'unknown' ? { ...part, neverDash: true } : part)) }
}

function eachPath(kind: 'read' | 'write', target: Value | undefined, frame: Placed, ctx: Context): void {
  const values = target?.kind === 'list' ? target.items : [target]
  // A number is a descriptor.
  for (const value of values) if (value?.kind !== 'number') fileEffect(kind, argOf(value), frame.at, frame, ctx)
}

const WRITE_MODE = /[wax+>]/

function open(target: Value | undefined, given: Value | undefined, call: Call, frame: Placed, ctx: Context): void {
  const mode = given ?? call.args.named.get('mode') ?? call.args.named.get('open')
  const text = literal(target)
  const isPipe = call.family === 'ruby' && text?.startsWith('|') === true
  if (isPipe) {
    runShellText([textArg(text.slice(1))], frame, ctx)
    return
  }
  if (/^(https?|ftp):\/\//i.test(text ?? '')) {
    fetchFrom(target, call, frame, ctx)
    return
  }
  const flags =
    mode?.kind === 'path' ? (/RDONLY/.test(mode.path) ? 'r' : /WRONLY|RDWR|CREAT/.test(mode.path) ? 'w' : 'r') : (literal(mode) ?? 'r')
  fileEffect(WRITE_MODE.test(flags) ? 'write' : 'read', argOf(target), frame.at, frame, ctx)
}

/** `open(F, '>', 'x')`, `open(F, '>x')`, `open(F, 'cmd |')`, `open(F, '-|', 'cmd', ...)`. */
function perlOpen(values: readonly Value[], frame: Placed, ctx: Context): void {
  const [, second, ...rest] = values
  const start = second === undefined ? '' : knownStart(argOf(second))
  const mode = literal(second)?.trim()
  const prefix = /^\s*\+?[<>]{0,2}\s*/.exec(start)?.[0] ?? ''
  if (second !== undefined && mode === undefined) {
    // A variable alone may be a mode, a file or a command: most often it is one of the first two.
    if (start !== '') fileEffect(/[>+]/.test(prefix) ? 'write' : 'read', dropStart(argOf(second), prefix.length), frame.at, frame, ctx)
    return
  }
  if (mode === undefined) return
  const isPipeMode = mode === '-|' || mode === '|-'
  if (isPipeMode) {
    if (rest.length === 1) runShellText([argOf(rest[0])], frame, ctx)
    else interpret(rest.map(argOf), { ...inside(frame), stdin: UNKNOWN_STDIN }, ctx)
    return
  }
  const isPipe = rest.length === 0 && (mode.startsWith('|') || mode.endsWith('|'))
  if (isPipe) {
    runShellText([textArg(mode.replace(/^\||\|$/g, ''))], frame, ctx)
    return
  }
  const target = rest.length > 0 ? argOf(rest[0]) : textArg(mode.replace(/^\+?[<>]{1,2}\s*/, ''))
  fileEffect(/[>+]/.test(mode) ? 'write' : 'read', target, frame.at, frame, ctx)
}

function copy(isMove: boolean, { args }: Call, frame: Placed, ctx: Context): void {
  const [from, to] = args.values
  const sources = from?.kind === 'list' ? from.items : [from]
  for (const source of sources) {
    fileEffect('read', argOf(source), frame.at, frame, ctx)
    if (isMove) fileEffect('delete', argOf(source), frame.at, frame, ctx)
  }
  fileEffect('write', argOf(to), frame.at, frame, ctx)
}

/** `chmod(path, 0o777)` as the program has it: the mode first. */
function modeFirst(values: readonly Value[]): readonly Value[] {
  const [path, mode] = values
  const text = literal(mode)?.replace(/^0(?=[0-7]{3,4}$)/, '')
  return [text === undefined ? { kind: 'unknown' } : { kind: 'text', parts: [{ kind: 'text', text }] }, path ?? { kind: 'unknown' }]
}

/** An address fetched is also a run of `curl`, so that a rule about it covers this door too. */
function fetchFrom(target: Value | undefined, call: Call, frame: Placed, ctx: Context): void {
  if (target?.kind === 'record') {
    contact(call, frame, ctx)
    return
  }
  const arg = argOf(target)
  const text = textOf(arg)
  // A path of the page's own, a key of a map: no address.
  const isNoAddress = text !== undefined && !/^[a-z][a-z+.-]*:\/\//i.test(text) && !/^\/\//.test(text)
  const isVague = text === undefined && call.family === 'perl' && !call.path.includes('.')
  if (isNoAddress || isVague || /^data:/i.test(text ?? '')) return
  const from = ctx.effects.length
  interpret([textArg('curl'), certainOperand(arg)], { ...inside(frame), stdin: NO_STDIN }, ctx)
  const isConnected = ctx.effects.slice(from).some(effect => effect.kind === 'connect')
  if (!isConnected) ctx.effects.push({ kind: 'connect', address: wordOf(arg), via: frame.via, at: frame.at })
}

const HOST_KEYS = ['host', 'hostname', 'PeerAddr', 'PeerHost', 'url', 'uri']

function contact({ args }: Call, frame: Placed, ctx: Context): void {
  const options = [args.named, ...args.values.flatMap(value => (value.kind === 'record' ? [value.named] : []))]
  const named = options.flatMap(one => HOST_KEYS.map(key => one.get(key))).find(value => value !== undefined)
  const flat = args.values.flatMap(value => (value.kind === 'list' ? value.items.slice(0, 1) : [value]))
  const host = named ?? flat.find(value => value.kind === 'text' || value.kind === 'path')
  if (host !== undefined) ctx.effects.push({ kind: 'connect', address: wordOf(argOf(host)), via: frame.via, at: frame.at })
}

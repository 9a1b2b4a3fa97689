/** What calls inside code do -> effects. Nobody knows whether the code gets there: each of them only may happen. */
import { type Arg, knownStart, type Part, scriptTextOf, textArg, textOf, UNKNOWN } from '../arg.ts'
import type { Context } from '../context.ts'
import { NO_STDIN, UNKNOWN_STDIN } from '../context.ts'
import type { FileEffect } from '../effects.ts'
import { interpret } from '../interpret.ts'
import { connectEffect, fileEffect } from '../paths.ts'
import type { Placed } from '../run-launch.ts'
import { evaluateText } from '../walk.ts'
import type { Call, Value } from './calls.ts'
import { GAP } from './mask.ts'

const PIECES = new RegExp(`(${GAP}|^~(?=/|$))`)

/** A text as an argument: gaps are unknown, and so is what is no text. */
const argOf = (value: Value | undefined): Arg => ({
  parts: (value?.text ?? GAP).split(PIECES).flatMap((text): readonly Part[] => {
    if (text === '~') return [{ kind: 'place', place: 'home', written: text }]
    return text === GAP ? [UNKNOWN] : text === '' && value?.text !== '' ? [] : [{ kind: 'text', text }]
  }),
  isMany: false,
  source: '',
})

/** Adds what the call does to the effects. `frame` is the interpreter's own. */
export function applyCall(call: Call, frame: Placed, ctx: Context): void {
  const from = ctx.effects.length
  apply(call, frame, ctx)
  ctx.effects.push(...ctx.effects.splice(from).map(effect => ({ ...effect, certainty: 'may' as const })))
}

function apply({ does, args, keys }: Call, frame: Placed, ctx: Context): void {
  const [target, second] = args
  const isOn = (name: string): boolean => !/^(?:|false)$/i.test(keys.get(name)?.code ?? '')
  const stdin = keys.has('input') || keys.has('stdin') ? UNKNOWN_STDIN : NO_STDIN
  const inside: Placed = { ...frame, scope: frame.scope.child('process'), depth: frame.depth + 1, stdin }
  if (keys.has('cwd')) inside.scope.directory = null
  const each = (kind: FileEffect['kind'], values: readonly (Value | undefined)[]): void => {
    for (const value of values) {
      const arg = argOf(value)
      // A number is a descriptor that is open already; an address is no file.
      if (/^[hfs]\w+:\/\//.test(knownStart(arg))) connectEffect(arg, frame.at, frame, ctx)
      else if (!/^\d/.test(value?.code ?? '')) fileEffect(kind, arg, frame.at, frame, ctx)
    }
  }
  /** Texts, and those of lists; what comes first counts whatever it is. */
  const all = args.flatMap(value => value.list ?? (value === target || value.text !== undefined ? [value] : []))
  // `execvp` says twice what runs.
  const said = all.filter(({ text }, at) => at !== 1 || text === undefined || text !== target?.text)

  if (does === 'P') {
    const isWords = (target?.list !== undefined || (said.length > 1 && !/^[rwab+]{1,3}$/.test(second?.text ?? ''))) && !isOn('shell')
    const words = (isWords || (isOn('shell') && !target?.list) ? said : said.slice(0, 1)).map(argOf)
    const isKnown = isWords ? words[0] && knownStart(words[0]) !== '' : words.every(word => textOf(word) !== undefined)
    if (!isKnown) ctx.mark('interpreter-code', frame.at)
    if (isWords) {
      if (isKnown) interpret(words, inside, ctx)
    } else if (words.some(word => word.parts.some(part => part.kind === 'text')))
      evaluateText(scriptTextOf(words), { ...inside, stdin: UNKNOWN_STDIN }, ctx)
  } else if (does === 'D' || (does === 'r' && isOn('recursive'))) {
    // Any tree deleted is also a run of `rm -rf`: one rule about it covers this door too.
    interpret(['rm', '-rf', '--'].map(word => textArg(word)).concat(all.map(argOf)), { ...inside, scope: frame.scope.child() }, ctx)
  } else if (/[dr]/.test(does)) each('delete', all)
  else if (/[CMR]/.test(does)) {
    each('read', target?.list ?? [target])
    if (does === 'M') each('delete', [target])
    if (does !== 'R') each('write', [second])
  } else if (/[OTW]/.test(does)) {
    const mode = keys.get('mode') ?? second
    const isRead = does === 'O' && !/[wax+]/.test(mode?.text ?? '') && !mode?.code.includes('WR')
    if (does === 'O' && target?.text?.[0] === '|') apply({ does: 'P', args: [{ code: '', text: target.text.slice(1) }], keys }, frame, ctx)
    else each(isRead ? 'read' : 'write', [target])
  } else if (does === 'c') frame.scope.directory = null
  else if (does === 'f') {
    const host = keys.get('host') ?? keys.get('hostname') ?? all.find(value => value.text)
    // A path of the page's own is no address, nor is a verb.
    if (!/^[./]|^[A-Z]+$/.test(host?.text ?? '')) connectEffect(argOf(host), frame.at, frame, ctx)
  }
}

/** Perl's `open(F, '>', 'x')`, `open(F, '>x')`, `open(F, 'cmd |')`, `open(F, '-|', 'cmd', ...)`, as another call. */
export function perlOpen({ args: [, mode, ...words], keys }: Call): Call {
  const text = mode?.text ?? GAP
  const file = {
    code: '',
    text: text
      .trim()
      .replace(/^[+<>|]+|\|$/g, '')
      .trim(),
  }
  const isRun = text.includes('|') || (words.length === 0 && text[0] === GAP)
  return { does: isRun ? 'P' : /^\s*\+?>/.test(text) ? 'W' : 'R', args: words.length > 0 ? words : [file], keys }
}

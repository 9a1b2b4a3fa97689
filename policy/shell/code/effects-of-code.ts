/**
 * What calls inside code do -> effects. What is spelled out counts as it does on the line, where every body that may run counts as run. What is not
 * only may happen, and so do the programs that stand for a call: `rm -rf` for `rmtree`, `rm` for `unlink`, `curl` for `urlopen`.
 */
import { type Arg, knownStart, type Part, scriptTextOf, textArg, textOf, UNKNOWN } from '../arg.ts'
import { type Context, mayHappen, NO_STDIN, UNKNOWN_STDIN } from '../context.ts'
import type { Effect, FileEffect, Word } from '../effects.ts'
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
  mayHappen(ctx, from, effect => !isSpelledOut(effect))
}

const isKnown = ({ pieces }: Word): boolean => pieces.every(piece => piece.kind === 'text')

function isSpelledOut(effect: Effect): boolean {
  if (effect.kind === 'run') return effect.name !== undefined && effect.args.every(isKnown)
  return effect.kind === 'connect' ? isKnown(effect.address) : effect.pattern === undefined
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
      // A number is a descriptor that is open already, as the streams are; an address is no file.
      if (/^[hfs]\w+:\/\//.test(knownStart(arg))) connectEffect(arg, frame.at, frame, ctx)
      else if (!/^\d|std(?:in|out|err)\b|StringIO|BytesIO/i.test(value?.code ?? '')) fileEffect(kind, arg, frame.at, frame, ctx)
    }
  }
  /** A program that does the same: a rule about it hears this door too. */
  const standIn = (program: string, values: readonly (Value | undefined)[]): void => {
    const from = ctx.effects.length
    const words = program.split(' ').map(word => textArg(word))
    interpret([...words, ...values.map(argOf)], { ...inside, scope: frame.scope.child() }, ctx)
    mayHappen(ctx, from, effect => effect.kind === 'run')
  }
  /** Texts, and those of lists; what comes first counts whatever it is. */
  const all = args.flatMap(value => value.list ?? (value === target || value.text !== undefined ? [value] : []))
  // `execvp` says twice what runs.
  const said = all.filter(({ text }, at) => at !== 1 || text === undefined || text !== target?.text)

  if (does === 'P') {
    const isWords = (target?.list !== undefined || (said.length > 1 && !/^[rwab+]{1,3}$/.test(second?.text ?? ''))) && !isOn('shell')
    const words = (isWords || (isOn('shell') && !target?.list) ? said : said.slice(0, 1)).map(argOf)
    const isTold = isWords ? words[0] && knownStart(words[0]) !== '' : words.every(word => textOf(word) !== undefined)
    if (!isTold) ctx.mark('interpreter-code', frame.at)
    if (isWords) {
      if (isTold) interpret(words, inside, ctx)
    } else if (words.some(word => word.parts.some(part => part.kind === 'text')))
      evaluateText(scriptTextOf(words), { ...inside, stdin: UNKNOWN_STDIN }, ctx)
  } else if (does === 'D' || (does === 'r' && isOn('recursive'))) {
    standIn('rm -rf --', all)
  } else if (/[dr]/.test(does)) standIn('rm --', all)
  else if (/[CMQR]/.test(does)) {
    each('read', target?.list ?? [target])
    if (does === 'M') each('delete', [target])
    if (/[CM]/.test(does)) each('write', [second])
  } else if (/[OTW]/.test(does)) {
    const mode = keys.get('mode') ?? second
    const isWritten = /[wax+]/.test(mode?.text ?? '') || mode?.code.includes('WR')
    if (does === 'O' && target?.text?.[0] === '|') apply({ does: 'P', args: [{ code: '', text: target.text.slice(1) }], keys }, frame, ctx)
    else each(does === 'O' && !isWritten ? 'read' : 'write', target?.list ?? [target])
  } else if (does === 'c') frame.scope.directory = null
  else if (does === 'f') {
    const host = keys.get('host') ?? keys.get('hostname') ?? all.find(value => value.text)
    // A path of the page's own is no address, nor is a verb.
    if (!/^[./]|^[A-Z]+$/.test(host?.text ?? '')) standIn('curl', [host])
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

/**
 * Interpreters that are given code on the line or on their standard input: what that code would do.
 *
 * Everything found in code only may happen. Code that runs text it made itself, or a program it does not name, is an `interpreter-code` marker; code
 * that only computes is nothing at all. What the shell line does not tell is taken for data where it stands in a string, and for code elsewhere.
 */
import type { Context } from '../context.ts'
import { UNKNOWN_STDIN } from '../context.ts'
import type { Placed } from '../run-launch.ts'
import { awkUses } from './awk.ts'
import { type Call, findCalls } from './calls.ts'
import { applyCall, perlOpen } from './effects-of-code.ts'
import { fold } from './fold.ts'
import type { Code, Language } from './interpreters.ts'
import { GAP, mask } from './mask.ts'
import { sinksOf } from './sinks.ts'

const MAX_EVALS = 8

/** What a language of its own kind does: a call's letter, and its text. */
export type Use = readonly [does: string, text: string]

/** Reads the code an interpreter is given. */
export function runCode({ family, text, via, isInput }: Code, frame: Placed, ctx: Context): void {
  const inner: Placed = {
    ...frame,
    via: via === '' ? frame.via : [...frame.via, via],
    scope: frame.scope.child(),
    depth: frame.depth + 1,
    stdin: UNKNOWN_STDIN,
  }
  const { stdin } = frame
  if (isInput && stdin.kind === 'none' && !frame.scope.isInputReplaced) return
  const around = stdin.kind === 'unknown' ? stdin.around : undefined
  if (isInput && stdin.kind !== 'text' && around === undefined) ctx.mark('stdin-script', frame.at)
  else if (isInput && around !== undefined) read(around.replaceAll(`\${_}`, GAP), family, inner, ctx, 0)
  else read(text.parts.map(part => ('text' in part ? part.text : GAP)).join(''), family, inner, ctx, 0)
}

/** Languages that call without brackets. */
const BARE = 'rb pl lua as php'

function read(source: string, family: Language, frame: Placed, ctx: Context, depth: number): void {
  const dynamic = (): void => ctx.mark('interpreter-code', frame.at)
  const use = ([does, text]: Use): void => applyCall({ does, args: [{ text, code: '' }], keys: new Map() }, frame, ctx)
  const told = (call: Call): void => {
    const { does, args } = call
    const { text } = (does === 'e' && family === 'js' ? args.at(-1) : args[0]) ?? {}
    if (does === 'e' && text?.includes(GAP) === false) read(text, family, frame, ctx, depth + 1)
    else if (/[eX]/.test(does)) dynamic()
    else if (does === 'l') {
      if (text === undefined) dynamic()
      // A module by its path is a file that is read.
      else if (family === 'js' && /^[./~]/.test(text)) applyCall({ ...call, does: 'R' }, frame, ctx)
    } else if (does === 'g') {
      // `getattr(os, 'system')`, `Kernel.send(:system)`.
      const name = family === 'py' ? args[1]?.text : (text ?? args[0]?.code.slice(1))
      if (name === undefined || sinksOf(name).length > 0) dynamic()
    } else if (does === 'h') {
      if (args.some(one => sinksOf(one.text ?? '').some(([, what]) => /[PdDreX]/.test(what)))) dynamic()
    } else applyCall(does === 'O' && family === 'pl' ? perlOpen(call) : call, frame, ctx)
  }
  const masked = family === '' ? undefined : mask(source, family)
  if (depth > MAX_EVALS || !ctx.spend(1 + source.length / 16)) ctx.giveUp()
  else if (family === '') dynamic()
  else if (masked === undefined) ctx.giveUp()
  else {
    const { code, texts } = masked
    // `exec` of Python reads code, of others it runs a program.
    const plain =
      family === 'py'
        ? code.replace(/(?<![\w.])exec(?=\()/g, 'eval')
        : code
            .replace(/\??\.(?:call|apply|bind)(?=\()/g, '')
            .replace(/\b(?:do shell|do|run) script\b/g, words => words.replaceAll(' ', '_'))
            .replace(/\b(?:send|method)(?=[( ]:)/g, '__send__')
    // What a turn of a loop does as the one before it did is said once.
    const turns = fold(plain, texts)
    const said = new Set<string>()
    for (const { code, texts } of turns) {
      if (code.includes(GAP) || code.includes('&{\ue000') || (family === 'php' && /\ue001\)?\(/.test(code))) dynamic()
      if (family === 'awk') awkUses(code, texts).forEach(use)
      const tellNew = (call: Call): void => {
        if (turns.length < 2 || said.size < said.add(JSON.stringify([call, [...call.keys], frame.scope.directory])).size) told(call)
      }
      findCalls(code, texts, BARE.includes(family), tellNew, steps => ctx.spend(steps))
    }
  }
}

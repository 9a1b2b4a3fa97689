/** sed programs: the commands that run programs (`e`) and that name files (`r`, `w`). */
import { textArg } from '../arg.ts'
import type { Context } from '../context.ts'
import { fileEffect } from '../paths.ts'
import { foundIn, onlyMay, type Placed } from './effects-of-code.ts'
import { GAP } from './lex.ts'

/** Commands whose argument goes to the end of the line. */
const LINE_ARGUMENT = new Set(['a', 'i', 'c', 'r', 'R', 'w', 'W', 'e', 'b', 't', 'T', ':', '#'])

/** A script it cannot follow is left at that place: sed would refuse it too. */
export function readSed(text: string, frame: Placed, ctx: Context): void {
  if (!ctx.spend(1 + text.length / 16)) return
  const found = foundIn('awk', frame, ctx)
  let i = 0
  const line = (): string => {
    const end = text.indexOf('\n', i)
    const rest = text.slice(i, end < 0 ? undefined : end)
    i = end < 0 ? text.length : end
    return rest.trim()
  }
  const touch = (kind: 'read' | 'write', path: string): void => {
    if (path === '' || path.includes(GAP) || !ctx.spend(8)) return
    onlyMay(ctx, () => fileEffect(kind, textArg(path), frame.at, frame, ctx))
  }
  const run = (command: string): void =>
    found.sink(
      { does: 'shell', at: 0 },
      { values: [{ kind: 'text', parts: [{ kind: 'text', text: command }] }], named: new Map() },
      undefined,
      'e',
    )
  while (i < text.length) {
    i = afterAddresses(text, i)
    const command = text[i]
    if (command === undefined) return
    i++
    // Code that the shell line does not tell may be any command.
    if (command === GAP) {
      found.dynamic()
      return
    }
    if (command === 's' || command === 'y') {
      const delimiter = text[i] ?? ''
      i = afterDelimited(text, i + 1, delimiter)
      i = afterDelimited(text, i, delimiter)
      if (command === 'y') continue
      const flags = /[a-zA-Z0-9]*/y
      flags.lastIndex = i
      const given = flags.exec(text)?.[0] ?? ''
      const at = given.indexOf('w')
      const before = at < 0 ? given : given.slice(0, at)
      // The pattern space, as the replacement left it, is run.
      if (before.includes('e')) found.dynamic()
      i += at < 0 ? given.length : at + 1
      if (at >= 0) touch('write', line())
    } else if (LINE_ARGUMENT.has(command)) {
      let rest = line()
      const isText = command === 'a' || command === 'i' || command === 'c'
      while (isText && rest.endsWith('\\') && i < text.length) {
        i++
        rest = line()
      }
      if (command === 'w' || command === 'W') touch('write', rest)
      if (command === 'r' || command === 'R') touch('read', rest)
      if (command === 'e') {
        if (rest === '') found.dynamic()
        else run(rest.replaceAll(GAP, `\${_}`))
      }
    }
  }
}

const SEPARATOR = /[\s;{}!,~+\d$]/

function afterAddresses(text: string, from: number): number {
  let i = from
  while (i < text.length) {
    const char = text[i] as string
    if (SEPARATOR.test(char)) i++
    else if (char === '/') i = afterFlags(text, afterDelimited(text, i + 1, '/'))
    else if (char === '\\' && text[i + 1] !== undefined) i = afterFlags(text, afterDelimited(text, i + 2, text[i + 1] as string))
    else return i
  }
  return i
}

function afterFlags(text: string, i: number): number {
  return text[i] === 'I' || text[i] === 'M' ? i + 1 : i
}

function afterDelimited(text: string, from: number, delimiter: string): number {
  let isInClass = false
  for (let i = from; i < text.length; i++) {
    const char = text[i]
    if (char === '\\') i++
    else if (isInClass) isInClass = char !== ']'
    else if (char === '[' && delimiter === '/' && text.indexOf(']', i + 2) > 0 && text.indexOf(']', i + 2) - i < 64) isInClass = true
    else if (char === delimiter) return i + 1
  }
  return text.length
}

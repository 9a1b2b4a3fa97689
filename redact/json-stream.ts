/** JSON that comes in pieces: the arguments of a tool call as the model writes them. */
import { addHits, type Hits, NO_HITS } from './hits.ts'
import type { Redactor } from './redactor.ts'
import type { RedactingStream } from './stream.ts'

const parse = JSON.parse
const stringify = JSON.stringify

/** What of a string can be read: all but an escape that the next piece may complete. */
const READABLE = /(?:[^"\\]+|\\(?:u[\da-fA-F]{4}|u(?![\da-fA-F]{0,3}$)|[^u]))*/y
const ESCAPE = /\\(?:u[\da-fA-F]{4}|["\\/bfnrt])/g
/** What stands outside a string and holds a marker: a number, or what is no JSON. */
const BARE = /(?:[^\s,:{}[\]‹]*‹[^›]*›)+[^\s,:{}[\]]*/g

/** What a piece of a string stands for. One that JSON does not allow stands for itself, but for its good escapes. */
function readOf(piece: string): string {
  if (!piece.includes('\\')) return piece
  try {
    return parse(`"${piece}"`)
  } catch {
    return piece.replace(ESCAPE, found => parse(`"${found}"`))
  }
}
const writtenOf = (text: string): string => stringify(text).slice(1, -1)

/**
 * As `redactor.stream`, but that it reads what a string stands for, whatever its escapes, as `redactor.deep` would once all is there; a number with a marker in it becomes
 * a string. So what was JSON stays JSON. Between strings nothing goes on until the next one begins.
 */
export function createJsonStream(redactor: Redactor): RedactingStream {
  let hits: Hits = NO_HITS
  /** The string that is open, and what of it could not be read yet; or all since the last one. */
  let string: RedactingStream | undefined
  let held = ''

  const close = (): string => {
    let out: string
    if (string === undefined) {
      const { text, hits: more } = redactor.text(held)
      hits = addHits(hits, more)
      out = text.replace(BARE, bare => stringify(bare))
    } else {
      out = writtenOf(string.end()) + held
      hits = addHits(hits, string.hits)
    }
    held = ''
    return out
  }

  const push = (chunk: string): string => {
    let out = ''
    for (let rest = chunk; rest !== ''; ) {
      let end = rest.indexOf('"')
      if (string !== undefined) {
        rest = held + rest
        READABLE.lastIndex = 0
        READABLE.test(rest)
        end = READABLE.lastIndex
        out += writtenOf(string.push(readOf(rest.slice(0, end))))
        held = rest.slice(end)
        if (held[0] !== '"') break
        held = ''
      } else {
        held += end < 0 ? rest : rest.slice(0, end)
        if (end < 0) break
      }
      out += `${close()}"`
      string = string === undefined ? redactor.stream() : undefined
      rest = rest.slice(end + 1)
    }
    return out
  }

  return {
    push,
    end: close,
    get hits() {
      return hits
    },
  }
}

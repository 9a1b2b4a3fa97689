/** sed programs: the commands that run programs (`e`) and that name files (`r`, `w`). */
import { GAP } from './mask.ts'
import type { Use } from './run-code.ts'

/** A script that cannot be followed is left at that place: sed would refuse it too. */
export function sedUses(text: string): readonly Use[] {
  const uses: Use[] = []
  let at = 0
  const take = (shape: RegExp): string => {
    shape.lastIndex = at
    const found = shape.exec(text)?.[0] ?? ''
    at += found.length
    return found
  }
  /** Past the next delimiter that nothing escapes. */
  const skip = (delimiter = '\n'): void => {
    for (let isClass = false; at < text.length; at++) {
      const char = text[at]
      if (char === '\\') at++
      else if (isClass) isClass = char !== ']'
      else if (char === '[') isClass = text.slice(at + 2, at + 64).includes(']')
      else if (char === delimiter) break
    }
    at++
  }
  while (at < text.length) {
    const char = text[at++] as string
    if (char === '/' || char === '\\') skip(char === '/' ? char : text[at++])
    else if (char === 's' || char === 'y') {
      const delimiter = text[at++]
      skip(delimiter)
      skip(delimiter)
      // With `e` the text as the replacement left it is run.
      if (char === 's' && take(/[a-vx-zA-Z\d]*/y).includes('e')) uses.push(['P', GAP])
      if (take(/w?/y) !== '') uses.push(['W', take(/.*/y).trim()])
    } else if (/[aicrRwWebtT:#]/.test(char)) {
      const rest = take(/[aic]/.test(char) ? /(?:[^\\\n]|\\[\s\S])*/y : /.*/y).trim()
      if (char === 'e') uses.push(['P', rest || GAP])
      else if (/[rw]/i.test(char)) uses.push([char.toUpperCase(), rest])
    } else if (char === GAP) uses.push(['P', GAP])
  }
  return uses
}

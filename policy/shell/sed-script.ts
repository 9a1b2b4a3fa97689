/** What a `sed` script does besides changing text: commands that `e` runs, and files that `r` and `w` name. */

export type SedScript = {
  /** Text a shell runs; `e` alone and `s///e` run what the input holds, of which the script tells a part at most. */
  readonly commands: readonly string[]
  readonly isRunningInput: boolean
  readonly reads: readonly string[]
  readonly writes: readonly string[]
}

/** Longer scripts are not read. */
const MAX_SCRIPT = 8192

/** Read as GNU sed does, leniently: an unknown command is one letter. undefined: too long. */
export function readSed(script: string): SedScript | undefined {
  if (script.length > MAX_SCRIPT) return undefined
  const commands: string[] = []
  const reads: string[] = []
  const writes: string[] = []
  let isRunningInput = false
  let at = 0
  const restOfLine = (): string => {
    const end = script.indexOf('\n', at)
    const text = script.slice(at, end < 0 ? script.length : end).trim()
    at = end < 0 ? script.length : end
    return text
  }
  /** Up to behind the delimiter; the text before it. */
  const delimited = (delimiter: string, isRegex: boolean): string => {
    const from = at
    for (; at < script.length && script[at] !== delimiter; at++) {
      if (script[at] === '\\') at++
      // Inside brackets the delimiter is a character like any other.
      const close = isRegex && script[at] === '[' ? script.indexOf(']', at + 2) : -1
      if (close > 0) at = close
    }
    return script.slice(from, at++)
  }
  while (at < script.length) {
    const command = script.charAt(at++)
    if (command === '/') delimited('/', true)
    else if (command === '\\') delimited(script.charAt(at++), true)
    else if (command === '#') restOfLine()
    else if ('aic'.includes(command)) while (restOfLine().endsWith('\\')) at++
    else if ('btT:'.includes(command)) while (at < script.length && !/[;\n}]/.test(script.charAt(at))) at++
    else if ('rR'.includes(command)) reads.push(restOfLine())
    else if ('wW'.includes(command)) writes.push(restOfLine())
    else if (command === 'e') {
      const text = restOfLine()
      if (text === '') isRunningInput = true
      else commands.push(text)
    } else if (command === 's' || command === 'y') {
      const delimiter = script.charAt(at++)
      delimited(delimiter, command === 's')
      const replacement = delimited(delimiter, false)
      // The flags of `s`; its `w` is read as the command of that name is.
      while (command === 's' && /[\dgpiIemM]/.test(script.charAt(at))) {
        if (script[at++] !== 'e') continue
        isRunningInput = true
        commands.push(replacement.replace(/\\([^\w\s])/g, '$1'))
      }
    }
  }
  return { commands, isRunningInput, reads, writes }
}

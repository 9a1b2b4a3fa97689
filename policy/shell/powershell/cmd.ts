/** Lines for `cmd.exe`, written as PowerShell, whose short names are those of cmd's own commands. */

/** One word of a condition. */
const WORD = '(?:"[^"]*"|[^\\s"=()])+'
/** What stands before a command and runs nothing. */
const AROUND = new RegExp(
  `[\\s@;,=]+|else\\b|(?:start|call)\\s+(?:"[^"]*"\\s+)?(?:/\\w+\\s+)*|if\\s+(?:(?:/i|not|exist|defined|errorlevel)\\s+)*${WORD}(?:\\s*(?:==|\\s(?:equ|neq|lss|leq|gtr|geq)\\s)\\s*${WORD})?`,
  'iy',
)
const LOOP = /for\s+(?:\/\w\s+)?(?:"[^"]*"\s+)?%%?\w\s+in\s*\(([^()]*)\)\s*do\b/iy
const VARIABLE = /%(\w+(?:%%\w+)?)(?::[^%\n]{0,64})?%|%%?~?\w+|%\*|!\w+!/y
const HOMES = /^(?:userprofile|home|homedrive%%homepath)$/i
/** A command of cmd's own that a switch or a path stands close behind. */
const GLUED = /(?:del|erase|rd|rmdir|copy|start|type|cd)(?=[\\/])/iy
const REDIRECT = />+(?:&\d)?/y

/** The same line in PowerShell, in which `%X%` is a variable that nobody knows. Time grows with the text. */
export function asPowerShell(given: string): string {
  // Quotes around the whole line are not part of it, unless they are a program's own.
  const whole = /^"(.*)"$/s.exec(given.trim())?.[1]
  const line = whole === undefined || /^[^"]*\.(?:exe|cmd|bat|com)$/i.test(whole) ? given : whole
  let script = '& '
  let i = 0
  let depth = 0
  let isStart = true
  let isQuoted = false
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = i
    const found = pattern.exec(line)
    if (found) i = pattern.lastIndex
    return found
  }
  while (i < line.length) {
    if (isStart) {
      if (match(AROUND)) continue
      const list = match(LOOP)?.[1]?.trim()
      // `for /f %i in ('program') do ...` runs what stands in quotes.
      if (list !== undefined) {
        if (/^['`]/.test(list)) script += `${asPowerShell(list.slice(1, -1))};& `
        continue
      }
      // Such a line in no form that is known here breaks the script.
      if (match(/(?:if|for)\s/iy)) script += '};& '
      script += match(GLUED)?.[0].concat(' ') ?? ''
    }
    const wasStart = isStart
    isStart = false
    const variable = match(VARIABLE)
    const redirect = isQuoted ? null : match(REDIRECT)
    const char = line[i] ?? ''
    if (variable) script += `\${${HOMES.test(variable[1] ?? '') ? 'home' : '_'}}`
    else if (redirect) script += redirect[0]
    else {
      i++
      if (char === '"') isQuoted = !isQuoted
      if (isQuoted) script += /[`$\u201c-\u201e]/.test(char) ? `\`${char}` : char
      else if (char === '^') script += `\`${line[i++] ?? ''}`
      else if (/[&|\n]/.test(char)) {
        const isPipe = char === '|' && line[i] !== '|'
        if (line[i] === char) i++
        script += isPipe ? '|& ' : ';& '
        isStart = true
      } else if (char === '(' && wasStart) {
        depth++
        script += '{& '
        isStart = true
      } else if (char === ')' && depth > 0) {
        depth--
        script += '};& '
        isStart = true
      } else script += /[<;]/.test(char) ? ' ' : /['`$@{}()#\u2018-\u201e]/.test(char) ? `\`${char}` : char
    }
  }
  return script
}

/** How much text the evaluator takes on. Past any of these it answers `too-complex` at once: rules then say what "cannot tell" means to them. */

/** UTF-16 code units of one script. */
export const MAX_TEXT = 128 * 1024
/** The parser's cost is quadratic in heredocs. */
export const MAX_HEREDOCS = 256
/** Scripts and compound commands inside one another. */
export const MAX_DEPTH = 64
/** Command separators in one script: bounds the parse itself. */
export const MAX_SEPARATORS = 8192
/** Units of work for one evaluation, nested scripts included. */
export const MAX_STEPS = 16_000
/** The same for one script in a file, and for all that a line runs. */
export const MAX_SCRIPT_STEPS = 5000
export const MAX_SCRIPTS_STEPS = 8000
/** Text costs a step for so many characters each time it is parsed. */
export const CHARACTERS_PER_STEP = 16
/** Characters of one arithmetic expression. */
export const MAX_ARITHMETIC = 4096
/** Words one brace expansion may make. */
export const MAX_BRACE_WORDS = 512
/** Commands that one program starts. */
export const MAX_LAUNCHES = 256
/** Characters of a variable's value that are followed. */
export const MAX_VALUE = 16 * 1024

const STRUCTURE = /[$`*?[{"']/g

/** Steps that taking a word apart costs: every character in it that could begin something counts. */
export function wordCost(text: string): number {
  return 1 + text.length / 64 + (text.length < 16 ? 0 : (text.match(STRUCTURE)?.length ?? 0) / 4)
}

const OPEN_PAREN = 40
const CLOSE_PAREN = 41
const OPEN_BRACE = 123
const CLOSE_BRACE = 125
const OPEN_BRACKET = 91
const CLOSE_BRACKET = 93
const DOLLAR = 36
const LESS = 60
const NEWLINE = 10
const SEMICOLON = 59
const AMPERSAND = 38
const PIPE = 124

/**
 * Whether a script should not even be parsed. One pass over the characters, blind to quoting: quoted text that looks too deep counts as too deep.
 * It bounds the parser's own time; the walk counts its depth again by itself.
 */
export function isTooBigToParse(text: string): boolean {
  if (text.length > MAX_TEXT) return true
  let depth = 0
  let heredocs = 0
  let separators = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const isOldArithmetic = code === OPEN_BRACKET && text.charCodeAt(i - 1) === DOLLAR
    if (code === OPEN_PAREN || code === OPEN_BRACE || isOldArithmetic) depth++
    else if ((code === CLOSE_PAREN || code === CLOSE_BRACE || code === CLOSE_BRACKET) && depth > 0) depth--
    else if (code === NEWLINE || code === SEMICOLON || code === AMPERSAND || code === PIPE) separators++
    else if (code === LESS && text.charCodeAt(i + 1) === LESS) {
      heredocs++
      i++
    }
    const isOver = depth > MAX_DEPTH || heredocs > MAX_HEREDOCS || separators > MAX_SEPARATORS
    if (isOver) return true
  }
  return false
}

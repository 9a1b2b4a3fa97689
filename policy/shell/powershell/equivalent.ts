/** The plain program that does what a cmdlet does: one rule about `rm` covers `Remove-Item`. */
import { ANY_ARGS, type Arg, textArg } from '../arg.ts'
import type { Bound } from './bound.ts'
import type { Cmdlet } from './cmdlets.ts'
import { pathArg } from './windows-words.ts'

/** Variables of the environment, as files. */
const ENVIRONMENT = /^["']?env:/i

/** The program and its words; none: nothing that is known does the same. `isPiped`: the cmdlet may get its paths from the one before, `line`: any of them. */
export function equivalentOf({ program, words }: Cmdlet, bound: Bound, isPiped: boolean, line: Arg['parts'] = PIPED.parts): readonly Arg[] {
  const hasPatterns = program !== 'curl' && !bound.given.includes('LiteralPath')
  const args = [textArg(program)]
  for (const word of words) {
    if (typeof word === 'string') args.push(textArg(word))
    else if (word.kind === ':') {
      if (bound.given.includes(word.name)) args.push(textArg(word.flag))
    } else if (word.kind !== '!') {
      const found = bound.of(word.name)
      const files: readonly Arg[] = found.filter(value => !ENVIRONMENT.test(value.source)).map(value => pathArg(value, hasPatterns))
      const isEnvironment = files.length === 0 && found.length > 0
      if (isEnvironment) return /^(?:ls|cat)$/.test(program) ? [textArg('printenv')] : []
      const given = isPiped && found.length === 0 && word.name === 'Path' ? [{ ...PIPED, parts: line }] : files
      if (given.length > 0 && word.flag !== '') args.push(textArg(word.flag))
      args.push(...given)
    }
  }
  return /\w/.test(program) ? args : []
}

const PIPED: Arg = { ...ANY_ARGS, parts: [{ kind: 'unknown', neverDash: true }] }

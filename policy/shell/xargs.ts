/** `xargs`: the command it runs, with the words it reads put in as unknown ones. */
import { ANY_ARGS, type Arg, type Part, splitName, textArg, textOf, UNKNOWN } from './arg.ts'
import { withFile } from './find.ts'
import { unwrap, type Wrapper, wrapperOf } from './wrappers.ts'

/** Longer input is cut into several calls. */
const MAX_INPUT = 2048
/** Words that mean the same to every xargs. */
const PLAIN_INPUT = /^[^'"\\]*$/
/** With these the words are the same, and in one call. */
const NO_OTHER_WORDS = /^-[rt0P]$/

/** `input`: what it reads, where that is known; `names`: of a line of it, where only that is. Empty when xargs runs its default, `echo`. `isUncertain`: where the command begins cannot be told. */
export function xargsCommand(
  args: readonly Arg[],
  input?: string,
  names?: readonly Part[],
): { readonly command: readonly Arg[]; readonly isUncertain: boolean } {
  const { command = [], isUncertain, flags, values } = unwrap(wrapperOf('xargs', []) as Wrapper, args.map(withoutOptional))
  if (command.length === 0) return { command, isUncertain }
  const replaced = values.get('-I') ?? values.get('-J') ?? values.get('--replace')
  const isReplacing = replaced !== undefined || flags.some(flag => flag === '-i' || flag === '--replace')
  const isKnown = input !== undefined && PLAIN_INPUT.test(input) && input.length <= MAX_INPUT
  const isSplit = !flags.some(flag => flag === '-0' || flag === '--null')
  const isWhole = isKnown && flags.every(flag => NO_OTHER_WORDS.test(flag))
  const words = isWhole
    ? input.split(/[\s\0]+/).flatMap(word => (word === '' ? [] : [textArg(word)]))
    : [
        names === undefined || values.has('-a') || values.has('--arg-file')
          ? ANY_ARGS
          : { parts: isSplit ? names.map(splitName) : names, isMany: true, source: '' },
      ]
  if (!isReplacing) return { command: [...command, ...words], isUncertain }
  const marker = replaced === undefined ? '{}' : textOf(replaced)
  const isMarkerKnown = marker !== undefined && marker !== ''
  if (!isMarkerKnown) return { command: [ANY_ARGS], isUncertain: true }
  const line = isKnown && /^[^\n]+\n?$/.test(input) ? input.trim() : undefined
  const value: readonly Part[] = line === undefined ? (names ?? [UNKNOWN]) : [{ kind: 'text', text: line }]
  return { command: command.map(arg => withFile(arg, marker, value)), isUncertain }
}

/** `-i`, `-e` and `-l` hold their value or have none: `-i%` is `-I %`. */
function withoutOptional(arg: Arg): Arg {
  const text = textOf(arg)
  const isReplace = text !== undefined && /^-i./.test(text)
  const isOther = text !== undefined && /^-[el]./.test(text)
  if (isReplace) return { ...arg, parts: [{ kind: 'text', text: `-I${text.slice(2)}` }] }
  return isOther ? { ...arg, parts: [{ kind: 'text', text: text.slice(0, 2) }] } : arg
}

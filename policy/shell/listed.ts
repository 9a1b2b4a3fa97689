/** The names of files that programs print, line by line: what any one line of the output may be. */
import { type Arg, knownStart, type Part, textArg, textOf } from './arg.ts'
import type { Piece } from './effects.ts'
import { foundArg, foundLine, globNames, type Names, namePieces, oneOf } from './find.ts'
import { optionSpecOf } from './option-specs.ts'
import { optionSpec, readOptions, valuesOf } from './read-options.ts'

type Line = readonly Part[]
type Listing = (args: readonly Arg[], name: string) => Line | undefined

const glob = (text: string): Piece => ({ kind: 'glob', text })
/** Anything, slashes too. */
const ANYTHING = glob('()')
const ANY_NAME = glob('****')
const ANY_VISIBLE = glob('*')

const pathsArg = (...paths: Names): Arg => ({ parts: [{ kind: 'unknown', paths }], isMany: true, source: '' })
const found = (roots: readonly Arg[], names?: Names): Line =>
  oneOf((roots.length === 0 ? [textArg('.')] : roots).map(root => foundArg(root, names)))
/** The flags as one text: `-l -r --files`. */
const options = (name: string, args: readonly Arg[], spec = optionSpecOf(name, [])) => {
  const read = readOptions(spec, args)
  return { ...read, given: [...read.flags].join(' ') }
}

/** What stands in a folder it prints without the folder's name; a file, as it was named. */
const ls: Listing = (args, name) => {
  const { words, given } = options(name, args)
  if (!/^(?:-[1aAdtrSUcu]|--color| )*$/.test(given)) return undefined
  return oneOf(/-d/.test(given) ? words : [...words, pathsArg([/a/i.test(given) ? ANY_NAME : ANY_VISIBLE])])
}

/** Names alone, in the folders that it goes through or of the files that it is given. */
const search: Listing = (args, name) => {
  const read = options(name, args)
  const isAll = /--files(?: |$)/.test(read.given)
  if (!isAll && !/-[lL]|--files-with/.test(read.given)) return undefined
  const roots = read.words.slice(isAll || /-e|-f\b|--regexp/.test(read.given) ? 0 : 1)
  if (name !== 'rg' && !/-[rR]|--rec/.test(read.given)) return oneOf(roots)
  return found(roots, globNames(valuesOf(read, '--include', '-g', '--glob')))
}

const FD = optionSpec('t: type: e: extension: E: exclude: d: max-depth: S: size: j: threads: c: color:')

const fd: Listing = args => {
  const at = args.findIndex(arg => /^(?:-[a-zA-Z]*[xX]|--exec)/.test(knownStart(arg)))
  const { given, ...read } = options('', at < 0 ? args : args.slice(0, at), FD)
  if (/-[pla]\b|--(?:full|list|abs|base)/.test(given)) return undefined
  const [pattern, ...roots] = read.words
  const rest = /-[Hu]|--hid|--unr/.test(given) ? ANY_NAME : ANY_VISIBLE
  const asked = textOf(pattern) ?? ''
  const endings = valuesOf(read, '-e', '--extension').map(ending => [rest, textPiece(`.${textOf(ending)}`)])
  return found(roots, endings.length > 0 ? endings : /-g/.test(given) ? [namePieces(asked)] : regexNames(asked, rest))
}

/** git's own patterns cross slashes. */
const git: Listing = ([verb, ...args]) => {
  const name = textOf(verb) ?? ''
  const { given, words } = options(name, args, optionSpecOf('git', [name]))
  const isFiles = name === 'ls-files' && !/-[stvu]\b|--stage/.test(given)
  if (!isFiles) return /^(?:diff|ls-tree|grep)$/.test(name) && /-l|--name-only|--files/.test(given) ? found([]) : undefined
  if (words.length === 0) return found([])
  return oneOf(
    words.flatMap(word => {
      const asked = namePieces(textOf(word) ?? '*').map(piece => (piece.kind === 'glob' ? ANYTHING : piece))
      return asked.includes(ANYTHING) ? [pathsArg(asked)] : [word, foundArg(word)]
    }),
  )
}

/** A word of it is one of its own words. */
const said: Listing = (args, name) => oneOf(args.filter((arg, index) => !/^-/.test(knownStart(arg)) && (index > 0 || name === 'echo')))

const LISTINGS: readonly (readonly [RegExp, Listing])[] = [
  [/^g?find$/, foundLine],
  [/^g?ls$/, ls],
  [/^fd(?:find)?$/, fd],
  [/^git$/, git],
  [/^(?:rg|e?grep)$/, search],
  [/^(?:echo|printf)$/, said],
]

/** With these words they only leave lines out, or put them into another order. */
const SIEVES = /^(?:(?:sort|head|tail|tee|shuf) .*|(?:tac|uniq) |tr \\n (?:\\0| )|xargs (?:.* )?(?:grep|rg) (?:\S+ )*-\w*[lL].*)$/

/** A line of the program's output, where each is the name of a file; undefined for all else. `read`: a line of what it reads. */
export function listedLine(name: string, args: readonly Arg[], read?: Line): Line | undefined {
  if (read === undefined) return LISTINGS.find(([names]) => names.test(name))?.[1](args, name)
  if (/^(?:[ef]?grep|rg)$/.test(name)) return sifted(name, args, read)
  return SIEVES.test(`${name} ${args.map(textOf).join(' ')}`) ? read : undefined
}

/** What is left after a search: where any name may stand, those that the pattern takes. */
function sifted(name: string, args: readonly Arg[], read: Line): Line | undefined {
  const { given, words } = options(name === 'rg' ? name : 'grep', args)
  if (/-[conrlqABC]\b|--[cofl]/.test(given)) return undefined
  const last = read.at(-1)
  const start = knownStart({ ...textArg(''), parts: read })
  const isOpen = last?.kind === 'unknown' && last.paths?.every(path => /^\*+$/.test(textIn(path.at(-1)))) && !start.includes('..')
  const [asked = ''] = words.map(textOf)
  const isBasic = name === 'grep' && !/-[EP]/.test(given)
  // In a basic expression signs are themselves, and escaped they are signs.
  const regex = isBasic ? asked.replace(/\\?([|()])/g, (all, sign) => (all === sign ? `\\${sign}` : sign)) : asked
  const names = !isOpen || /-[vefF]/.test(given) ? undefined : regexNames(regex, ANYTHING)
  const root = textPiece(/^[/~]/.test(start) || read[0]?.kind === 'place' ? '/' : './')
  return names === undefined ? read : pathsArg(...names.map(path => [root, ...path])).parts
}

const textPiece = (text: string): Piece => ({ kind: 'text', text })
const textIn = (piece: Piece | undefined): string => (piece === undefined || piece.kind === 'unknown' ? '' : piece.text)

const PLAIN = /^\^?(?:\\[./-]|[\w/@ ,:=%~-]|\.\*?|\[[^\]]*\])+\$?$/

/** The texts in which a regular expression finds something, `rest` for what is around it; undefined for one that is not plain. */
function regexNames(regex: string, rest: Piece): Names | undefined {
  const group = /^([^()]*)\(([^()]*)\)([^()*+?{][^()]*)?$/.exec(regex)
  const choices = group === null ? regex.split('|') : (group[2] ?? '').split('|').map(one => group[1] + one + (group[3] ?? ''))
  if (choices.length > 16 || !choices.every(one => PLAIN.test(one))) return undefined
  return choices.map(one => {
    const pieces = one
      .replace(/^\^|\$$/g, '')
      .split(/(\\.|\.\*?|\[[^\]]*\])/)
      .flatMap(piece => (piece === '' ? [] : /^[.[]/.test(piece) ? [ANYTHING] : [textPiece(piece.replace('\\', ''))]))
    return [...(one.startsWith('^') ? [] : [rest]), ...pieces, ...(one.endsWith('$') ? [] : [ANYTHING])]
  })
}

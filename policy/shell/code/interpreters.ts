/** Programs that run code given to them, and where in their arguments it stands. */
import { type Arg, type Part, textArg, textOf, UNKNOWN } from '../arg.ts'
import type { Stdin } from '../context.ts'
import { optionSpec, readOptions } from '../read-options.ts'
import type { Family } from './mask.ts'

/** Languages with a way of their own, or none, to be read. */
export type Language = Family | ''

/**
 * Programs, the language (none: as the program is called), how it is read (none: as code that nobody knows), options that hold code (`=`: the first word does, unless a file of it is given; a word: what stands behind that
 * word does), and options that take another value.
 */
const TABLE = new Map(
  `python pypy ipython|python|py|-c|-m: -W: -X:
node nodejs tsx ts-node bun|javascript|js|-e --eval -p --print|-r: --require: --import: --input-type:
deno|javascript|js|eval|
ruby jruby|ruby|rb|-e|-r? -I? -C? -i?
perl|perl|pl|-e -E|-I: -M? -m? -F? -i?
php|php|php|-r -B -R|-d: -c: -f:
lua luajit|lua|lua|-e|-l:
osascript|applescript|as|-e|-l: -s:
awk gawk mawk nawk|awk|awk|= -e|-F: -v: -f: -i: --file:
Rscript R|r|py|-e|
rails|ruby|rb|runner|
julia elixir iex groovy scala swift jshell|||-e -E --eval|-
crystal|||eval|
tclsh wish expect|tcl||-c|-f:`
    .split('\n')
    .flatMap(line => {
      const [names = '', ...rest] = line.split('|')
      return names.split(' ').map(name => [name, rest] as const)
    }),
)

/** Code that a program is handed. `via`: how it is, for the chain; '' where the chain has it already. */
export type Code = {
  readonly language: string
  readonly family: Language
  readonly text: Arg
  readonly via: string
  readonly isInput: boolean
  /** The text is the path of a file that holds the code (`python -u x.py`, `deno run x.ts`). */
  readonly isFile?: true
}

const INPUT = /^(?:-|\/dev\/(?:stdin|fd\/0))$/
/** With these there is code in a file, or none. */
const NO_CODE = /^-(?:[fmvVh]|-file|-version|-help)$/

/** The code an interpreter called with these arguments reads, on the line, on its standard input or in a file; undefined: none. */
export function codeOf(name: string, args: readonly Arg[], stdin: Stdin): Code | undefined {
  const plain = name.replace(/-?\d[\d.]{0,9}$/, '')
  const [language = '', family = '', given = '', others] = TABLE.get(plain) ?? []
  if (given === '') return undefined
  const flags = given.split(' ')
  const isOperand = given[0] === '='
  // `node -pe code`: only the last letter takes it.
  const words = args.map(arg => (textOf(arg) === '-pe' && family === 'js' ? textArg('-e') : arg))
  const options = readOptions(optionSpec(`${others} ${given.replace(/(-\S+)/g, '$1:')}`), words, !isOperand)
  const [operand, next] = isOperand ? options.words : args.slice(options.end)
  const code = options.values.filter(([option]) => flags.includes(option))
  const isNone = [...options.flags].some(flag => (isOperand ? /^--?f/ : NO_CODE).test(flag))
  const isSubcommand = next !== undefined && textOf(operand) === given
  const isInput = code.length === 0 && !isOperand && !isSubcommand && (operand === undefined ? !isNone : INPUT.test(textOf(operand) ?? ''))
  const input = stdin.kind === 'text' ? textArg(stdin.text) : { parts: [UNKNOWN] }
  const first = isInput ? input : isSubcommand ? next : isOperand && !isNone ? operand : undefined
  const texts = code.length > 0 ? code.map(([, value]) => value) : first === undefined ? [] : [first]
  if (texts.length === 0) {
    const file = textOf(operand) === 'run' ? next : operand
    const text = isOperand || isNone || isSubcommand ? undefined : file
    return text && { language, family: family as Language, text, via: name, isInput, isFile: true }
  }
  const parts = texts.flatMap((text, at): readonly Part[] => (at === 0 ? text.parts : [{ kind: 'text', text: '\n' }, ...text.parts]))
  const flag = code[0]?.[0] ?? (isSubcommand ? given : '')
  return {
    language: language || plain,
    family: family as Language,
    text: { parts, isMany: false, source: '' },
    via: `${name} ${flag}`.trim(),
    isInput,
  }
}

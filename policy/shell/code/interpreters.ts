/** Programs that run code given to them, and where in their arguments it stands. */
import { type Arg, type Part, textArg, textOf, UNKNOWN } from '../arg.ts'
import type { Stdin } from '../context.ts'
import { optionSpec, readOptions } from '../read-options.ts'
import type { Family } from './mask.ts'

/** Languages with a way of their own, or none, to be read. */
export type Language = Family | 'sed' | ''

/**
 * Programs, the language, how it is read, options that hold code, options that take another value or leave no code to read. `=`: the first word is code,
 * unless a file of it is given; `%`: the standard input is none.
 */
const TABLE = `python pypy ipython|python|py|-c|-m: -W: -X:
node nodejs tsx ts-node|javascript|js|-e --eval -p --print|-r: --require: --import: --loader: -C: --input-type: --env-file:
bun|javascript|js|-e --eval -p --print %|-r:
deno|javascript|js|eval %|
ruby jruby|ruby|rb|-e|-r? -I? -C? -i?
perl|perl|pl|-e -E|-I: -M? -m? -F? -i?
php|php|php|-r --run -B -R|-d: -c: -z: -f:
lua luajit|lua|lua|-e|-l:
osascript|applescript|as|-e|-l: -s:
awk gawk mawk nawk|awk|awk|= -e --source|-F: -v: -f: -i: -l: -E: --file: --exec: --assign: --field-separator: --include:
sed gsed|sed|sed|= -e --expression|~ -f: --file: -l: --line-length: -i? --in-place? -E
Rscript|r|py|-e %|
tclsh wish expect|tcl||-c|-f:`
  .split('\n')
  .map(line => line.split('|'))

/** Code that a program is handed. `via`: how it is, for the chain. */
export type Code = { readonly language: string; readonly family: Language; readonly text: Arg; readonly via: string; readonly isInput: boolean }

const INPUT = /^(?:-|\/dev\/(?:stdin|fd\/0))$/
const NO_CODE = ['-f', '--file', '-m', '--version', '-V', '-v', '--help', '-h']

/** The code an interpreter called with these arguments reads, on the line or on its standard input; undefined: none, or that of a file. */
export function codeOf(name: string, args: readonly Arg[], stdin: Stdin): Code | undefined {
  const plain = name.replace(/-?[\d.]+$/, '')
  const [, language = '', family = '', given = '', others] = TABLE.find(([names = '']) => ` ${names} `.includes(` ${plain} `)) ?? []
  if (given === '' || plain === '') return undefined
  const flags = given.split(' ')
  const spec = optionSpec(`${others} ${given.replace(/(-\S+)/g, '$1:')}`)
  const isOperand = flags[0] === '='
  // `node -pe code`: only the last letter takes it.
  const words = args.map(arg => (textOf(arg) === '-pe' && family === 'js' ? textArg('-e') : arg))
  const options = readOptions(spec, words, !isOperand)
  const isScript = options.values.some(([, value]) => textOf(value) === 'JavaScript')
  const found = (texts: readonly Arg[], option: string, isInput = false): Code => ({
    language,
    family: isScript ? 'js' : (family as Language),
    text: { parts: texts.flatMap((arg): readonly Part[] => [...arg.parts, { kind: 'text', text: '\n' }]).slice(0, -1), isMany: false, source: '' },
    via: name + option,
    isInput,
  })
  const code = options.values.filter(([option]) => flags.includes(option))
  if (code[0] !== undefined) return found(code.map(([, value]) => value), ` ${code[0][0]}`)
  const operand = isOperand ? options.words[0] : args[options.end]
  const isNone = NO_CODE.some(flag => options.flags.has(flag))
  if (isOperand) return operand === undefined || isNone ? undefined : found([operand], '')
  const next = args[options.end + 1]
  if (textOf(operand) === flags[0] && next !== undefined) return found([next], ' eval')
  const isInput = operand === undefined ? !isNone && !flags.includes('%') : INPUT.test(textOf(operand) ?? '')
  return isInput ? found([stdin.kind === 'text' ? textArg(stdin.text) : { parts: [UNKNOWN], isMany: false, source: '' }], '', true) : undefined
}

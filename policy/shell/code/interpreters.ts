/** Programs that run code given to them, and where in their arguments it stands. */
import { ANY_ARGS, type Arg, dropStart, knownStart, textArg, textOf } from '../arg.ts'
import type { Family } from './families.ts'

/** Languages that have a way of their own, or none, to be read. */
export type Language = Family | 'sed' | 'tcl' | 'unread'

type Interpreter = {
  readonly language: string
  readonly family: Language
  /** Letters and names of options whose value is code; one letter may end a cluster. */
  readonly code: readonly string[]
  /** Options that take the next word. */
  readonly values: readonly string[]
  /** Letters that swallow the rest of their cluster. */
  readonly swallows?: string
  /** Letters that take digits. */
  readonly digits?: string
  /** `-m module` of Python. */
  readonly moduleFlag?: string
  /** Without a file it reads code from its standard input. */
  readonly readsInput: boolean
  /** The first operand is the code, unless an option gave it or a file of it. */
  readonly isOperand?: boolean
  readonly files?: readonly string[]
  /** A word before everything else (`deno eval`). */
  readonly subcommand?: string
}

const PYTHON: Interpreter = {
  language: 'python',
  family: 'python',
  code: ['-c'],
  values: ['-W', '-X', '-Q', '--check-hash-based-pycs'],
  moduleFlag: '-m',
  readsInput: true,
}
const NODE: Interpreter = {
  language: 'javascript',
  family: 'js',
  code: ['-e', '--eval', '-p', '--print'],
  values: ['-r', '--require', '--import', '--loader', '--experimental-loader', '-C', '--conditions', '--input-type', '--title'],
  readsInput: true,
}
const RUBY: Interpreter = {
  language: 'ruby',
  family: 'ruby',
  code: ['-e'],
  values: ['-r', '-I', '-C', '-E'],
  swallows: 'rICEFWKTxi',
  digits: '0',
  readsInput: true,
}
const PERL: Interpreter = {
  language: 'perl',
  family: 'perl',
  code: ['-e', '-E'],
  values: ['-I'],
  swallows: 'ImMFxidD',
  digits: '0lC',
  readsInput: true,
}
const AWK: Interpreter = {
  language: 'awk',
  family: 'awk',
  code: ['-e', '--source'],
  values: ['-F', '-v', '-i', '-l', '--assign', '--field-separator', '--include', '--load'],
  readsInput: false,
  isOperand: true,
  files: ['-f', '--file', '-E', '--exec'],
}
const SED: Interpreter = {
  language: 'sed',
  family: 'sed',
  code: ['-e', '--expression'],
  values: ['-l', '--line-length'],
  swallows: 'i',
  readsInput: false,
  isOperand: true,
  files: ['-f', '--file'],
}
const LUA: Interpreter = { language: 'lua', family: 'lua', code: ['-e'], values: ['-l'], readsInput: true }
const R: Interpreter = { language: 'r', family: 'r', code: ['-e'], values: ['-g', '--gui'], readsInput: true }
const OSASCRIPT: Interpreter = { language: 'applescript', family: 'applescript', code: ['-e'], values: ['-l', '-s'], readsInput: true }
const unread = (language: string, ...code: string[]): Interpreter => ({ language, family: 'unread', code, values: [], readsInput: true })

const INTERPRETERS: ReadonlyMap<string, Interpreter> = new Map<string, Interpreter>([
  ['python', PYTHON],
  ['pypy', PYTHON],
  ['ipython', PYTHON],
  ['jython', PYTHON],
  ['micropython', PYTHON],
  ['node', NODE],
  ['nodejs', NODE],
  ['tsx', NODE],
  ['ts-node', NODE],
  ['bun', { ...NODE, readsInput: false }],
  ['deno', { ...NODE, code: [], values: [], isOperand: true, subcommand: 'eval', readsInput: false }],
  ['ruby', RUBY],
  ['jruby', RUBY],
  ['perl', PERL],
  [
    'php',
    {
      language: 'php',
      family: 'php',
      code: ['-r', '--run', '-B', '--process-begin', '-R', '--process-code', '-E', '--process-end'],
      values: ['-d', '-c', '-z'],
      readsInput: true,
    },
  ],
  ['lua', LUA],
  ['luajit', LUA],
  ['texlua', LUA],
  ['Rscript', { ...R, readsInput: false }],
  ['R', R],
  ['osascript', OSASCRIPT],
  ['ghc', { language: 'haskell', family: 'haskell', code: ['-e'], values: ['-package', '-o'], readsInput: false }],
  ['runghc', { language: 'haskell', family: 'haskell', code: [], values: [], readsInput: true }],
  ['ghci', { language: 'haskell', family: 'haskell', code: ['-e'], values: [], readsInput: true }],
  ['tclsh', { language: 'tcl', family: 'tcl', code: [], values: [], readsInput: true }],
  ['wish', { language: 'tcl', family: 'tcl', code: [], values: [], readsInput: true }],
  ['expect', { language: 'tcl', family: 'tcl', code: ['-c'], values: [], readsInput: true }],
  ['awk', AWK],
  ['gawk', AWK],
  ['mawk', AWK],
  ['nawk', AWK],
  ['original-awk', AWK],
  ['sed', SED],
  ['gsed', SED],
  ['julia', unread('julia', '-e', '-E', '--eval', '--print')],
  ['elixir', unread('elixir', '-e', '--eval')],
  ['groovy', unread('groovy', '-e')],
  ['scala', unread('scala', '-e')],
  ['clojure', unread('clojure', '-e', '--eval')],
  ['clj', unread('clojure', '-e', '--eval')],
  ['bb', unread('clojure', '-e')],
  ['ocaml', unread('ocaml', '-e')],
  ['racket', unread('racket', '-e', '--eval')],
  ['guile', unread('scheme', '-c')],
  ['sbcl', unread('lisp', '--eval')],
  ['swipl', unread('prolog', '-g', '-t')],
  ['raku', unread('raku', '-e')],
])

export function interpreterOf(name: string): Interpreter | undefined {
  const known = INTERPRETERS.get(name)
  if (known !== undefined) return known
  const plain = name
    .replace(/\.exe$/i, '')
    .replace(/(?<=[a-z])-?\d+(\.\d+)*[dmt]?w?$/i, '')
    .toLowerCase()
  return INTERPRETERS.get(plain)
}

/** `flag`: for the chain. `operands`: what comes after the code, files of `-n` and `-p`. */
export type CodeSource =
  | {
      readonly from: 'arguments'
      readonly code: readonly Arg[]
      readonly flag: string
      readonly flags: ReadonlySet<string>
      readonly operands: readonly Arg[]
    }
  | { readonly from: 'module'; readonly module: Arg; readonly args: readonly Arg[] }
  | { readonly from: 'input' }
  | { readonly from: 'nothing' }

const INPUT = /^(-|\/dev\/(stdin|fd\/0)|\/proc\/self\/fd\/0)$/
const INERT = new Set(['--version', '--help', '-h', '-v', '-V', '--v8-options', '-?'])

/** Where an interpreter called with these arguments finds its code. */
export function codeSourceOf(interpreter: Interpreter, args: readonly Arg[]): CodeSource {
  const { subcommand } = interpreter
  if (subcommand !== undefined && textOf(args[0]) !== subcommand) {
    const isInput = textOf(args[0]) === 'run' && textOf(args.at(-1)) === '-'
    return { from: isInput ? 'input' : 'nothing' }
  }
  const code: Arg[] = []
  const flags = new Set<string>()
  let flag = ''
  let isFileGiven = false
  let i = subcommand === undefined ? 0 : 1
  for (; i < args.length; i++) {
    const arg = args[i] as Arg
    const start = knownStart(arg)
    const text = textOf(arg)
    if (text === '--') {
      i++
      break
    }
    const isOption = start.startsWith('-') && start !== '-'
    if (!isOption) break
    const read = readOption(interpreter, arg, args[i + 1])
    for (const one of read.flags) flags.add(one)
    if (interpreter.moduleFlag !== undefined && read.flags.includes(interpreter.moduleFlag)) {
      const module = read.value
      return module === undefined ? { from: 'nothing' } : { from: 'module', module, args: args.slice(i + 1 + (read.takesNext ? 1 : 0)) }
    }
    if (read.use === 'code' && read.value !== undefined) {
      code.push(read.value)
      flag = read.flag
    }
    if (read.use === 'file') isFileGiven = true
    if (read.takesNext) i++
    // Python reads no option after its code.
    const isLast = read.use === 'code' && interpreter.moduleFlag !== undefined
    if (isLast) {
      i++
      break
    }
    if (text !== undefined && INERT.has(text) && interpreter.isOperand !== true && code.length === 0) {
      const isVerbose = text === '-v' && (interpreter.family === 'python' || interpreter.family === 'ruby')
      if (!isVerbose) return { from: 'nothing' }
    }
  }
  const operands = args.slice(i)
  const isFirstCode = interpreter.isOperand === true && code.length === 0 && !isFileGiven
  const [first] = operands
  if (isFirstCode)
    return first === undefined
      ? { from: 'nothing' }
      : { from: 'arguments', code: [first], flag: subcommand ?? '', flags, operands: operands.slice(1) }
  if (code.length > 0) return { from: 'arguments', code, flag, flags, operands }
  if (first !== undefined && INPUT.test(textOf(first) ?? '')) return { from: 'input' }
  const isInput = first === undefined && interpreter.readsInput && !isFileGiven
  return { from: isInput ? 'input' : 'nothing' }
}

type ReadOption = {
  readonly use: 'code' | 'file' | 'other'
  readonly flag: string
  readonly value?: Arg
  readonly takesNext: boolean
  readonly flags: readonly string[]
}

function readOption(interpreter: Interpreter, arg: Arg, next: Arg | undefined): ReadOption {
  const start = knownStart(arg)
  const { code, values, files = [] } = interpreter
  const useOf = (flag: string) => (code.includes(flag) ? 'code' : files.includes(flag) ? 'file' : 'other')
  const isLong = start.startsWith('--') || (textOf(arg) !== undefined && (values.includes(start) || code.includes(start)))
  if (isLong) {
    const [name = start] = start.split('=', 1)
    const use = useOf(name)
    const isTaking = use !== 'other' || values.includes(name) || name === interpreter.moduleFlag
    if (start.startsWith('--') && start.includes('='))
      return { use, flag: name, value: dropStart(arg, name.length + 1), takesNext: false, flags: [name] }
    return { use, flag: name, ...(isTaking && next !== undefined && { value: next }), takesNext: isTaking, flags: [name] }
  }
  const flags: string[] = []
  for (let at = 1; at < start.length; at++) {
    const letter = start[at] as string
    const flag = `-${letter}`
    flags.push(flag)
    const use = useOf(flag)
    const isTaking = use !== 'other' || values.includes(flag) || flag === interpreter.moduleFlag
    const isLast = at === start.length - 1 && textOf(arg) !== undefined
    // `node -pe code`: the last one has it.
    const isClustered = interpreter.family === 'js' && use === 'code' && at < start.length - 1
    if (isTaking && !isClustered) {
      const value = isLast ? next : dropStart(arg, at + 1)
      return { use, flag, ...(value !== undefined && { value }), takesNext: isLast, flags }
    }
    if (interpreter.swallows?.includes(letter) === true)
      return { use: 'other', flag, value: dropStart(arg, at + 1), takesNext: false, flags }
    if (interpreter.digits?.includes(letter) === true)
      while (/[\dxXa-fA-F]/.test(start[at + 1] ?? '') && /^[\dxX]/.test(start.slice(at + 1))) at++
  }
  return { use: 'other', flag: start, takesNext: false, flags }
}

/** Programs that Python has as modules: `python -m pip` is `pip`. */
const MODULE_PROGRAMS = new Set(
  'pip pipx pipenv poetry uv twine flit hatch pytest coverage gunicorn uvicorn flask ansible awscli conda http httpie virtualenv nox tox black ruff mypy'.split(
    ' ',
  ),
)

/** The command that a module run by `python -m` is, where it is known under a name of its own. */
export function moduleCommand(module: Arg, args: readonly Arg[]): readonly Arg[] | undefined {
  const name = textOf(module)
  if (name === undefined) return [ANY_ARGS]
  if (name === 'awscli') return [textArg('aws'), ...args]
  return MODULE_PROGRAMS.has(name) ? [textArg(name), ...args] : undefined
}

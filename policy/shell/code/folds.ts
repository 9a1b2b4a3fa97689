/** Calls and names whose value the text tells: paths put together, texts joined and decoded. */
import type { Family } from './families.ts'
import {
  type Args,
  argOf,
  decoded,
  expandedHome,
  filled,
  fromHex,
  HOME,
  joined,
  joinedPath,
  literal,
  NOTHING,
  ofParts,
  partsOf,
  textValue,
  type Value,
} from './values.ts'

const JOINS = new Set([
  'os.path.join',
  'posixpath.join',
  'path.join',
  'path.posix.join',
  'path.resolve',
  'File.join',
  'File.expand_path',
  'File.Spec.catfile',
  'file.path',
])
const HOMES = new Set([
  'os.homedir',
  'Dir.home',
  'process.env.HOME',
  'os.environ.HOME',
  'ENV.HOME',
  '$ENV.HOME',
  '$_SERVER.HOME',
  '%ENV.HOME',
  'process.env.USERPROFILE',
  'Deno.env.HOME',
  'Bun.env.HOME',
])
const HOME_GETTERS = new Set(['os.getenv', 'os.environ.get', 'getenv', 'Sys.getenv', 'Deno.env.get', 'ENV.fetch', 'getEnv'])
const EXPANDS = new Set(['os.path.expanduser', 'path.expand', 'expanduser'])
const DECODES = new Set([
  'base64.b64decode',
  'base64.standard_b64decode',
  'base64.urlsafe_b64decode',
  'base64.decodebytes',
  'atob',
  'base64_decode',
  'Base64.decode64',
  'Base64.strict_decode64',
  'decode_base64',
  'MIME.Base64.decode_base64',
])
const HEX = new Set(['bytes.fromhex', 'bytearray.fromhex', 'binascii.unhexlify', 'hex2bin'])
/** Methods of a text that leave it as it is, for what is looked for here. */
const SAME = new Set(
  'strip rstrip lstrip trim trimEnd decode encode toString to_s chomp freeze expanduser resolve absolute as_posix dedent'.split(' '),
)
const RUNNING_PROGRAM: Readonly<Record<string, string>> = {
  'sys.executable': 'python3',
  'process.execPath': 'node',
  'process.argv0': 'node',
  '$^X': 'perl',
  'RbConfig.ruby': 'ruby',
  PHP_BINARY: 'php',
}

/**
 * The value of a name (`isCall` false) or of a call; undefined: nothing that is known here, and the call may do something.
 * `of`: what a method was called on.
 */
export function folded(family: Family, path: string, args: Args, of: Value | undefined, isCall: boolean): Value | undefined {
  const program = RUNNING_PROGRAM[path]
  if (program !== undefined) return textValue(program)
  if (HOMES.has(path)) return HOME
  if (!isCall) return undefined
  const [first] = args.values
  if (JOINS.has(path)) return path === 'File.expand_path' ? expandedHome(first) : joinedPath(args.values)
  if (HOME_GETTERS.has(path)) return literal(first) === 'HOME' ? HOME : NOTHING
  if (EXPANDS.has(path)) return expandedHome(first)
  const text = literal(first)
  if (DECODES.has(path)) return text === undefined ? NOTHING : textValue(decoded(text) ?? '')
  if (HEX.has(path)) return text === undefined ? NOTHING : textValue(fromHex(text) ?? '')
  if (path === 'Buffer.from') {
    const encoding = literal(args.values[1])
    if (text === undefined) return NOTHING
    return textValue((encoding === 'base64' ? decoded(text) : encoding === 'hex' ? fromHex(text) : text) ?? '')
  }
  if (path.endsWith('Path.home')) return { kind: 'path', path: 'pathlib.Path()', args: { values: [HOME], named: new Map() } }
  const isCharacter = path === 'chr' || path === 'String.fromCharCode' || path === 'string.char'
  if (isCharacter) return ofParts(args.values.flatMap(value => [...characterOf(value)]))
  if (path === 'shlex.split' || path === 'Shellwords.split') return wordsOf(first, undefined)
  if (path === 'str' || path === 'String' || path === 'textwrap.dedent') return first
  if (path === 'paste0' || path === 'concat') return args.values.reduce<Value>((left, right) => joined(left, right), textValue(''))
  if (path === 'list' || path === 'tuple' || path === 'array' || path === 'c')
    return path === 'list' && first !== undefined && family === 'python' ? first : { kind: 'list', items: args.values }
  if (path === 'sprintf' && first !== undefined) return filled(first, args.values.slice(1), /%[sd]/)
  return of === undefined ? undefined : foldedMethod(path.slice(path.lastIndexOf('.') + 1), of, args)
}

function characterOf(value: Value) {
  const code = value.kind === 'number' ? Number(value.text) : Number.NaN
  const isCharacter = Number.isInteger(code) && code >= 0 && code <= 0x10ffff
  return isCharacter ? [{ kind: 'text' as const, text: String.fromCodePoint(code) }] : argOf(value).parts
}

function foldedMethod(method: string, of: Value, args: Args): Value | undefined {
  const [first] = args.values
  const isText = of.kind === 'text'
  if (method === 'join' && isText && first?.kind === 'list') return listJoined(first.items, of)
  if (method === 'join' && of.kind === 'list') return listJoined(of.items, first ?? textValue(''))
  if (method === 'joinpath' && of.kind === 'path')
    return { kind: 'path', path: 'pathlib.Path()', args: { values: [joinedPath([of, ...args.values])], named: new Map() } }
  const isMade = of.kind === 'path' && of.args !== undefined && partsOf(of) !== undefined
  if (isMade && method === 'expanduser') return { ...of, args: { values: [expandedHome(of)], named: new Map() } }
  if ((isText || isMade) && SAME.has(method)) return of
  if (!isText) return undefined
  if (method === 'format') return filled(of, args.values, /\{\w*\}/)
  if (method === 'split') return wordsOf(of, literal(first))
  if (method === 'concat') return args.values.reduce<Value>((left, right) => joined(left, right), of)
  if (method === 'lower' || method === 'toLowerCase' || method === 'downcase') return mapped(of, text => text.toLowerCase())
  if (method === 'reverse') return mapped(of, text => [...text].reverse().join(''))
  const isReplace = (method === 'replace' || method === 'gsub' || method === 'replaceAll') && args.values.length >= 2
  if (isReplace) return replaced(of, literal(first), literal(args.values[1]))
  return undefined
}

function mapped(value: Value, change: (text: string) => string): Value {
  const text = literal(value)
  return text === undefined ? NOTHING : textValue(change(text))
}

function replaced(of: Value, from: string | undefined, to: string | undefined): Value {
  const isKnown = from !== undefined && from !== '' && to !== undefined && to.length < 256
  const text = literal(of)
  return isKnown && text !== undefined && text.length < 4096 ? textValue(text.split(from).join(to)) : NOTHING
}

function listJoined(items: readonly Value[], separator: Value): Value {
  return items.reduce<Value>((left, right, index) => (index === 0 ? right : joined(joined(left, separator), right)), textValue(''))
}

/** A text cut at spaces, or at `separator`; a gap stays in its word. */
function wordsOf(value: Value | undefined, separator: string | undefined): Value {
  const text = literal(value)
  if (text === undefined) return NOTHING
  const words = separator === undefined || separator === ' ' ? text.trim().split(/\s+/) : separator === '' ? [text] : text.split(separator)
  return { kind: 'list', items: words.slice(0, 256).map(word => textValue(word.replace(/^(['"])(.*)\1$/, '$2'))) }
}

import { base64Bits } from './base64.ts'
import { eligible } from './eligible.ts'
import { unitAt } from './realm.ts'

const parse = JSON.parse
const decode = decodeURIComponent
const isArray = Array.isArray
const entriesOf = Object.entries

const MAX_DEPTH = 20

/** Names whose value is the secret of what it stands in; the last word of the name says it. */
const SENSITIVE =
  /(?:pass(?:word|wd|phrase|code)?|pwd|secret|token|credential|signature|(?:^|[^a-z])sig|(?:^|[_-])auth|authorization|cookie|key|key_?id|connection_?string|dsn)s?[_-]?\d*$/i
const OPEN = /public|(?:primary|sort)_?key/i
const isSensitive = (name: string) => SENSITIVE.test(name) && !OPEN.test(name)

/** Names that say what a secret is and not what it holds. */
const ABOUT = /(?:type|name|ur[il]|user|email|host)$/i

// What may hold anything ends after so many characters: a text of nothing but beginnings would else be read to its end from each of them.
/** What stands after `://`, and the name and password before its `@`: a password may hold what should have been encoded. */
const AUTHORITY = /:\/\/([^\s/?#]*@|[^\s:@/?#]*:\S{0,2048}@)/g
const BARE_LOGIN = /^([^\s:@/]+:(?!\/\/)[^\s@]+@)/g
/** Passwords that only say that the user is the secret. */
const NO_PASSWORD = /^(?:x(?:-oauth-basic|-access-token)?)?$/

/** `name=value` of connection strings and queries, `name: value` of headers and YAML: quoted, in braces, or to the next delimiter; in one line. */
const PAIR =
  /(?:^|[?&#;,:\s])([\w.-]+(?: [\w.-]+){0,3})[^\S\n]*(?:=|:[^\S\n])[^\S\n]*(?:"([^"]*)"|'([^']*)'|\{([^}]{0,2048})\}|(?=([^;&]{0,2048}))[^;&,\s]*)/g

/** Files of `.netrc` and `.pgpass`: the password of a machine, and the last field of a line. */
const OF_FILES = [/\slogin\s+\S+\s+password\s+(\S+)/g, /^[^:\s]+:(?:\d{1,5}|\*):[^:\n]+:[^:\n]+:(\S+)$/gm]

/** All pairs of a value hold so many times its own length at most: each may be read to the end of it. */
const MOST_OF_PAIRS = 8

const SCHEME_AND_TOKEN = /^(?:[\w-]+:\s*)?(?:basic|bearer|token|apikey)\s+(\S+)$/i
const JWT = /^eyJ[\w-]+\.[\w-]+\.([\w-]+)$/

/** Names of what may be `user:password` and nothing else, or a login of Oracle at an alias. */
const OF_LOGIN = /(?:auth|credentials?|user_?pass|login|dsn)$/i
const LOGIN = /^[^\s:/]+:(?!\/\/)(\S+)$/
/** Elsewhere `a/b@c` is a package or an image: only an address of Oracle's own makes it a login. */
const ORACLE = /^(jdbc:oracle:\w+:)?[a-z][\w$#]*\/(?:"([^"]+)"|([^\s/"]+))@(\/\/|\(|[\w.-]+:\d{1,5}(?:[/:]|$))?/i
/** Longer is no user's name and password. */
const MOST_OF_LOGIN = 4096
const BASE64 = /^[A-Za-z\d+/_-]+={0,2}$/
/** What base64 makes of `user:password`, and no random token is. */
const IN_BASE64 = /^[^\s:\p{Cc}]+:(\P{Cc}+)$/u

/** `parts` are secrets of their own. `places` are a part that is none, with what stands around it. */
export type Parts = { readonly parts: readonly string[]; readonly places: readonly string[] }

function decoded(text: string): string {
  try {
    return decode(text)
  } catch {
    return text
  }
}

const isOk = (value: string) => eligible(value).ok

function addLogins(value: string, parts: Set<string>, places: Set<string>): void {
  const logins = [...value.matchAll(AUTHORITY), ...value.matchAll(BARE_LOGIN)].map(match => match[1] as string)
  for (const login of logins) {
    const colon = login.indexOf(':')
    const user = login.slice(0, colon < 0 ? -1 : colon)
    const password = colon < 0 ? '' : login.slice(colon + 1, -1)
    const isToken = NO_PASSWORD.test(password) && /^https?:/i.test(value)
    const secret = isToken ? user : password
    for (const written of [secret, decoded(secret)]) {
      const isShort = written !== '' && !isOk(written)
      if (!isShort) parts.add(written)
      else if (!isToken && login.length >= 6 && user !== '') places.add(`${user}:${written}@`)
    }
  }
}

/** The text that base64 holds; undefined where it is none. */
function unBase64(written: string): string | undefined {
  if (written.length > MOST_OF_LOGIN || !BASE64.test(written)) return undefined
  let percent = ''
  let bits = 0
  let count = 0
  for (let at = 0; at < written.length && written[at] !== '='; at++) {
    bits = ((bits << 6) | base64Bits(unitAt(written, at))) & 0xffff
    count += 6
    if (count < 8) continue
    count -= 8
    const byte = (bits >> count) & 255
    // A token made at random ends here, before it costs anything.
    if (byte < 32) return undefined
    percent += `%${byte.toString(16)}`
  }
  const text = decoded(percent)
  return text === percent ? undefined : text
}

/** `name`: what the value is called. */
function addNamed(value: string, name: string, parts: Set<string>): void {
  const isLogin = OF_LOGIN.test(name)
  const oracle = ORACLE.exec(value)
  const isOracle = oracle !== null && (isLogin || oracle[1] !== undefined || oracle[4] !== undefined)
  const bare = isOracle ? (oracle[2] ?? oracle[3]) : isLogin ? LOGIN.exec(value)?.[1] : undefined
  if (bare !== undefined) parts.add(bare)
  const inside = unBase64(value)
  const password = inside === undefined ? undefined : IN_BASE64.exec(inside)?.[1]
  if (password !== undefined) parts.add(isOk(password) ? password : (inside as string))
}

function addPairs(value: string, parts: Set<string>): void {
  for (const line of OF_FILES) for (const [, password] of value.matchAll(line)) parts.add(password as string)
  let room = MOST_OF_PAIRS * value.length
  for (const [, name, double, single, braced, bare] of value.matchAll(PAIR)) {
    if (!isSensitive(name as string)) continue
    const written = double ?? single ?? braced ?? bare ?? ''
    // A delimiter of another kind may end it: both readings count.
    for (const reading of [written, written.split(/[,\s#]/)[0] as string]) {
      room -= reading.length
      if (room < 0) return
      parts.add(reading)
      parts.add(decoded(reading))
    }
  }
}

function addLeaves(value: unknown, name: string, isInside: boolean, depth: number, parts: Set<string>, places: Set<string>): void {
  const isSecret = isSensitive(name) || (isInside && !ABOUT.test(name))
  if (typeof value === 'string') {
    if (isSecret) parts.add(value)
    const tree = depth < MAX_DEPTH ? treeOf(value) : undefined
    if (tree === undefined) addText(value, name, parts, places)
    else addLeaves(tree, name, isSecret, depth + 1, parts, places)
  } else if (typeof value === 'number') {
    if (isSensitive(name)) parts.add(`${value}`)
  } else if (typeof value === 'object' && value !== null && depth < MAX_DEPTH) {
    for (const [key, leaf] of entriesOf(value)) addLeaves(leaf, isArray(value) ? name : key, isSecret, depth + 1, parts, places)
  }
}

function addText(value: string, name: string, parts: Set<string>, places: Set<string>): void {
  addLogins(value, parts, places)
  addPairs(value, parts)
  const alone = SCHEME_AND_TOKEN.exec(value)?.[1] ?? JWT.exec(value)?.[1]
  if (alone !== undefined) parts.add(alone)
  addNamed(alone ?? value, name, parts)
}

/** The value as JSON, if it is an object or a list; else undefined. */
function treeOf(value: string): object | undefined {
  if (!/^[{[]/.test(value)) return undefined
  try {
    return parse(value)
  } catch {
    return undefined
  }
}

/** Is the value data of its own, whose lines say nothing without their names? */
export const isTree = (value: string): boolean => treeOf(value) !== undefined

/**
 * What in a structured value is a secret by itself: passwords of URLs and connection strings, as written and decoded; signatures and tokens of queries;
 * leaves of JSON whose name says so; the signature of a JWT; what follows `Bearer`; the password of `user:password` in base64, or bare where `name`, the value's own,
 * says that it may be one; that of a login of Oracle. A password too short to be looked for counts only as `user:password@`.
 * All of `parts` pass `eligible`. Never throws.
 */
export function partsOf(value: string, name = ''): Parts {
  const parts = new Set<string>()
  const places = new Set<string>()
  const tree = treeOf(value)
  if (tree === undefined) addText(value, name, parts, places)
  else addLeaves(tree, '', false, 0, parts, places)
  const trimmed = [...parts].map(part => part.trim()).filter(part => part !== value && isOk(part))
  return { parts: [...new Set(trimmed)], places: [...places] }
}

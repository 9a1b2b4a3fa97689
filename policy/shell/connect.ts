/** The hosts that a program's arguments say it contacts. */
import { ANY_ARGS, type Arg, dropStart, knownStart, textArg, textOf } from './arg.ts'
import { optionSpecOf, PIP } from './option-specs.ts'
import { type Options, optionSpec, readOptions, valuesOf } from './read-options.ts'
import { tableOf, wordsOf } from './table.ts'

type Contact = {
  /** Options that take a value, where `option-specs.ts` does not have the program. */
  readonly spec?: string
  /** Options whose value is an address. */
  readonly options: readonly string[]
  /** Options that name a file of addresses. */
  readonly files: readonly string[]
  readonly of: (operands: Options) => readonly Arg[]
}

const URL_START = /^[A-Za-z][A-Za-z0-9+.-]*:\/\//
const HOST_AND_PATH = /^(?:[^@/:\s]+@)?(\[[^\]]+\]|[^/:\s]+):(?!\\)/

const all = ({ words }: Options): readonly Arg[] => words
const nothing = (): readonly Arg[] => []
const urls = ({ words }: Options): readonly Arg[] => words.filter(word => URL_START.test(knownStart(word)))

/** `user@host` without the user. */
function hostOf(arg: Arg): Arg {
  const at = knownStart(arg).lastIndexOf('@')
  return at < 0 || URL_START.test(knownStart(arg)) ? arg : dropStart(arg, at + 1)
}

const firstHost = ({ words: [host] }: Options): readonly Arg[] => (host === undefined ? [] : [hostOf(host)])

/** `host:path` and addresses; a path here has no colon before its first slash. */
function remoteEnd(arg: Arg): readonly Arg[] {
  const start = knownStart(arg)
  if (URL_START.test(start)) return [arg]
  const host = HOST_AND_PATH.exec(start)?.[1]
  const isDrive = /^[A-Za-z]:[\\/]/.test(start)
  if (host !== undefined && !isDrive) return [textArg(host)]
  const isUnknown = start === '' && textOf(arg) === undefined
  if (isUnknown) return [arg]
  const isHostUnknown =
    textOf(arg) === undefined && !start.includes('/') && arg.parts.some(part => part.kind === 'text' && part.text.includes(':'))
  return isHostUnknown ? [hostOf(arg)] : []
}

const remoteEnds = ({ words }: Options): readonly Arg[] => words.flatMap(remoteEnd)

/** `http POST host/path a=b`. */
const httpie = ({ words: [first, second] }: Options): readonly Arg[] => {
  const isMethod = /^[A-Z]+$/.test(textOf(first) ?? '') && second !== undefined
  const address = isMethod ? second : first
  return address === undefined ? [] : [address]
}

const listens = ({ flags }: Options) => flags.has('-l') || flags.has('--listen')
const netcat = (operands: Options): readonly Arg[] => (listens(operands) ? [] : firstHost(operands))

const socat = ({ words }: Options): readonly Arg[] =>
  words.flatMap(word => {
    const start = knownStart(word)
    const found = /^(tcp|udp|sctp|openssl|ssl|socks4a?|proxy)[46]?(-connect)?:/i.exec(start)
    const isListening = /^[a-z0-9]+-l(isten)?:/i.test(start)
    if (found === null || isListening) return []
    const rest = dropStart(word, found[0].length)
    const text = textOf(rest)
    return [text === undefined ? rest : textArg(text.split(/[:,]/)[0] ?? text)]
  })

const GIT_URLS = new Set(['clone', 'fetch', 'pull', 'push', 'ls-remote', 'remote', 'submodule', 'archive', 'fetch-pack', 'send-pack'])

const git = ({ words: [verb, ...rest] }: Options): readonly Arg[] => {
  const text = textOf(verb) ?? ''
  if (!GIT_URLS.has(text)) return []
  const isNaming = text === 'remote' || text === 'submodule'
  const found = rest.filter(word => isNaming || text === 'clone' || word === rest[0])
  return found.flatMap(word => {
    const isFile = /^(\.{0,2}\/|file:)/.test(knownStart(word))
    return isFile || (isNaming && textOf(word) === undefined && knownStart(word) === '') ? [] : remoteEnd(word)
  })
}

/** An image without a registry of its own comes from the public one. */
const docker = ({ words }: Options): readonly Arg[] => {
  const [verb, second, third] = words[0] !== undefined && textOf(words[0]) === 'image' ? words.slice(1) : words
  const text = textOf(verb)
  if (text === 'login') return second === undefined ? [textArg('docker.io')] : [second]
  const isMoving = text === 'pull' || text === 'push'
  if (!isMoving || second === undefined || third !== undefined) return []
  const start = knownStart(second)
  const [registry = ''] = start.split('/')
  const isNamed = start.includes('/') && /[.:]|^localhost$/.test(registry)
  if (isNamed) return [textArg(registry)]
  return textOf(second) === undefined && !start.includes('/') ? [second] : [textArg('docker.io')]
}

/** `dig @server name`: the name itself leaves as well. */
const lookup = ({ words }: Options): readonly Arg[] =>
  words
    .filter(word => !/^(any|a|aaaa|mx|txt|ns|soa|cname|ptr|srv|in)$/i.test(textOf(word) ?? '') && !knownStart(word).startsWith('+'))
    .map(hostOf)

const packages = ({ words }: Options): readonly Arg[] =>
  words.flatMap(word => {
    const start = knownStart(word)
    const at = /(?:git\+)?\w+:\/\//.exec(start)?.index
    return at === undefined ? [] : [dropStart(word, at)]
  })

const sftp = ({ words: [end] }: Options): readonly Arg[] => {
  if (end === undefined) return []
  const remote = remoteEnd(end)
  return remote.length > 0 ? remote : [hostOf(end)]
}

const KINDS: Readonly<Record<string, Contact['of']>> = {
  all,
  none: nothing,
  urls,
  host: firstHost,
  ends: remoteEnds,
  http: httpie,
  nc: netcat,
  socat,
  git,
  docker,
  lookup,
  packages,
  sftp,
}

/** Names, what is an address among the operands, options (`*`: as `option-specs.ts` has them), options whose value is an address, and a file of addresses. */
const TABLE = `
curl|all|*|--url -x --proxy --preproxy --socks4 --socks4a --socks5 --socks5-hostname|-K --config
wget|all|*||-i --input-file
aria2c axel lynx w3m links elinks curlie|urls|d: o: i: x: s: n: X: H: A: u:
http https xh xhs httpie|http|~ a: auth: A: auth-type: session: p: print: o: output: proxy: timeout: verify: cert: cert-key: s: style:|--proxy
ssh|host|*|-J
mosh ssh-copy-id ssh-keyscan autossh|host|p: i: o: t: T: f: l: L: R: D: M: ssh:
scp|ends|c: D: F: i: J: l: o: P: S: X: B: b: R: s:|-J
sftp|sftp|c: D: F: i: J: l: o: P: S: X: B: b: R: s:|-J
rsync|ends|*
nc ncat netcat|nc|e: c: i: o: p: q: s: w: X: x: g: G: T: I: O: P: V: m: exec: sh-exec: proxy:|-x --proxy
telnet|host|l: b: e: n:
ftp lftp|host|u: p: e: c: f:
socat|socat|T: b: d? t: x v
git|git|*
docker podman nerdctl|docker|H: host: c: context: platform: u: username: p: password: config:|-H --host
skopeo crane oras|packages
kubectl oc|none|*|-s --server
pip pip3 uv pipx|packages|${PIP}|-i --index-url --extra-index-url -f --find-links --proxy --index --default-index -e --editable
npm pnpm yarn npx bun|packages|*|--registry --proxy --https-proxy
gem|urls|s: source: v: version: clear-sources|-s --source
cargo|none|git: registry: index: path: version:|--git --index
aws|none|*|--endpoint-url
psql|urls|*|-h --host
mysql mariadb mysqldump|urls|h: host: u: user: P: port: e: execute: D: database: p? password?|-h --host
redis-cli|none|*|-h -u
mongosh mongo mongodump|urls|host: port: eval: u: p: uri: authenticationDatabase:|--host --uri
dig nslookup host drill|lookup|t: q: p: c: b: x y: k: f: R: N: W: T:
ping ping6 traceroute nmap whois|all|c: i: I: p: W: w: s: t: h: -oN: m: q:
openssl|none|- -connect: -proxy: -host: -in: -out: -servername: -CAfile: -cert: -key:|-connect -proxy -host
xdg-open open|urls|a: b:
gh|urls|*|--hostname`

const CONTACTS = tableOf(
  TABLE,
  (kind = '', spec = '', options, files): Contact => ({
    ...(spec !== '*' && { spec }),
    options: wordsOf(options),
    files: wordsOf(files),
    of: KINDS[kind] ?? nothing,
  }),
)

/** Addresses and hosts, as written; nothing for a program that is not in the table or that names none. */
export function addressesOf(name: string, args: readonly Arg[]): readonly Arg[] {
  const contact = CONTACTS.get(name)
  if (contact === undefined) return []
  const rest = name === 'git' ? args.slice(readOptions(GIT_GLOBALS, args, true).end) : args
  const spec = contact.spec === undefined ? optionSpecOf(name, [textOf(rest[0])]) : optionSpec(contact.spec)
  const operands = readOptions(spec, rest)
  const listed = valuesOf(operands, ...contact.files).map(({ source }) => ({ ...ANY_ARGS, source }))
  return [...listed, ...valuesOf(operands, ...contact.options), ...contact.of(operands)]
}

const GIT_GLOBALS = optionSpec('C: c: git-dir: work-tree: namespace: config-env: super-prefix: attr-source: list-cmds:')

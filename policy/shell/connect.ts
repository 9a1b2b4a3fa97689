/** The hosts that a program's arguments say it contacts. */
import { ANY_ARGS, type Arg, dropStart, knownStart, textArg, textOf } from './arg.ts'
import { optionSpecOf, PIP } from './option-specs.ts'
import { type Options, optionSpec, readOptions, valuesOf } from './read-options.ts'

type Contact = {
  /** Options that take a value, where `option-specs.ts` does not have the program. */
  readonly spec?: string
  /** Options whose value is an address. */
  readonly options?: readonly string[]
  /** Options that name a file of addresses. */
  readonly files?: readonly string[]
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

const HTTP: Contact = {
  spec: '~ a: auth: A: auth-type: session: p: print: o: output: proxy: timeout: verify: cert: cert-key: s: style:',
  options: ['--proxy'],
  of: httpie,
}
const NC: Contact = {
  spec: 'e: c: i: o: p: q: s: w: X: x: g: G: T: I: O: P: V: m: exec: sh-exec: proxy:',
  options: ['-x', '--proxy'],
  of: netcat,
}
const SSH_FILES: Contact = { spec: 'c: D: F: i: J: l: o: P: S: X: B: b: R: s:', options: ['-J'], of: remoteEnds }
const PIP_OPTIONS = [
  '-i',
  '--index-url',
  '--extra-index-url',
  '-f',
  '--find-links',
  '--proxy',
  '--index',
  '--default-index',
  '-e',
  '--editable',
]
const NPM: Contact = { options: ['--registry', '--proxy', '--https-proxy'], of: packages }
const DOCKER: Contact = {
  spec: 'H: host: c: context: platform: u: username: p: password: config:',
  options: ['-H', '--host'],
  of: docker,
}
const KUBE: Contact = { options: ['-s', '--server'], of: nothing }
const LOOKUP: Contact = { spec: 't: q: p: c: b: x y: k: f: R: N: W: T:', of: lookup }
const each = (names: string, contact: Contact): readonly (readonly [string, Contact])[] =>
  names.split(' ').map(name => [name, contact] as const)

const CONTACTS: ReadonlyMap<string, Contact> = new Map<string, Contact>([
  [
    'curl',
    {
      options: ['--url', '-x', '--proxy', '--preproxy', '--socks4', '--socks4a', '--socks5', '--socks5-hostname'],
      files: ['-K', '--config'],
      of: all,
    },
  ],
  ['wget', { files: ['-i', '--input-file'], of: all }],
  ...each('aria2c axel lynx w3m links elinks curlie', { spec: 'd: o: i: x: s: n: X: H: A: u:', of: urls }),
  ...each('http https xh xhs httpie', HTTP),
  ['ssh', { options: ['-J'], of: firstHost }],
  ...each('mosh ssh-copy-id ssh-keyscan autossh', { spec: 'p: i: o: t: T: f: l: L: R: D: M: ssh:', of: firstHost }),
  ...each('scp', SSH_FILES),
  [
    'sftp',
    { ...SSH_FILES, of: ({ words }) => words.slice(0, 1).flatMap(word => (remoteEnd(word).length > 0 ? remoteEnd(word) : [hostOf(word)])) },
  ],
  ['rsync', { of: remoteEnds }],
  ...each('nc ncat netcat', NC),
  ...each('telnet', { spec: 'l: b: e: n:', of: firstHost }),
  ...each('ftp lftp', { spec: 'u: p: e: c: f:', of: firstHost }),
  ['socat', { spec: 'T: b: d? t: x v', of: socat }],
  ['git', { of: git }],
  ...each('docker podman nerdctl', DOCKER),
  ...each('skopeo crane oras', { spec: '', of: packages }),
  ...each('kubectl oc', KUBE),
  ...each('pip pip3 uv pipx', { spec: PIP, options: PIP_OPTIONS, of: packages }),
  ...each('npm pnpm yarn npx bun', NPM),
  ['gem', { spec: 's: source: v: version: clear-sources', options: ['-s', '--source'], of: urls }],
  ['cargo', { spec: 'git: registry: index: path: version:', options: ['--git', '--index'], of: nothing }],
  ['aws', { options: ['--endpoint-url'], of: nothing }],
  ['psql', { options: ['-h', '--host'], of: urls }],
  ...each('mysql mariadb mysqldump', {
    spec: 'h: host: u: user: P: port: e: execute: D: database: p? password?',
    options: ['-h', '--host'],
    of: urls,
  }),
  ['redis-cli', { options: ['-h', '-u'], of: nothing }],
  ...each('mongosh mongo mongodump', {
    spec: 'host: port: eval: u: p: uri: authenticationDatabase:',
    options: ['--host', '--uri'],
    of: urls,
  }),
  ...each('dig nslookup host drill', LOOKUP),
  ...each('ping ping6 traceroute nmap whois', { spec: 'c: i: I: p: W: w: s: t: h: -oN: m: q:', of: all }),
  [
    'openssl',
    {
      spec: '- -connect: -proxy: -host: -in: -out: -servername: -CAfile: -cert: -key:',
      options: ['-connect', '-proxy', '-host'],
      of: nothing,
    },
  ],
  ...each('xdg-open open', { spec: 'a: b:', of: urls }),
  ['gh', { options: ['--hostname'], of: urls }],
])

/** Addresses and hosts, as written; nothing for a program that is not in the table or that names none. */
export function addressesOf(name: string, args: readonly Arg[]): readonly Arg[] {
  const contact = CONTACTS.get(name)
  if (contact === undefined) return []
  const rest = name === 'git' ? args.slice(readOptions(GIT_GLOBALS, args, true).end) : args
  const spec = contact.spec === undefined ? optionSpecOf(name, [textOf(rest[0])]) : optionSpec(contact.spec)
  const operands = readOptions(spec, rest)
  const listed = valuesOf(operands, ...(contact.files ?? [])).map(({ source }) => ({ ...ANY_ARGS, source }))
  return [...listed, ...valuesOf(operands, ...(contact.options ?? [])), ...contact.of(operands)]
}

const GIT_GLOBALS = optionSpec('C: c: git-dir: work-tree: namespace: config-env: super-prefix: attr-source: list-cmds:')

/** Programs whose operands or option values are files. */

import { type Arg, dropStart, knownStart, scriptTextOf, textArg, textOf } from './arg.ts'
import type { FileTable, FileUse } from './files.ts'
import { foundArg } from './find.ts'
import { TAR } from './option-specs.ts'
import { lastValue, type Options, optionSpec, valuesOf } from './read-options.ts'
import { readSed, type SedScript } from './sed-script.ts'

const reads = ({ words }: Options): FileUse[] => words.map(arg => ({ kind: 'read', arg }))
const writes = ({ words }: Options): FileUse[] => words.map(arg => ({ kind: 'write', arg }))
const deletes = ({ words }: Options): FileUse[] => words.map(arg => ({ kind: 'delete', arg }))
const none = (): FileUse[] => []
const withWords = (operands: Options, words: readonly Arg[]): Options => ({ ...operands, words })

const isGiven = ({ flags }: Options, ...options: string[]) => options.some(option => flags.has(option))

/** The first operand is a pattern or a program, unless an option gave it. */
const readsAfterFirst =
  (...givers: string[]) =>
  (operands: Options): FileUse[] =>
    reads(withWords(operands, isGiven(operands, ...givers) ? operands.words : operands.words.slice(1)))

/** A search that goes through directories, the one it starts in when none is named: it may read any file in them. */
const searches =
  (isAlways: boolean) =>
  (operands: Options): FileUse[] => {
    const named = readsAfterFirst('-e', '-f', '--regexp', '--file')(operands)
    const isTree = isAlways || isGiven(operands, '-r', '-R', '--recursive', '--dereference-recursive')
    const hasPattern = operands.words.length > 0 || isGiven(operands, '-e', '-f', '--regexp', '--file')
    if (!isTree) return named
    const roots: readonly FileUse[] = named.length === 0 && hasPattern ? [{ kind: 'read', arg: textArg('.') }] : named
    return roots.flatMap((use): FileUse[] => [use, { kind: 'read', arg: foundArg(use.arg) }])
  }

/** `uniq in out`. */
const readsThenWrites = ({ words }: Options): FileUse[] => words.map((arg, index) => ({ kind: index === 0 ? 'read' : 'write', arg }))

const sed = (operands: Options): FileUse[] => {
  const isInPlace = isGiven(operands, '-i', '--in-place')
  // BSD sed has the suffix as a word of its own: `sed -i '' ...`.
  const words = operands.words.filter(word => !(isInPlace && textOf(word) === ''))
  const files = readsAfterFirst('-e', '-f', '--expression', '--file')(withWords(operands, words))
  const named = sedScripts(operands).flatMap(({ reads, writes }): FileUse[] => [
    ...reads.map(path => ({ kind: 'read' as const, arg: textArg(path) })),
    ...writes.map(path => ({ kind: 'write' as const, arg: textArg(path) })),
  ])
  return [...named, ...(isInPlace ? files.map(({ arg }) => ({ kind: 'write' as const, arg })) : files)]
}

/** The scripts among the arguments, in so far as they can be read; files of scripts are not looked into. */
export const sedScripts = (operands: Options): readonly SedScript[] => {
  const isSeparate = isGiven(operands, '-e', '-f', '--expression', '--file')
  const given = isSeparate ? valuesOf(operands, '-e', '--expression') : operands.words.filter(word => textOf(word) !== '').slice(0, 1)
  const texts = isGiven(operands, '--sandbox') ? [] : given.map(arg => scriptTextOf([arg]))
  return texts.flatMap(text => readSed(text) ?? [])
}

const awk = (operands: Options): FileUse[] => {
  const files = readsAfterFirst('-f', '--file')(operands).filter(({ arg }) => !/^[A-Za-z_]\w*=/.test(knownStart(arg)))
  const isInPlace = valuesOf(operands, '-i', '--include').some(value => textOf(value) === 'inplace')
  return isInPlace ? files.map(({ arg }) => ({ kind: 'write', arg })) : files
}

/** `perl -pe x f`, `perl -i -pe x f`: those that go through their operands. */
const loops = (operands: Options): FileUse[] => {
  if (!isGiven(operands, '-n', '-p')) return []
  return isGiven(operands, '-i') ? writes(operands) : reads(operands)
}

/** Sources and a destination, which may be a directory. */
const copies =
  (source: 'read' | 'delete') =>
  (operands: Options): FileUse[] => {
    const directory = lastValue(operands, '-t', '--target-directory')
    const sources = directory === undefined ? operands.words.slice(0, -1) : operands.words
    const target = directory ?? operands.words.at(-1)
    const isWhole = target !== undefined && sources.length > 0
    if (!isWhole) return []
    const taken = sources.flatMap((arg): FileUse[] => [
      { kind: 'read', arg },
      ...(source === 'delete' ? [{ kind: 'delete', arg } as const] : []),
    ])
    return [...taken, { kind: 'write', arg: target }, ...sources.map((arg): FileUse => ({ kind: 'write', arg, into: target }))]
  }

/** `ln -s target` alone makes a link here. */
const links = (operands: Options): FileUse[] => {
  const [only] = operands.words
  const isHere = operands.words.length === 1 && only !== undefined && !isGiven(operands, '-t', '--target-directory')
  return isHere
    ? [
        { kind: 'read', arg: only },
        { kind: 'write', arg: only, into: textArg('.') },
      ]
    : copies('read')(operands)
}

const isElsewhere = (arg: Arg): boolean => /^([^/]*:|rsync:|scp:|sftp:)/.test(knownStart(arg)) && !/^[A-Za-z]:[\\/]/.test(knownStart(arg))

/** `scp`, `rsync`: those of the two ends that are here. */
const transfers = (operands: Options): FileUse[] => {
  const target = operands.words.at(-1)
  const isWhole = target !== undefined && operands.words.length > 1
  if (!isWhole) return []
  const sources = operands.words.slice(0, -1).filter(arg => !isElsewhere(arg))
  const isMoving = isGiven(operands, '--remove-source-files')
  const taken = sources.flatMap((arg): FileUse[] => [{ kind: 'read', arg }, ...(isMoving ? [{ kind: 'delete', arg } as const] : [])])
  return isElsewhere(target) ? taken : [...taken, { kind: 'write', arg: target }]
}

/** `aws s3 cp`, `gsutil cp`: what is no bucket is a file. */
const bucketCopies = ({ words }: Options): FileUse[] => {
  const at = words.findIndex(arg => /^(cp|mv|sync|rsync)$/.test(textOf(arg) ?? ''))
  const ends = at < 0 ? [] : words.slice(at + 1)
  return ends.flatMap((arg, index): FileUse[] => {
    const isBucket = /^\w+:\/\//.test(knownStart(arg)) || textOf(arg) === '-'
    if (isBucket) return []
    return [{ kind: index === ends.length - 1 && index > 0 ? 'write' : 'read', arg }]
  })
}

/** `docker cp`, `kubectl cp`: what names no container is a file. */
const containerFiles = (operands: Options): FileUse[] => {
  const [verb, ...ends] = operands.words
  if (textOf(verb) !== 'cp') return []
  return ends.flatMap((arg, index): FileUse[] => {
    const isInside = knownStart(arg).includes(':') || textOf(arg) === '-'
    return isInside ? [] : [{ kind: index === 0 ? 'read' : 'write', arg }]
  })
}

const dd = ({ words }: Options): FileUse[] =>
  words.flatMap((arg): FileUse[] => {
    const start = knownStart(arg)
    if (start.startsWith('of=')) return [{ kind: 'write', arg: dropStart(arg, 3) }]
    return start.startsWith('if=') ? [{ kind: 'read', arg: dropStart(arg, 3) }] : []
  })

/** The first operand is the mode or the owner, unless a flag gives it (`chmod -x f`). */
const changes = (operands: Options): FileUse[] => {
  const isModeFlag = [...operands.flags].some(flag => /^-[rwxXst]$/.test(flag))
  const isGivenElsewhere = isModeFlag || isGiven(operands, '--reference')
  return writes(withWords(operands, isGivenElsewhere ? operands.words : operands.words.slice(1)))
}

const at = (text: string): Arg => textArg(text)

const tar = (operands: Options): FileUse[] => {
  const archive = valuesOf(operands, '-f', '--file')
  const directory = lastValue(operands, '-C', '--directory')
  if (isGiven(operands, '-x', '--extract', '--get')) {
    return [...archive.map((arg): FileUse => ({ kind: 'read', arg })), { kind: 'write', arg: directory ?? at('.') }]
  }
  if (isGiven(operands, '-t', '--list')) return archive.map(arg => ({ kind: 'read', arg }))
  const isMaking = isGiven(operands, '-c', '--create', '-r', '--append', '-u', '--update')
  if (!isMaking) return []
  const packed = directory === undefined ? reads(operands) : operands.words.map((arg): FileUse => ({ kind: 'read', arg, into: directory }))
  const removed = isGiven(operands, '--remove-files') ? deletes(operands) : []
  return [...archive.map((arg): FileUse => ({ kind: 'write', arg })), ...packed, ...removed]
}

/** `tar xzf a`: the values of the letters follow in their order. */
const tarNormal = (args: readonly Arg[]): readonly Arg[] => {
  const [first, ...rest] = args
  const letters = textOf(first) ?? '-'
  if (!/^[A-Za-z]+$/.test(letters)) return args
  const { values } = optionSpec(TAR)
  const options = [...letters].flatMap(letter => {
    const value = values.has(`-${letter}`) ? rest.shift() : undefined
    return value === undefined ? [at(`-${letter}`)] : [at(`-${letter}`), value]
  })
  return [...options, ...rest]
}

const zip = ({ words: [archive, ...files], flags }: Options): FileUse[] => [
  ...(archive === undefined ? [] : [{ kind: 'write', arg: archive } as const]),
  ...files.map((arg): FileUse => ({ kind: 'read', arg })),
  ...(flags.has('-m') ? files.map((arg): FileUse => ({ kind: 'delete', arg })) : []),
]

const unzip = (operands: Options): FileUse[] => {
  const [archive] = operands.words
  const isListing = isGiven(operands, '-l', '-t', '-Z', '-p', '-z', '-v')
  const target = lastValue(operands, '-d') ?? at('.')
  return [
    ...(archive === undefined ? [] : [{ kind: 'read', arg: archive } as const]),
    ...(isListing ? [] : [{ kind: 'write', arg: target } as const]),
  ]
}

/** `gzip f` puts `f.gz` in its place. */
const compresses = (operands: Options): FileUse[] => {
  const isKept = isGiven(operands, '-k', '-c', '-t', '-l', '--keep', '--stdout', '--test', '--list')
  return [...reads(operands), ...(isKept ? [] : deletes(operands))]
}

const curl = (operands: Options): FileUse[] => {
  const given = valuesOf(
    operands,
    '-d',
    '--data',
    '--data-binary',
    '--data-ascii',
    '--json',
    '--data-urlencode',
    '-F',
    '--form',
    '-b',
    '--cookie',
    '-H',
    '--header',
    '-w',
    '--write-out',
    '--variable',
    '--url-query',
  )
  const named = operands.values.flatMap(([option, value]): FileUse[] => {
    const start = knownStart(value)
    const sign = /^(?:[^=@<]*=|[^=@<]*)?(?:@|<)/.exec(start)?.[0]
    const isForm = option === '-F' || option === '--form'
    const isData =
      given.includes(value) &&
      (isForm ? sign !== undefined : /^[^=@]*@/.test(start) && (start.startsWith('@') || option.endsWith('urlencode')))
    if (!isData || sign === undefined) return []
    return [{ kind: 'read', arg: untilSemicolon(dropStart(value, isForm ? sign.length : start.indexOf('@') + 1)) }]
  })
  const directory = lastValue(operands, '--output-dir')
  const isNamed = isGiven(operands, '-O', '--remote-name', '--remote-name-all')
  const addresses = [...operands.words, ...valuesOf(operands, '--url')]
  const saved = isNamed ? addresses.map((arg): FileUse => ({ kind: 'write', arg: urlFile(arg), into: directory ?? at('.') })) : []
  const local = addresses.flatMap((arg): FileUse[] => {
    const host = /^file:\/\/(localhost)?(?=\/)/i.exec(knownStart(arg))?.[0]
    return host === undefined ? [] : [{ kind: 'read', arg: dropStart(arg, host.length) }]
  })
  return [...named, ...local, ...saved]
}

/** `-F file=@a;type=x`. */
const untilSemicolon = (arg: Arg): Arg => {
  const text = textOf(arg)
  return text === undefined ? arg : at(text.split(';')[0] ?? text)
}

/** The file that a download of the address is saved as. */
const urlFile = (arg: Arg): Arg => {
  const text = textOf(arg)
  if (text === undefined) return arg
  return at(
    text
      .replace(/[?#].*$/s, '')
      .replace(/^\w+:\/\/[^/]*\/?/, '')
      .split('/')
      .at(-1) || 'index.html',
  )
}

const wget = (operands: Options): FileUse[] => {
  const isNamed = isGiven(operands, '-O', '--output-document')
  if (isNamed || isGiven(operands, '--spider', '--help', '--version')) return []
  const directory = lastValue(operands, '-P', '--directory-prefix')
  return operands.words.map((arg): FileUse => ({ kind: 'write', arg: urlFile(arg), into: directory ?? at('.') }))
}

/** `jq` takes files in pairs with a name: `--slurpfile a f`. */
const jq = (operands: Options): FileUse[] => {
  const pairs = ['--slurpfile', '--rawfile', '--arg', '--argjson']
  const isNoFile = isGiven(operands, '--args', '--jsonargs')
  const skipped = pairs.reduce((sum, option) => sum + valuesOf(operands, option).length, 0)
  const isProgramGiven = isGiven(operands, '-f', '--from-file')
  const files = operands.words.slice((isProgramGiven ? 0 : 1) + (isNoFile ? Infinity : 0))
  // A word of each pair is among the operands, before or after the filter: with pairs any operand may be a file.
  return reads(withWords(operands, skipped > 0 && !isNoFile ? operands.words : files))
}

const yq = (operands: Options): FileUse[] => {
  const files = operands.words.filter(word => !/^(e|ea|eval|eval-all)$/.test(textOf(word) ?? '')).slice(1)
  return files.map(arg => ({ kind: isGiven(operands, '-i', '--inplace', '--in-place') ? 'write' : 'read', arg }))
}

const patch = (operands: Options): FileUse[] => {
  const [target, changes] = operands.words
  if (isGiven(operands, '--dry-run')) return []
  const patched: FileUse =
    target === undefined
      ? { kind: 'write', arg: { parts: [{ kind: 'unknown' }], isMany: false, source: '' } }
      : { kind: 'write', arg: target }
  return [patched, ...(changes === undefined ? [] : [{ kind: 'read', arg: changes } as const])]
}

const npmrc = ({ words, values }: Options): FileUse[] => {
  const [first, second] = words.map(word => textOf(word))
  const isSetting = first === 'set' || ((first === 'config' || first === 'c') && /^(set|delete|rm|edit|fix)$/.test(second ?? ''))
  if (!isSetting) return []
  const isProject = values.some(([option, value]) => /^(--location|-L)$/.test(option) && textOf(value) === 'project')
  return [
    {
      kind: 'write',
      arg: isProject
        ? at('.npmrc')
        : {
            parts: [
              { kind: 'place', place: 'home' },
              { kind: 'text', text: '/.npmrc' },
            ],
            isMany: false,
            source: '~/.npmrc',
          },
    },
  ]
}

/** A new key, or one that is shown; what it does to the list of known hosts tells nothing. */
const keygen = (operands: Options): FileUse[] => {
  if (isGiven(operands, '-R', '-F', '-H')) return []
  const isShowing = isGiven(operands, '-y', '-l', '-e', '-i', '-B', '-Y')
  return valuesOf(operands, '-f').map(arg => ({ kind: isShowing ? 'read' : 'write', arg }))
}

const firstRead = ({ words }: Options): FileUse[] => words.slice(0, 1).map(arg => ({ kind: 'read', arg }))
const firstWrite = ({ words }: Options): FileUse[] => words.slice(0, 1).map(arg => ({ kind: 'write', arg }))

const READS: FileTable = { spec: '', uses: reads }
const DELETES: FileTable = { spec: '~ recursive force', uses: deletes }
const CHANGES: FileTable = { uses: changes }
const GREP: FileTable = { reads: ['-f', '--file'], uses: searches(false) }
const AWK: FileTable = {
  spec: '~ f: file: v: assign: F: field-separator: i: include: E: e: source: l: load:',
  reads: ['-f', '--file'],
  uses: awk,
}
const COMPRESS: FileTable = { spec: 'S: suffix: T: threads: b:', uses: compresses }
const PAGER: FileTable = { spec: 'P: p: T: t: x: y: b: h: j: k: D: o: z: n:', writes: ['-o'], uses: reads }
const BAT: FileTable = {
  spec: 'l: language: r: line-range: H: highlight-line: m: map-syntax: theme: style: color: paging: pager: tabs: wrap: terminal-width:',
  uses: reads,
}
const EDITOR: FileTable = {
  spec: 'c: cmd: S: u: U: i: w: W: T: t: p:',
  uses: operands =>
    writes(
      withWords(
        operands,
        operands.words.filter(word => !knownStart(word).startsWith('+')),
      ),
    ),
}
const each = (names: string, table: FileTable): readonly (readonly [string, FileTable])[] =>
  names.split(' ').map(name => [name, table] as const)

const TABLES: ReadonlyMap<string, FileTable> = new Map<string, FileTable>([
  ...each(
    'cat gcat tac wc rev md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum md5 zcat gzcat bzcat xzcat zstdcat zless zmore expand unexpand tsort shuf',
    READS,
  ),
  ...each('head ghead', { spec: '~ n: lines: c: bytes:', uses: reads }),
  ...each('tail gtail', {
    spec: '~ n: lines: c: bytes: s: pid: sleep-interval: max-unchanged-stats: follow retry',
    uses: reads,
  }),
  ...each('less more most pg', PAGER),
  ...each('bat batcat', BAT),
  ['nl', { spec: 'b: d: f: h: i: l: n: s: v: w:', uses: reads }],
  ...each('grep egrep fgrep zgrep ggrep', GREP),
  ['rg', { reads: ['-f', '--file'], uses: searches(true) }],
  ...each('ag ack ugrep ug', { spec: 'A: B: C: m: G: ignore: depth: t: type: g:', uses: searches(true) }),
  ...each('sed gsed', { reads: ['-f', '--file'], uses: sed }),
  ...each('awk gawk mawk nawk', AWK),
  ['sort', { writes: ['-o', '--output'], uses: reads }],
  ['perl', { spec: 'e: E: I: M? m? i? 0? F? l? C? x? D?', uses: loops }],
  ['ruby', { spec: 'e: I: r: i? C: E: F? 0? K?', uses: loops }],
  ['uniq', { spec: '~ f: s: w: skip-fields: skip-chars: check-chars:', uses: readsThenWrites }],
  ['cut', { spec: '~ d: f: c: b: delimiter: fields: characters: bytes: output-delimiter:', uses: reads }],
  ['paste', { spec: 'd: delimiters:', uses: reads }],
  ['fmt', { spec: 'w: p: g:', uses: reads }],
  ['fold', { spec: 'w: width:', uses: reads }],
  ['pr', { spec: 'D: h: l: o: w: W: N:', uses: reads }],
  ['join', { spec: '1: 2: j: t: o: e: a: v:', uses: reads }],
  ['comm', { spec: 'output-delimiter:', uses: reads }],
  ['column', { spec: 'c: s: t? N: o: R: H: T: E: W: d? n: l: p: i: r:', uses: reads }],
  ['iconv', { spec: 'f: t: o: from-code: to-code: output:', writes: ['-o', '--output'], uses: reads }],
  ['strings', { spec: 'n: t: e: T:', uses: reads }],
  ['xxd', { spec: 'c: g: l: o: s: R:', uses: readsThenWrites }],
  ['od', { spec: 'A: j: N: S? t: w?', uses: reads }],
  ...each('hexdump hd', { spec: 'e: f: n: s:', uses: reads }),
  ...each('base64 base32 basenc', {
    spec: '~ w: wrap: i? o: b: decode ignore-garbage break: input: output:',
    reads: ['--input'],
    writes: ['-o', '--output'],
    uses: reads,
  }),
  ['uuencode', { spec: '', uses: firstRead }],
  [
    'split',
    {
      spec: '~ a: suffix-length: b: bytes: C: line-bytes: l: lines: n: number: t: separator: filter: additional-suffix:',
      uses: firstRead,
    },
  ],
  ['csplit', { spec: 'b: f: n:', uses: firstRead }],
  ...each('diff colordiff sdiff', { spec: 'U: C: L: W: I: x: X: F: S:', uses: reads }),
  ...each('cmp diff3', { spec: 'i: n:', uses: reads }),
  ...each('source .', { spec: '!1', uses: firstRead }),
  ...each('cp gcp', { uses: copies('read') }),
  ...each('mv gmv', { uses: copies('delete') }),
  ['install', { uses: copies('read') }],
  ['ln', { uses: links }],
  ['tee', { spec: '', uses: writes }],
  ['sponge', { spec: '', uses: writes }],
  ['touch', { spec: '~ d: t: r: date: reference: time:', uses: writes }],
  ['truncate', { spec: '~ s: r: size: reference:', uses: writes }],
  ['dd', { spec: '', uses: dd }],
  ['chmod', CHANGES],
  ['chown', CHANGES],
  ['chgrp', { spec: '~ reference: recursive', uses: changes }],
  ['chattr', { spec: 'p: v:', uses: changes }],
  ['setfacl', { spec: 'm: x: M: X: set:', uses: writes }],
  ['rm', { uses: deletes }],
  ...each('grm rmdir unlink trash trash-put rimraf del-cli srm', DELETES),
  ['shred', { spec: '~ n: s: iterations: size: random-source:', uses: deletes }],
  ...each('tar gtar bsdtar', { spec: TAR, reads: ['-T', '--files-from'], normal: tarNormal, uses: tar }),
  ['zip', { spec: 'b: n: i: x: s: t: P: O: -TT:', uses: zip }],
  ['unzip', { spec: 'd: P: x:', uses: unzip }],
  ...each('gzip pigz bzip2 xz zstd lz4 compress gunzip bunzip2 unxz unzstd uncompress', COMPRESS),
  ['rsync', { reads: ['--files-from', '--exclude-from', '--include-from', '--password-file'], writes: ['--log-file'], uses: transfers }],
  ['scp', { uses: transfers }],
  ...each('aws gsutil', { uses: bucketCopies }),
  ['gcloud', { uses: bucketCopies }],
  ...each('docker podman nerdctl', { spec: 'H: context:', uses: containerFiles }),
  ...each('kubectl oc', {
    spec: 'n: namespace: context: c: container: f: filename: l: o: kubeconfig: k:',
    reads: ['-f', '--filename', '--kubeconfig'],
    uses: containerFiles,
  }),
  [
    'openssl',
    {
      spec: '- -in: -out: -key: -inkey: -CAfile: -CA: -cert: -passin: -passout: -pass: -keyout: -subj: -days: -config: -newkey: -k: -K: -iv: -connect: -sign: -verify: -signature: -kfile:',
      reads: ['-in', '-key', '-inkey', '-sign', '-kfile', '-config'],
      writes: ['-out', '-keyout'],
      uses: none,
    },
  ],
  ...each('gpg gpg2', {
    spec: 'o: output: r: recipient: u: local-user: passphrase: passphrase-file: homedir: batch keyserver: default-key: pinentry-mode:',
    reads: ['--passphrase-file'],
    writes: ['-o', '--output'],
    uses: reads,
  }),
  ['age', { spec: 'o: output: r: recipient: R: i: identity:', reads: ['-i', '--identity'], writes: ['-o', '--output'], uses: reads }],
  ['ssh-keygen', { spec: 'f: t: b: C: N: P: I: n: s: V: z: m: O: D: R: F: Y:', uses: keygen }],
  ['jq', { spec: 'arg: argjson: slurpfile: rawfile: indent: L: f: from-file:', reads: ['-f', '--from-file'], uses: jq }],
  ...each('yq', { spec: 'p: input-format: o: output-format: I: indent: from-file: s: split-exp:', uses: yq }),
  [
    'patch',
    {
      spec: 'p: i: input: o: output: d: directory: r: B: D: F: V: x: Y: z: g:',
      reads: ['-i', '--input'],
      writes: ['-o', '--output'],
      uses: patch,
    },
  ],
  ...each('ed red', { spec: 'p:', uses: firstWrite }),
  ...each('vim vi nvim ex nano pico micro emacs', EDITOR),
  ...each('dos2unix unix2dos', { spec: '', uses: writes }),
  [
    'curl',
    {
      reads: ['-T', '--upload-file', '-K', '--config', '-E', '--cert', '--key', '--netrc-file'],
      writes: ['-o', '--output', '-D', '--dump-header', '-c', '--cookie-jar', '--trace', '--trace-ascii', '--stderr'],
      uses: curl,
    },
  ],
  [
    'wget',
    {
      reads: ['-i', '--input-file', '--post-file', '--body-file', '--load-cookies', '--private-key', '--certificate', '--config'],
      writes: ['-O', '--output-document', '-o', '--output-file', '-a', '--append-output', '--save-cookies'],
      uses: wget,
    },
  ],
  ['npm', { uses: npmrc }],
  ['pnpm', { uses: npmrc }],
  ['crontab', { spec: 'u:', uses: ({ words }) => words.filter(word => textOf(word) !== '-').map(arg => ({ kind: 'read', arg })) }],
  ['psql', { reads: ['-f', '--file'], writes: ['-o', '--output', '-L', '--log-file'], uses: none }],
  ['gh', { reads: ['--body-file', '--notes-file', '--input'], uses: none }],
  ['pandoc', { spec: 'o: output: f: from: t: to: template: V: M:', writes: ['-o', '--output'], uses: reads }],
])

export function fileTableOf(name: string): FileTable | undefined {
  return TABLES.get(name)
}

/** Programs whose operands or option values are files. */

import { type Arg, dropStart, knownStart, scriptTextOf, textArg, textOf } from './arg.ts'
import type { FileTable, FileUse } from './files.ts'
import { foundArg, globNames } from './find.ts'
import { TAR } from './option-specs.ts'
import { lastValue, type Options, optionSpec, valuesOf } from './read-options.ts'
import { readSed, type SedScript } from './sed-script.ts'
import { tableOf, wordsOf } from './table.ts'

const reads = ({ words }: Options): FileUse[] => words.map(arg => ({ kind: 'read', arg }))
/** Files whose names stand in a list. */
const listed = (lists: readonly Arg[]): FileUse[] => lists.map(arg => ({ kind: 'read', arg, isList: true }))
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
    const names = globNames(valuesOf(operands, '--include', '-g', '--glob'))
    return roots.flatMap((use): FileUse[] => [use, { kind: 'read', arg: foundArg(use.arg, names) }])
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
  const named = listed(valuesOf(operands, '--files-from'))
  if (isElsewhere(target)) return [...taken, ...named]
  const sent = operands.words.slice(0, -1).filter(arg => !/\/$/.test(textOf(arg) ?? ''))
  const into = sent.map(
    (arg): FileUse => ({ kind: 'write', arg: isElsewhere(arg) ? dropStart(arg, knownStart(arg).lastIndexOf(':') + 1) : arg, into: target }),
  )
  return [...taken, ...named, { kind: 'write', arg: target }, ...into]
}

/** `aws s3 cp`, `gsutil cp`: what is no bucket is a file. */
const bucketCopies = ({ words }: Options): FileUse[] => {
  const at = words.findIndex(arg => /^(cp|mv|sync|rsync|copy|copyto|moveto|cat)$/.test(textOf(arg) ?? ''))
  const ends = at < 0 ? [] : words.slice(at + 1)
  return ends.flatMap((arg, index): FileUse[] => {
    const isBucket = /^\w+:/.test(knownStart(arg)) || textOf(arg) === '-'
    if (isBucket) return []
    return [{ kind: index === ends.length - 1 && index > 0 ? 'write' : 'read', arg }]
  })
}

/** `docker cp`, `kubectl cp`: what names no container is a file. Folders and files that are mounted or handed over are read. */
const containerFiles = (operands: Options): FileUse[] => {
  const [verb, ...ends] = operands.words
  const mounted = valuesOf(operands, '-v', '--volume').filter(arg => arg.parts[0]?.kind !== 'text' || /^[./]/.test(knownStart(arg)))
  const named = valuesOf(operands, '--mount', '--secret').flatMap(arg => /(?:^|,)(?:src|source)=([^,]+)/.exec(textOf(arg) ?? '')?.[1] ?? [])
  const given = valuesOf(operands, '--from-file', '--from-env-file').map(arg => dropStart(arg, knownStart(arg).indexOf('=') + 1))
  const read = reads(withWords(operands, [...mounted.map(arg => until(arg, ':')), ...named.map(at), ...given]))
  if (textOf(verb) !== 'cp') return read
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
  return [
    ...archive.map((arg): FileUse => ({ kind: 'write', arg })),
    ...packed,
    ...listed(valuesOf(operands, '-T', '--files-from')),
    ...removed,
  ]
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
  ...listed(flags.has('-@') ? [at('-')] : []),
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
    ...'-d --data --data-binary --data-ascii --json --data-urlencode -F --form -b --cookie -H --header -w --write-out --variable --url-query'.split(
      ' ',
    ),
  )
  const named = operands.values.flatMap(([option, value]): FileUse[] => {
    const start = knownStart(value)
    const sign = /^(?:[^=@<]*=|[^=@<]*)?(?:@|<)/.exec(start)?.[0]
    const isForm = option === '-F' || option === '--form'
    const isData =
      given.includes(value) &&
      (isForm ? sign !== undefined : /^[^=@]*@/.test(start) && (start.startsWith('@') || option.endsWith('urlencode')))
    if (!isData || sign === undefined) return []
    return [{ kind: 'read', arg: until(dropStart(value, isForm ? sign.length : start.indexOf('@') + 1), ';') }]
  })
  const directory = lastValue(operands, '--output-dir')
  const isNamed = isGiven(operands, '-O', '--remote-name', '--remote-name-all')
  const addresses = [...operands.words, ...valuesOf(operands, '--url')]
  const saved = isNamed ? addresses.map((arg): FileUse => ({ kind: 'write', arg: urlFile(arg), into: directory ?? at('.') })) : []
  const local = addresses.flatMap((arg): FileUse[] => {
    const host = /^file:\/\/(localhost)?/i.exec(knownStart(arg))?.[0]
    return host === undefined ? [] : [{ kind: 'read', arg: dropStart(arg, host.length) }]
  })
  return [...named, ...local, ...saved]
}

/** `-F file=@a;type=x`, `-v a:/b`. */
export const until = (arg: Arg, sign: string): Arg => {
  const at = arg.parts.findIndex(part => part.kind === 'text' && part.text.includes(sign))
  const part = arg.parts[at]
  return part?.kind !== 'text'
    ? arg
    : { ...arg, parts: [...arg.parts.slice(0, at), { kind: 'text', text: part.text.split(sign)[0] ?? '' }] }
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
  if (isGiven(operands, '-R', '-F', '-H', '-l', '-B')) return []
  const isShowing = isGiven(operands, '-y', '-e', '-i', '-Y')
  return valuesOf(operands, '-f').map(arg => ({ kind: isShowing ? 'read' : 'write', arg }))
}

const firstRead = ({ words }: Options): FileUse[] => words.slice(0, 1).map(arg => ({ kind: 'read', arg }))
const firstWrite = ({ words }: Options): FileUse[] => words.slice(0, 1).map(arg => ({ kind: 'write', arg }))

/** What an editor opens, it may print. */
const edits = (operands: Options): FileUse[] => {
  const files = withWords(
    operands,
    operands.words.filter(word => knownStart(word)[0] !== '+'),
  )
  return [...reads(files), ...(isGiven(operands, '-R') && !isGiven(operands, '-c') ? [] : writes(files))]
}
const cpio = ({ flags }: Options): FileUse[] => listed(flags.has('-o') || flags.has('-p') ? [at('-')] : [])
const cron = ({ words }: Options): FileUse[] => words.filter(word => textOf(word) !== '-').map(arg => ({ kind: 'read', arg }))

/** `gh gist create a`, `gh release upload v1 a`. */
const gh = (operands: Options): FileUse[] => {
  const [noun, verb] = operands.words.map(textOf)
  const isGist = noun === 'gist' && verb === 'create'
  const isRelease = noun === 'release' && (verb === 'upload' || verb === 'create')
  return isGist || isRelease ? reads(withWords(operands, operands.words.slice(isGist ? 2 : 3))) : []
}

/** `convert a b`: the last operand is made of the others. */
const lastWrites = ({ words }: Options): FileUse[] =>
  words.map((arg, index) => ({ kind: index === words.length - 1 ? 'write' : 'read', arg }))

/** `7z a archive files`, `7z x archive -odir`. */
const sevenZip = (operands: Options): FileUse[] => {
  const [verb, archive, ...files] = operands.words
  if (archive === undefined) return []
  if (/^[au]$/.test(textOf(verb) ?? '')) return [{ kind: 'write', arg: archive }, ...reads(withWords(operands, files))]
  return [
    { kind: 'read', arg: archive },
    ...(/^[ex]$/.test(textOf(verb) ?? '') ? writes(withWords(operands, [lastValue(operands, '-o') ?? at('.')])) : []),
  ]
}

/** The database, and the files that dot commands name. */
const sqlFiles = (operands: Options): FileUse[] => [
  ...firstRead(operands),
  ...[...operands.words, ...valuesOf(operands, '-cmd')].flatMap((word): FileUse[] => {
    const [, verb, file] =
      /^\s*\.(read|import|restore|output|once|backup|save)\s+(?:-\S+\s+)*["']?([^\s"']+)/.exec(textOf(word) ?? '') ?? []
    return file === undefined ? [] : [{ kind: /^(?:re|im)/.test(verb ?? '') ? 'read' : 'write', arg: at(file) }]
  }),
]

/** `python -m json.tool in out`. */
const moduleFiles = (operands: Options): FileUse[] => (textOf(lastValue(operands, '-m')) === 'json.tool' ? readsThenWrites(operands) : [])

/** Formatters, which change files when they are told to. */
const formats = (operands: Options): FileUse[] => (isGiven(operands, '--write', '-w', '--fix', '-i') ? writes(operands) : reads(operands))

const USES: Readonly<Record<string, FileTable['uses']>> = {
  r: reads,
  w: writes,
  d: deletes,
  n: none,
  1: firstRead,
  2: firstWrite,
  3: readsThenWrites,
  grep: searches(false),
  rg: searches(true),
  cp: copies('read'),
  mv: copies('delete'),
  rsync: transfers,
  s3: bucketCopies,
  docker: containerFiles,
  mode: changes,
  pack: compresses,
  npm: npmrc,
  key: keygen,
  edit: edits,
  cpio,
  cron,
  sed,
  awk,
  loops,
  links,
  dd,
  tar,
  zip,
  unzip,
  curl,
  wget,
  jq,
  yq,
  patch,
  gh,
  last: lastWrites,
  '7z': sevenZip,
  sql: sqlFiles,
  py: moduleFiles,
  fmt: formats,
}

/** Names, what their operands are, options (`*`: as `option-specs.ts` has them), options whose value is read, and written. */
const TABLE = `
cat gcat tac wc rev md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum md5 zcat gzcat bzcat xzcat zstdcat zless zmore expand unexpand tsort look ul m4 cpp view glow pygmentize highlight ccat jless csvlook xmllint brotli rpm2cpio pv|r
head ghead|r|~ n: lines: c: bytes:
tail gtail|r|~ n: lines: c: bytes: s: pid: sleep-interval: max-unchanged-stats: follow retry
less more most pg|r|P: p: T: t: x: y: b: h: j: k: D: o: z: n:||-o
bat batcat|r|l: language: r: line-range: H: highlight-line: m: map-syntax: theme: style: color: paging: pager: tabs: wrap: terminal-width:
nl|r|b: d: f: h: i: l: n: s: v: w:
grep egrep fgrep zgrep ggrep|grep|*|-f --file
rg|rg|*|-f --file
ag ack ugrep ug|rg|A: B: C: m: G: ignore: depth: t: type: g:
sed gsed|sed|*|-f --file
awk gawk mawk nawk|awk|~ f: file: v: assign: F: field-separator: i: include: E: e: source: l: load:|-f --file
sort|r|*||-o --output
perl|loops|e: E: I: M? m? i? 0? F? l? C? x? D?
ruby|loops|e: I: r: i? C: E: F? 0? K?
uniq|3|~ f: s: w: skip-fields: skip-chars: check-chars:
cut|r|~ d: f: c: b: delimiter: fields: characters: bytes: output-delimiter:
paste|r|d: delimiters:
fmt|r|w: p: g:
fold|r|w: width:
pr|r|D: h: l: o: w: W: N:
join|r|1: 2: j: t: o: e: a: v:
comm|r|output-delimiter:
column|r|c: s: t? N: o: R: H: T: E: W: d? n: l: p: i: r:
iconv|r|f: t: o: from-code: to-code: output:||-o --output
strings|r|n: t: e: T:
xxd|3|c: g: l: o: s: R:
od|r|A: j: N: S? t: w?
hexdump hd|r|e: f: n: s:
base64 base32 basenc|r|~ w: wrap: i? o: b: decode ignore-garbage break: input: output:|--input|-o --output
uuencode|1
split|3|~ a: suffix-length: b: bytes: C: line-bytes: l: lines: n: number: t: separator: filter: additional-suffix:
csplit|1|b: f: n:
diff colordiff sdiff|r|U: C: L: W: I: x: X: F: S:
cmp diff3|r|i: n:
source .|1|!1
cp gcp install|cp|*
mv gmv|mv|*
ln|links|*
tee sponge dos2unix unix2dos|w
touch|w|~ d: t: r: date: reference: time:
truncate|w|~ s: r: size: reference:
dd|dd
chmod chown|mode|*
chgrp|mode|~ reference: recursive
chattr|mode|p: v:
setfacl|w|m: x: M: X: set:
rm|d|*
grm rmdir unlink trash trash-put rimraf del-cli srm|d|~ recursive force
shred|d|~ n: s: iterations: size: random-source:
tar gtar bsdtar|tar|${TAR}|-T --files-from
cpio|cpio|D: E: F: H: O: I:||-O
zip|zip|b: n: i: x: s: t: P: O: -TT:
unzip|unzip|d: P: x:
gzip pigz bzip2 xz compress gunzip bunzip2 unxz uncompress|pack|S: suffix: T: threads: b:
rsync|rsync|*|--files-from --exclude-from --include-from --password-file|--log-file
scp|rsync|*
aws gsutil gcloud rclone|s3|*
docker podman nerdctl|docker|H: context: v: volume: mount: secret: env-file: e: f: file: name: w: u: p: network: entrypoint: platform: build-arg: t: tag: target:
kubectl oc|docker|n: namespace: context: c: container: f: filename: l: o: kubeconfig: k: from-file: from-env-file:|-f --filename --kubeconfig
openssl|n|- -in: -out: -key: -inkey: -CAfile: -CA: -cert: -passin: -passout: -pass: -keyout: -subj: -days: -config: -newkey: -k: -K: -iv: -connect: -sign: -verify: -signature: -kfile:|-in -key -inkey -sign -kfile -config|-out -keyout
gpg gpg2|r|o: output: r: recipient: u: local-user: passphrase: passphrase-file: homedir: batch keyserver: default-key: pinentry-mode:|--passphrase-file|-o --output
age|r|o: output: r: recipient: R: i: identity:|-i --identity|-o --output
ssh-keygen|key|f: t: b: C: N: P: I: n: s: V: z: m: O: D: R: F: Y:
jq|jq|arg: argjson: slurpfile: rawfile: indent: L: f: from-file:|-f --from-file
yq|yq|p: input-format: o: output-format: I: indent: from-file: s: split-exp:
patch|patch|p: i: input: o: output: d: directory: r: B: D: F: V: x: Y: z: g:|-i --input|-o --output -d --directory
ed red|edit|p:
vim vi nvim ex nano pico micro emacs|edit|c: cmd: S: u: U: i: w: W: T: t: p: insert: eval: l: f:|--insert
curl|curl|*|-T --upload-file -K --config --netrc-file|-o --output -D --dump-header -c --cookie-jar --trace --trace-ascii --stderr
wget|wget|*|-i --input-file --post-file --body-file --load-cookies --config|-O --output-document -o --output-file -a --append-output --save-cookies
npm pnpm|npm|*
crontab|cron|u:
psql|n|*|-f --file|-o --output -L --log-file
gh|gh|*|--body-file --notes-file --input
pandoc|r|o: output: f: from: t: to: template: V: M:||-o --output
shuf|r|o: output: n: i: e||-o --output
zstd unzstd|r|o: T:||-o
lz4|3
gcc g++ cc c++ clang clang++ rustc|r|o: I: L: D: x:||-o
prettier eslint gofmt clang-format|fmt|config: ext: style: parser: r:
black isort|w
ffmpeg|last|- -i: -f: -c: -vf: -t: -ss: -map:|-i
convert magick|last|- -resize: -quality: -crop: -density:
7z 7za 7zz|7z|o? p?
sqlite3|sql|- -cmd: -init:|-init
python python3|py|m: c: W: X:
mutt mail mailx|n|a: s: c: b: r:|-a`

const TABLES = tableOf(
  TABLE,
  (kind = '', spec = '', read, written): FileTable => ({
    ...(spec !== '*' && { spec }),
    reads: wordsOf(read),
    writes: wordsOf(written),
    ...(kind === 'tar' && { normal: tarNormal }),
    uses: USES[kind] ?? none,
  }),
)

export function fileTableOf(name: string): FileTable | undefined {
  return TABLES.get(name)
}

/** Which operands of common programs are files, and what happens to them. */
import { type Arg, dropStart, knownStart, textOf } from './arg.ts'

export type FileUse = {
  readonly kind: 'read' | 'write' | 'delete'
  readonly arg: Arg /** Inside this directory, under the file's own name. */
  readonly into?: Arg
}

/** A program's words, options taken out. `values`: what options were given, by option. */
type Operands = {
  readonly words: readonly Arg[]
  readonly flags: ReadonlySet<string>
  readonly values: readonly (readonly [string, Arg])[]
}

type FileTable = {
  /** Options that take a value. */
  readonly short: string
  readonly long?: readonly string[]
  readonly reads?: readonly string[]
  readonly writes?: readonly string[]
  readonly uses: (operands: Operands) => readonly FileUse[]
}

const reads = ({ words }: Operands): FileUse[] => words.map(arg => ({ kind: 'read', arg }))
const writes = ({ words }: Operands): FileUse[] => words.map(arg => ({ kind: 'write', arg }))
const deletes = ({ words }: Operands): FileUse[] => words.map(arg => ({ kind: 'delete', arg }))
const none = (): FileUse[] => []

const isGiven = ({ flags, values }: Operands, ...options: string[]) =>
  options.some(option => flags.has(option) || values.some(([name]) => name === option))

/** The first operand is a pattern or a program, unless an option gave it. */
const readsAfterFirst =
  (...givers: string[]) =>
  (operands: Operands): FileUse[] =>
    reads({ ...operands, words: isGiven(operands, ...givers) ? operands.words : operands.words.slice(1) })

/** `uniq in out`. */
const readsThenWrites = ({ words }: Operands): FileUse[] => words.map((arg, index) => ({ kind: index === 0 ? 'read' : 'write', arg }))

const sed = (operands: Operands): FileUse[] => {
  const isInPlace = [...operands.flags].some(flag => flag === '-i' || flag.startsWith('-i') || flag.startsWith('--in-place'))
  // BSD sed has the suffix as a word of its own: `sed -i '' ...`.
  const words = operands.words.filter(word => !(isInPlace && textOf(word) === ''))
  const files = readsAfterFirst('-e', '-f', '--expression', '--file')({ ...operands, words })
  return isInPlace ? files.map(({ arg }) => ({ kind: 'write', arg })) : files
}

const awk = (operands: Operands): FileUse[] =>
  readsAfterFirst('-f', '--file')(operands).filter(({ arg }) => !/^[A-Za-z_]\w*=/.test(knownStart(arg)))

/** Sources and a destination, which may be a directory. */
const copies =
  (source: 'read' | 'delete') =>
  (operands: Operands): FileUse[] => {
    const directory = operands.values.find(([name]) => name === '-t' || name === '--target-directory')?.[1]
    const sources = directory === undefined ? operands.words.slice(0, -1) : operands.words
    const target = directory ?? operands.words.at(-1)
    const isWhole = target !== undefined && sources.length > 0
    if (!isWhole) return []
    const taken = sources.flatMap((arg): FileUse[] =>
      source === 'delete'
        ? [
            { kind: 'read', arg },
            { kind: 'delete', arg },
          ]
        : [{ kind: 'read', arg }],
    )
    return [...taken, { kind: 'write', arg: target }, ...sources.map((arg): FileUse => ({ kind: 'write', arg, into: target }))]
  }

const dd = ({ words }: Operands): FileUse[] =>
  words.flatMap((arg): FileUse[] => {
    const start = knownStart(arg)
    if (start.startsWith('of=')) return [{ kind: 'write', arg: dropStart(arg, 3) }]
    return start.startsWith('if=') ? [{ kind: 'read', arg: dropStart(arg, 3) }] : []
  })

/** The first operand is the mode or the owner, unless a flag gives it (`chmod -x f`). */
const changes = (operands: Operands): FileUse[] => {
  const isModeFlag = [...operands.flags].some(flag => /^-[rwxXst]$/.test(flag))
  const isGivenElsewhere = isModeFlag || isGiven(operands, '--reference')
  return writes({ ...operands, words: isGivenElsewhere ? operands.words : operands.words.slice(1) })
}

const GREP: FileTable = {
  short: 'efABCmdD',
  long: [
    '--regexp',
    '--file',
    '--after-context',
    '--before-context',
    '--context',
    '--max-count',
    '--include',
    '--exclude',
    '--exclude-dir',
    '--label',
  ],
  reads: ['-f', '--file'],
  uses: readsAfterFirst('-e', '-f', '--regexp', '--file'),
}
const AWK: FileTable = {
  short: 'fvFiEl',
  long: ['--file', '--assign', '--field-separator', '--include', '--load'],
  reads: ['-f', '--file'],
  uses: awk,
}
const CHANGES: FileTable = { short: '', long: ['--reference', '--from'], uses: changes }
const DELETES: FileTable = { short: '', uses: deletes }
const READS: FileTable = { short: '', uses: reads }

const FILES: ReadonlyMap<string, FileTable> = new Map<string, FileTable>([
  ['cat', READS],
  ['tac', READS],
  ['wc', READS],
  ['head', { short: 'nc', long: ['--lines', '--bytes'], uses: reads }],
  ['tail', { short: 'ncs', long: ['--lines', '--bytes', '--pid', '--sleep-interval', '--max-unchanged-stats'], uses: reads }],
  ['less', { short: 'PpTtxybhjkDo', uses: reads }],
  ['more', { short: 'n', uses: reads }],
  ['nl', { short: 'bdfhilnsvw', uses: reads }],
  [
    'bat',
    {
      short: 'lrHm',
      long: [
        '--language',
        '--line-range',
        '--highlight-line',
        '--theme',
        '--style',
        '--color',
        '--paging',
        '--pager',
        '--tabs',
        '--wrap',
        '--terminal-width',
      ],
      uses: reads,
    },
  ],
  ['batcat', { short: 'lrHm', uses: reads }],
  ['grep', GREP],
  ['egrep', GREP],
  ['fgrep', GREP],
  ['zgrep', GREP],
  [
    'rg',
    {
      ...GREP,
      short: 'efABCmgtTjEMdr',
      long: [
        '--regexp',
        '--file',
        '--after-context',
        '--before-context',
        '--context',
        '--max-count',
        '--glob',
        '--iglob',
        '--type',
        '--type-not',
        '--threads',
        '--encoding',
        '--replace',
        '--sort',
        '--sortr',
        '--pre',
        '--max-depth',
        '--color',
        '--colors',
      ],
    },
  ],
  ['sed', { short: 'efl', long: ['--expression', '--file', '--line-length'], reads: ['-f', '--file'], uses: sed }],
  ['awk', AWK],
  ['gawk', AWK],
  ['mawk', AWK],
  [
    'sort',
    {
      short: 'koStT',
      long: [
        '--key',
        '--output',
        '--buffer-size',
        '--field-separator',
        '--temporary-directory',
        '--parallel',
        '--batch-size',
        '--compress-program',
      ],
      writes: ['-o', '--output'],
      uses: reads,
    },
  ],
  ['uniq', { short: 'fsw', long: ['--skip-fields', '--skip-chars', '--check-chars'], uses: readsThenWrites }],
  ['cut', { short: 'dfcb', long: ['--delimiter', '--fields', '--characters', '--bytes', '--output-delimiter'], uses: reads }],
  ['paste', { short: 'd', uses: reads }],
  ['fmt', { short: 'wpg', uses: reads }],
  ['fold', { short: 'w', uses: reads }],
  ['column', { short: 'cstNoRHTEWdnlpir', uses: reads }],
  ['rev', READS],
  ['strings', { short: 'nteT', uses: reads }],
  ['xxd', { short: 'cglosR', uses: readsThenWrites }],
  ['od', { short: 'AjNStw', uses: reads }],
  ['hexdump', { short: 'efns', uses: reads }],
  ['base64', { short: 'wiob', reads: ['-i'], writes: ['-o'], uses: reads }],
  ['base32', { short: 'w', uses: reads }],
  ['md5sum', READS],
  ['sha1sum', READS],
  ['sha256sum', READS],
  ['diff', { short: 'UCLWIxXFS', uses: reads }],
  ['cmp', { short: 'in', uses: reads }],
  ['source', { short: '', uses: ({ words }) => reads({ words: words.slice(0, 1), flags: new Set(), values: [] }) }],
  ['.', { short: '', uses: ({ words }) => reads({ words: words.slice(0, 1), flags: new Set(), values: [] }) }],
  ['cp', { short: 'tS', long: ['--target-directory', '--suffix'], uses: copies('read') }],
  ['mv', { short: 'tS', long: ['--target-directory', '--suffix'], uses: copies('delete') }],
  ['install', { short: 'tSmog', long: ['--target-directory', '--suffix', '--mode', '--owner', '--group'], uses: copies('read') }],
  ['ln', { short: 'tS', long: ['--target-directory', '--suffix'], uses: copies('read') }],
  ['tee', { short: '', uses: writes }],
  ['touch', { short: 'dtr', long: ['--date', '--reference'], uses: writes }],
  ['truncate', { short: 'sr', long: ['--size', '--reference'], uses: writes }],
  ['dd', { short: '', uses: dd }],
  ['chmod', CHANGES],
  ['chown', CHANGES],
  ['chgrp', CHANGES],
  ['rm', DELETES],
  ['rmdir', DELETES],
  ['unlink', DELETES],
  ['shred', { short: 'ns', long: ['--iterations', '--size', '--random-source'], uses: deletes }],
  [
    'curl',
    {
      short: 'oXHdFuAebcTKmxwCEDrtUyYzP',
      long: ['--output', '--upload-file', '--config', '--dump-header', '--cookie-jar', '--cert', '--key'],
      writes: ['-o', '--output', '-D', '--dump-header', '-c', '--cookie-jar'],
      reads: ['-T', '--upload-file', '-K', '--config', '-E', '--cert', '--key'],
      uses: none,
    },
  ],
  [
    'wget',
    {
      short: 'OoaiPeUTtwQBAlRDIX',
      long: ['--output-document', '--output-file', '--append-output', '--input-file'],
      writes: ['-O', '--output-document', '-o', '--output-file', '-a', '--append-output'],
      reads: ['-i', '--input-file'],
      uses: none,
    },
  ],
])

// Looking a global up costs more than using it, in the engine.
const OwnSet = Set

/** The files among a program's arguments; none for a program that is not in the table. */
export function fileUsesOf(name: string, args: readonly Arg[]): readonly FileUse[] {
  const table = FILES.get(name)
  if (table === undefined) return []
  const operands = operandsOf(table, args)
  const given = operands.values.flatMap(([option, arg]): FileUse[] => {
    if (table.reads?.includes(option) === true) return [{ kind: 'read', arg }]
    return table.writes?.includes(option) === true ? [{ kind: 'write', arg }] : []
  })
  return [...given, ...table.uses(operands)]
}

function operandsOf(table: FileTable, args: readonly Arg[]): Operands {
  const words: Arg[] = []
  const flags = new OwnSet<string>()
  const values: [string, Arg][] = []
  let isOver = false
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] as Arg
    const start = knownStart(arg)
    const isOption = !isOver && start.startsWith('-') && start !== '-'
    const next = args[i + 1]
    if (!isOption) words.push(arg)
    else if (textOf(arg) === '--') isOver = true
    else if (start.startsWith('--')) {
      const [name = start] = start.split('=', 1)
      flags.add(name)
      const takesValue = table.long?.includes(name) === true
      if (start.includes('=')) values.push([name, dropStart(arg, name.length + 1)])
      else if (takesValue && next !== undefined) {
        values.push([name, next])
        i++
      }
    } else {
      const at = [...start].findIndex((char, index) => index > 0 && table.short.includes(char))
      for (const char of start.slice(1, at < 0 ? undefined : at + 1)) flags.add(`-${char}`)
      if (at < 0) continue
      const isHolding = at < start.length - 1 || textOf(arg) === undefined
      if (isHolding) values.push([`-${start[at]}`, dropStart(arg, at + 1)])
      else if (next !== undefined) {
        values.push([`-${start[at]}`, next])
        i++
      }
    }
  }
  return { words, flags, values }
}

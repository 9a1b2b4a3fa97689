/** Files that git's own subcommands name. */
import { type Arg, knownStart, textArg, textOf } from './arg.ts'
import type { FileUse } from './files.ts'
import { isCommandKey } from './git-config.ts'
import { optionSpecOf } from './option-specs.ts'
import { globalOptionsOf } from './options.ts'
import { lastValue, optionSpec, readOptions } from './read-options.ts'

const GLOBALS = globalOptionsOf('git')
const GLOBAL_SPEC = optionSpec(
  [...(GLOBALS?.long ?? []).map(option => `${option}:`), ...[...(GLOBALS?.short ?? '')].map(letter => `-${letter}:`)].join(' '),
)
const READS = ['--get', '--get-all', '--get-regexp', '--get-urlmatch', '-l', '--list', '--get-color', '--get-colorbool']
const VERBS = new Set(['set', 'unset', 'rename-section', 'remove-section', 'edit'])

/** Paths are relative to the repository or to `-C`: with `-C` they are not told. */
export function gitFiles(args: readonly Arg[]): readonly FileUse[] {
  const globals = readOptions(GLOBAL_SPEC, args, true)
  const [verb, ...rest] = args.slice(globals.end)
  const text = textOf(verb) ?? ''
  const operands = readOptions(optionSpecOf('git', [text]), rest)
  const isElsewhere = globals.flags.has('-C') || globals.flags.has('--work-tree')
  if (text === 'config') return configFiles(rest)
  if (isElsewhere) return []
  if (text === 'rm') {
    const isIndexOnly = operands.flags.has('--cached') || operands.flags.has('-n') || operands.flags.has('--dry-run')
    return isIndexOnly ? [] : operands.words.map(arg => ({ kind: 'delete', arg }))
  }
  if (text !== 'mv') return []
  return operands.words.map((arg, index): FileUse => ({ kind: index === operands.words.length - 1 ? 'write' : 'delete', arg }))
}

/** The file that a setting is written to, or read from. */
function configFiles(rest: readonly Arg[]): readonly FileUse[] {
  const { words, flags, values } = readOptions(optionSpecOf('git', ['config']), rest)
  const file = lastValue({ words, flags, values, end: 0, isUncertain: false }, '-f', '--file')
  const isReading = READS.some(flag => flags.has(flag)) || /^(get|list)$/.test(textOf(words[0]) ?? '')
  const isNamed = VERBS.has(textOf(words[0]) ?? '')
  const isWriting =
    !isReading &&
    (isNamed || words.length > 1 || ['--unset', '--unset-all', '-e', '--edit', '--add', '--replace-all'].some(flag => flags.has(flag)))
  if (file !== undefined) return [{ kind: isWriting ? 'write' : 'read', arg: file }]
  const [key = '', value = ''] = words.slice(isNamed ? 1 : 0).map(knownStart)
  // Who sets a name or a colour touches the file too; what matters is a setting that makes git run something.
  const isAlias = /^alias\./i.test(key) && /^[^!]/.test(value)
  const isHarmless = !isWriting || isAlias || !isCommandKey(key)
  if (isHarmless) return []
  if (flags.has('--global')) return [{ kind: 'write', arg: homeArg('/.gitconfig') }]
  return [{ kind: 'write', arg: textArg(flags.has('--system') ? '/etc/gitconfig' : '.git/config') }]
}

function homeArg(path: string): Arg {
  return {
    parts: [
      { kind: 'place', place: 'home' },
      { kind: 'text', text: path },
    ],
    isMany: false,
    source: `~${path}`,
  }
}

/** Files that git's own subcommands name. */
import { ANY_ARGS, type Arg, dropStart, knownStart, textArg, textOf } from './arg.ts'
import type { FileUse } from './files.ts'
import { foundArg } from './find.ts'
import { isCommandKey } from './git-config.ts'
import { optionSpecOf } from './option-specs.ts'
import { globalOptionsOf } from './options.ts'
import { lastValue, optionSpec, readOptions, valuesOf } from './read-options.ts'

const GLOBALS = globalOptionsOf('git')
const GLOBAL_SPEC = optionSpec(
  [...(GLOBALS?.long ?? []).map(option => `${option}:`), ...[...(GLOBALS?.short ?? '')].map(letter => `-${letter}:`)].join(' '),
)
const READS = ['--get', '--get-all', '--get-regexp', '--get-urlmatch', '-l', '--list', '--get-color', '--get-colorbool']
const VERBS = new Set(['set', 'unset', 'rename-section', 'remove-section', 'edit'])

/** Paths are relative to the repository or to `-C`; with another working tree they are not told. */
export function gitFiles(args: readonly Arg[]): readonly FileUse[] {
  const globals = readOptions(GLOBAL_SPEC, args, true)
  const [verb, ...rest] = args.slice(globals.end)
  const text = textOf(verb) ?? ''
  if (text === 'config') return configFiles(rest)
  const uses = verbFiles(text, rest)
  const place = globals.flags.has('--work-tree') ? ANY_ARGS : lastValue(globals, '-C')
  if (place === undefined) return uses
  return uses.map(({ kind, arg }) => {
    const isRelative = arg.parts[0]?.kind === 'text' && !knownStart(arg).startsWith('/')
    return { kind, arg: isRelative ? { ...arg, parts: [...place.parts, { kind: 'text', text: '/' }, ...arg.parts] } : arg }
  })
}

/** They show what is in the files they are given, which may also be names of commits. */
const SHOWS = /^(?:diff|difftool|blame|annotate|hash-object|apply|am)$/
const WRITES_TO = optionSpec('o: output: output-directory: format: prefix: remote:')

function verbFiles(verb: string, rest: readonly Arg[]): readonly FileUse[] {
  const isPacking = verb === 'archive' || verb === 'format-patch'
  const { words, ...options } = readOptions(isPacking ? WRITES_TO : optionSpecOf('git', [verb]), rest)
  const has = (...flags: string[]): boolean => flags.some(flag => options.flags.has(flag))
  const all = (kind: FileUse['kind'], files: readonly Arg[]): FileUse[] => files.map(arg => ({ kind, arg }))
  const dashes = rest.findIndex(arg => textOf(arg) === '--')
  const after = dashes < 0 ? [] : rest.slice(dashes + 1)
  const given = { words, ...options }
  const saved = all('write', valuesOf(given, '--output', '--output-directory', ...(isPacking ? ['-o'] : [])))
  if (saved.length > 0) return saved
  const isChanging = (verb === 'apply' && !has('--check', '--stat')) || verb === 'am'
  const flags = [...options.flags].join()
  const isCounting = /--(?:stat|name-|shortstat|numstat|quiet)/.test(flags) && !/-(?:[uU]|p\b|patch)/.test(flags)
  if (verb === 'diff' && isCounting) return []
  if (SHOWS.test(verb)) return all('read', words).concat(isChanging ? { kind: 'write', arg: ANY_ARGS } : [])
  if (verb === 'rm') return has('--cached', '-n', '--dry-run') ? [] : all('delete', words)
  if (verb === 'mv') return words.map((arg, index): FileUse => ({ kind: index === words.length - 1 ? 'write' : 'delete', arg }))
  if (verb === 'show' || verb === 'cat-file') return all('read', [...words.flatMap(inCommit), ...(isCounting ? [] : after)])
  if (verb === 'log') return has('-p', '-u', '--patch') ? all('read', after) : []
  if (verb === 'grep') return words.length < 2 ? all('read', [foundArg(textArg('.'))]) : all('read', words.slice(has('-e') ? 0 : 1))
  if (verb === 'checkout') return all('write', dashes < 0 && !has('-b', '-B', '--orphan') ? words.slice(1) : after)
  if (verb === 'restore') return has('--staged', '-S') && !has('--worktree', '-W') ? [] : all('write', words)
  if (verb === 'clone' || verb === 'worktree') return all('write', words.slice(1, 2))
  if (verb === 'bundle') return all('write', words.slice(1, textOf(words[0]) === 'create' ? 2 : 1))
  return /^(?:commit|tag|notes|merge)$/.test(verb) ? all('read', valuesOf(given, '-F', '--file')) : []
}

/** `HEAD:path`. */
function inCommit(word: Arg): readonly Arg[] {
  const at = knownStart(word).indexOf(':')
  return at > 0 ? [dropStart(word, at + 1)] : []
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

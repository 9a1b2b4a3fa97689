/** Commands that git runs: configuration on the line, aliases, and options that hold one. */
import { ANY_ARGS, type Arg, dropStart, knownStart, textArg, textOf } from './arg.ts'
import type { Variable } from './context.ts'
import { configLaunches, type Setting } from './git-config.ts'
import { type Launch, UNKNOWN_COMMAND } from './launch.ts'
import type { Launching } from './launching.ts'
import { optionSpec, readOptions, valuesOf } from './read-options.ts'
import { tableOf, wordsOf } from './table.ts'

const GLOBALS = optionSpec('C: c: git-dir: work-tree: namespace: config-env: super-prefix: attr-source: list-cmds: exec-path')

/** Subcommands, their options, options whose value is a command. */
const TABLE = `
rebase|~ x: exec: s: X: onto: strategy: strategy-option: C: whitespace: empty:|-x --exec
difftool|~ x: extcmd: t: tool:|-x --extcmd
fetch|~ upload-pack: o: j: depth: refmap:|--upload-pack
pull|~ upload-pack: s: X: o: j: depth:|--upload-pack
clone|~ u: upload-pack: b: o: c: config: j: depth: reference: template:|-u --upload-pack
ls-remote|~ upload-pack: exec: o: sort:|--upload-pack --exec
fetch-pack|~ upload-pack: exec:|--upload-pack --exec
push|~ receive-pack: exec: o: push-option: repo:|--receive-pack --exec
send-pack|~ receive-pack: exec: remote:|--receive-pack --exec
send-email|to-cmd: cc-cmd: header-cmd: sendmail-cmd:|--to-cmd --cc-cmd --header-cmd --sendmail-cmd
grep|O? open-files-in-pager: e: f: A: B: C: m:|-O --open-files-in-pager
filter-branch|setup: subdirectory-filter: env-filter: tree-filter: index-filter: parent-filter: msg-filter: commit-filter: tag-name-filter: d:|--setup --env-filter --tree-filter --index-filter --parent-filter --msg-filter --commit-filter --tag-name-filter
instaweb|d: httpd: b: browser: m:|--httpd -d --browser -b`

const COMMAND_OPTIONS = tableOf(TABLE, (spec = '', options) => ({ spec, options: wordsOf(options) }))

export function gitLaunches({ name, args, env }: Launching): readonly Launch[] {
  if (name !== 'git') return []
  const globals = readOptions(GLOBALS, args, true)
  const [subcommand, ...rest] = args.slice(globals.end)
  const verb = textOf(subcommand)
  const spec = optionSpec(COMMAND_OPTIONS.get(verb ?? '')?.spec ?? '')
  const options = readOptions(spec, rest)
  const cloneSettings = verb === 'clone' ? valuesOf(options, '-c', '--config') : []
  const settings = [
    ...[...valuesOf(globals, '-c'), ...cloneSettings].map(settingOf),
    ...valuesOf(globals, '--config-env').map(arg => fromVariable(arg, env)),
    ...environmentSettings(env),
  ]
  const isOtherPath = args.slice(0, globals.end).some(arg => knownStart(arg).startsWith('--exec-path='))
  return [
    ...(isOtherPath ? [UNKNOWN_COMMAND] : []),
    ...settings.flatMap(setting => configLaunches(setting, subcommand, rest)),
    ...verbLaunches(verb, rest),
    ...valuesOf(options, ...(COMMAND_OPTIONS.get(verb ?? '')?.options ?? [])).map(
      (value): Launch => ({ as: 'script', via: `git ${verb}`, words: [value] }),
    ),
    ...rest
      .filter(arg => knownStart(arg).startsWith('ext::'))
      .map((arg): Launch => ({ as: 'script', via: 'git ext::', words: [dropStart(arg, 'ext::'.length)] })),
  ]
}

function verbLaunches(verb: string | undefined, rest: readonly Arg[]): readonly Launch[] {
  const words = rest.filter((arg, index) => index > 0 || !knownStart(arg).startsWith('-'))
  const first = textOf(words[0])
  if (verb === 'bisect' && first === 'run') return [{ as: 'argv', via: 'git bisect run', words: words.slice(1) }]
  if (verb === 'submodule' && first === 'foreach') {
    const { end } = readOptions(optionSpec(''), words.slice(1), true)
    return [{ as: 'script', via: 'git submodule foreach', words: words.slice(1 + end), isElsewhere: true }]
  }
  if (verb === 'for-each-repo') {
    const { end } = readOptions(optionSpec('config:'), rest, true)
    return [{ as: 'argv', via: 'git for-each-repo', words: [textArg('git'), ...rest.slice(end)], isElsewhere: true }]
  }
  return []
}

/** `key=value`; a key alone is true. */
function settingOf(arg: Arg): Setting {
  const start = knownStart(arg)
  const at = start.indexOf('=')
  if (at < 0) return { key: textOf(arg), value: textOf(arg) === undefined ? ANY_ARGS : textArg('true') }
  return { key: start.slice(0, at), value: dropStart(arg, at + 1) }
}

function fromVariable(arg: Arg, env: readonly Variable[]): Setting {
  const text = textOf(arg) ?? ''
  const at = text.lastIndexOf('=')
  return { key: at < 0 ? undefined : text.slice(0, at), value: argOf(env, text.slice(at + 1)) }
}

function argOf(env: readonly Variable[], name: string): Arg {
  const value = env.find(variable => variable.name === name)?.value
  return value === undefined || value === null ? { ...ANY_ARGS, isMany: false } : { parts: value, isMany: false, source: '' }
}

const MAX_SETTINGS = 64

/** `GIT_CONFIG_KEY_0` and its value; more of them than anybody needs cannot be told. */
function environmentSettings(env: readonly Variable[]): readonly Setting[] {
  const keys = env.filter(({ name }) => name.startsWith('GIT_CONFIG_KEY_'))
  if (keys.length > MAX_SETTINGS) return [{ key: undefined, value: ANY_ARGS }]
  return keys.flatMap(variable => {
    const number = /^GIT_CONFIG_KEY_(\d+)$/.exec(variable.name)?.[1]
    if (number === undefined) return []
    return [{ key: textOf(argOf([variable], variable.name)), value: argOf(env, `GIT_CONFIG_VALUE_${number}`) }]
  })
}

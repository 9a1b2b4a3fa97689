/** Settings of git whose value is a command. */
import { ANY_ARGS, type Arg, dropStart, knownStart, textArg, textOf } from './arg.ts'
import { type Launch, UNKNOWN_COMMAND } from './launch.ts'

/** `key` undefined: which setting it is cannot be told. */
export type Setting = { readonly key: string | undefined; readonly value: Arg }

/** Keys are compared in lower case, which git does for all but the middle part. */
const SCRIPTS =
  /^(core\.(sshcommand|pager|editor|gitproxy|alternaterefscommand)|pager\..+|sequence\.editor|diff\.external|diff\..+\.(command|textconv)|merge\..+\.driver|filter\..+\.(clean|smudge|process)|interactive\.difffilter|(difftool|mergetool|guitool|browser|man)\..+\.(cmd|path)|trailer\..+\.(command|cmd)|remote\..+\.(uploadpack|receivepack)|uploadpack\.packobjectshook|sendemail\..*cmd)$/
const PROGRAMS = /^(core\.askpass|gpg\.program|gpg\..+\.program|gpg\.ssh\.defaultkeycommand)$/
const CREDENTIAL_HELPER = /^credential(\..+)?\.helper$/
const BOOLEAN = /^(|true|false|yes|no|on|off|\d+)$/i

/** Whether setting the key makes git run its value, now or later. */
export function isCommandKey(key: string): boolean {
  const lower = key.toLowerCase()
  return (
    SCRIPTS.test(lower) || PROGRAMS.test(lower) || CREDENTIAL_HELPER.test(lower) || /^(alias\.|core\.(hookspath|fsmonitor)$)/.test(lower)
  )
}

/** What git runs, given this setting, this subcommand and its arguments. A setting that it may not get to counts as used. */
export function configLaunches({ key, value }: Setting, subcommand: Arg | undefined, rest: readonly Arg[]): readonly Launch[] {
  if (key === undefined) return [UNKNOWN_COMMAND]
  const lower = key.toLowerCase()
  const text = textOf(value)
  const via = `git ${key}`
  if (lower.startsWith('alias.')) return aliasLaunches(lower.slice('alias.'.length), value, subcommand, rest)
  // What `git push` moves when the line does not say.
  const pushed = /^remote\.(.+)\.(push|mirror)$/i.exec(key)
  if (pushed !== null && textOf(subcommand) === 'push')
    return [
      {
        as: 'argv',
        via,
        words: [textArg('git'), textArg('push'), textArg(pushed[1] ?? ''), lower.endsWith('.push') ? value : textArg('--mirror')],
      },
    ]
  const isSwitch = lower === 'core.fsmonitor' || lower.startsWith('pager.')
  const isOff = text === '' || (isSwitch && text !== undefined && BOOLEAN.test(text))
  if (isOff) return []
  if (SCRIPTS.test(lower)) return [{ as: 'script', via, words: [value] }]
  if (PROGRAMS.test(lower)) return [{ as: 'argv', via, words: [value, ANY_ARGS] }]
  if (lower === 'core.fsmonitor') return [{ as: 'script', via, words: [value] }]
  if (lower === 'core.hookspath') return text === '/dev/null' ? [] : [UNKNOWN_COMMAND]
  if (CREDENTIAL_HELPER.test(lower)) return credentialHelper(value, via)
  const isInclude = lower === 'include.path' || /^includeif\..+\.path$/.test(lower)
  if (isInclude) return [{ as: 'mark', marker: 'sourced-file' }]
  const isUpdate = /^submodule\..+\.update$/.test(lower) && knownStart(value).startsWith('!')
  return isUpdate ? [{ as: 'script', via, words: [dropStart(value, 1)] }] : []
}

/** `!text` is a script that gets the arguments, all else a command of git's own. */
function aliasLaunches(name: string, value: Arg, subcommand: Arg | undefined, rest: readonly Arg[]): readonly Launch[] {
  const used = textOf(subcommand)
  if (used === undefined) return subcommand === undefined ? [] : [UNKNOWN_COMMAND]
  if (used.toLowerCase() !== name) return []
  const via = `git alias.${name}`
  const start = knownStart(value)
  // Known, and marked all the same: a rule about git's own subcommands does not see what stands behind `!`.
  if (start.startsWith('!')) return [UNKNOWN_COMMAND, { as: 'script', via, words: [dropStart(value, 1), ...rest.map(quoted)] }]
  const text = textOf(value)
  if (text === undefined) return [UNKNOWN_COMMAND]
  return [
    {
      as: 'argv',
      via,
      words: [
        textArg('git'),
        ...text
          .split(/\s+/)
          .filter(word => word !== '')
          .map(word => textArg(word)),
        ...rest,
      ],
    },
  ]
}

function quoted(arg: Arg): Arg {
  const text = textOf(arg)
  return text === undefined ? arg : textArg(`'${text.replaceAll("'", "'\\''")}'`)
}

/** `!text` is a script, a path is a program, a name is `git credential-name`. */
function credentialHelper(value: Arg, via: string): readonly Launch[] {
  const start = knownStart(value)
  if (start.startsWith('!')) return [{ as: 'script', via, words: [dropStart(value, 1)] }]
  if (textOf(value) === undefined || start.startsWith('/')) return [{ as: 'script', via, words: [value] }]
  return [{ as: 'script', via, words: [textArg(`git credential-${start}`)] }]
}

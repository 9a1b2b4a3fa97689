/** Commands that run on another machine or in a container. */
import { type Arg, dropStart, knownStart, textArg, textOf } from './arg.ts'
import { until } from './file-tables.ts'
import type { Launch } from './launch.ts'
import type { Launching } from './launching.ts'
import { COMPOSE_RUN, DOCKER_EXEC, DOCKER_RUN, KUBECTL } from './option-specs.ts'
import { lastValue, type OptionSpec, optionSpec, readOptions, valuesOf } from './read-options.ts'
import { tableOf, wordsOf } from './table.ts'

const ENGINE_GLOBALS = optionSpec(
  'c: config: context: H: host: l: log-level: tlscacert: tlscert: tlskey: root: url: identity: connection: n: namespace: address:',
)
const EXEC = optionSpec(DOCKER_EXEC)
const RUN = optionSpec(DOCKER_RUN)
const COMPOSE = optionSpec('f: file: p: project-name: profile: env-file: project-directory: parallel: progress: ansi: H: host: c: context:')
const COMPOSE_COMMAND = optionSpec(COMPOSE_RUN)
const KUBE = optionSpec(KUBECTL)
const KUBE_EXEC = optionSpec(`${KUBECTL} c: container: f: filename: pod-running-timeout:`)

const ENGINES = new Set(['docker', 'podman', 'nerdctl', 'finch'])

/** Where a program's command begins: after so many words, or after `--`. `verb`: words that stand first. */
type Remote = {
  readonly verb: readonly string[]
  readonly options: OptionSpec
  /** Words between the verb and the command. null: the command stands after `--`. */
  readonly words: number | null
  /** Options whose value is the command, read by a shell. */
  readonly script: readonly string[]
  /** A shell there reads the words joined. */
  readonly isJoined: boolean
  readonly isHere: boolean
}

/** Names, the words that stand first, options, words before the command (none: it stands after `--`), options whose value is a script, kinds. */
const TABLE = `
lxc incus|exec|cwd: env: mode: user: group: project:|1
lxc-attach||n: name: a: e? s: R? v: set-var: u: uid: g: gid:|0
vagrant|ssh|c: command: p?||-c --command
gcloud|compute ssh|command: zone: project: account: ssh-key-file: ssh-flag: container:||--command|j
wsl||d: distribution: u: user: cd: e exec|0||h
flatpak-spawn||directory: env: forward-fd:|0||h
distrobox|enter|n: name: a:|||h
distrobox-enter||n: name: a:|||h
toolbox|run|c: container: d: distro: r: release:|0||h
multipass|exec|d: working-directory:|1
limactl|shell|workdir: shell:|1||h
lima|||0||h
colima|ssh|p: profile:
minikube|ssh|n: node: p: profile:|0||j
machinectl|shell|uid: E: setenv: M:|1
systemd-nspawn||D: directory: i: image: M: machine: u: user: bind: bind-ro: chdir:|0
devcontainer|exec|workspace-folder: container-id: config: remote-env:|0
adb|shell|s: H: P: t:|0||j
fly|ssh console|C: command: a: app: s:||-C --command
flyctl|ssh console|C: command: a: app:||-C --command
heroku|run|a: app: r: remote: s: size:|0||j
mosh||p: port: ssh: client: server: predict:|1
tsh|ssh|l: login: p: L: proxy: cluster:|1||j
ip|netns exec||1||h`

const REMOTES = tableOf(
  TABLE,
  (verb = '', spec = '', words = '', script, kinds = ''): Remote => ({
    verb: verb === '' ? [] : wordsOf(verb),
    options: optionSpec(spec),
    words: words === '' ? null : Number(words),
    script: wordsOf(script),
    isJoined: kinds.includes('j'),
    isHere: kinds.includes('h'),
  }),
)

export function containerLaunches({ name, args }: Launching): readonly Launch[] {
  if (ENGINES.has(name)) return engineLaunches(name, args)
  if (name === 'docker-compose' || name === 'podman-compose') return composeLaunches(name, args)
  if (name === 'kubectl' || name === 'oc') return kubeLaunches(name, args)
  if (name === 'ansible') return ansibleLaunches(args)
  const remote = REMOTES.get(name)
  return remote === undefined ? [] : remoteLaunches(name, remote, args)
}

function engineLaunches(name: string, args: readonly Arg[]): readonly Launch[] {
  const globals = readOptions(ENGINE_GLOBALS, args, true)
  const isLong = textOf(args[globals.end]) === 'container'
  const rest = args.slice(globals.end + (isLong ? 1 : 0))
  const [verb, ...others] = rest
  const text = textOf(verb)
  if (text === 'compose') return composeLaunches(`${name} compose`, others)
  const isRun = text === 'run' || text === 'create'
  if (text === 'exec') return commandAfter(`${name} exec`, EXEC, others, 1)
  return isRun ? withEntrypoint(`${name} ${text}`, RUN, others) : []
}

function composeLaunches(name: string, args: readonly Arg[]): readonly Launch[] {
  const { end } = readOptions(COMPOSE, args, true)
  const [verb, ...rest] = args.slice(end)
  const text = textOf(verb)
  if (text === 'exec') return commandAfter(`${name} exec`, COMPOSE_COMMAND, rest, 1)
  return text === 'run' ? withEntrypoint(`${name} run`, COMPOSE_COMMAND, rest) : []
}

/** An image's own entry point is not known: what is given counts as the program. */
function withEntrypoint(via: string, spec: OptionSpec, args: readonly Arg[]): readonly Launch[] {
  const options = readOptions(spec, args, true)
  const entry = lastValue(options, '--entrypoint')
  const rest = args.slice(options.end + 1)
  const words = entry === undefined || textOf(entry) === '' ? rest : [entry, ...rest]
  // `-v "$PWD":/w`
  const mounts = valuesOf(options, '-v', '--volume').flatMap(value => {
    const last = value.parts.at(-1)
    const [, there = ''] = /:(\/[^:]*)/.exec(last?.kind === 'text' ? last.text : '') ?? []
    const isNamed = value.parts[0] === last && !/^[./]/.test(knownStart(value))
    return there === '' || isNamed ? [] : [[until(value, ':'), there.replace(/\/$/, '')] as const]
  })
  return remoteCommand(via, words, options.isUncertain).map(one =>
    one.as === 'mark' ? one : { ...one, mounts, start: lastValue(options, '-w', '--workdir') },
  )
}

function commandAfter(via: string, spec: OptionSpec, args: readonly Arg[], words: number): readonly Launch[] {
  const options = readOptions(spec, args, true)
  const rest = args.slice(options.end + words)
  return remoteCommand(via, textOf(rest[0]) === '--' ? rest.slice(1) : rest, options.isUncertain)
}

function remoteCommand(via: string, words: readonly Arg[], isUncertain: boolean): readonly Launch[] {
  const launches: Launch[] = words.length === 0 ? [] : [{ as: 'argv', via, words, isRemote: true }]
  if (isUncertain) launches.push({ as: 'mark', marker: 'dynamic-program' })
  return launches
}

function kubeLaunches(name: string, args: readonly Arg[]): readonly Launch[] {
  const globals = readOptions(KUBE, args, true)
  const [verb, ...rest] = args.slice(globals.end)
  const text = textOf(verb) ?? ''
  if (!['exec', 'rsh', 'run', 'debug'].includes(text)) return []
  const via = `${name} ${text}`
  const end = rest.findIndex(arg => textOf(arg) === '--')
  if (end >= 0) return remoteCommand(via, rest.slice(end + 1), false)
  const isOldForm = text === 'exec' || text === 'rsh'
  return isOldForm ? commandAfter(via, KUBE_EXEC, rest, 1) : []
}

/** `ansible hosts -m shell -a 'text'`; the module when none is given takes a command as well. */
function ansibleLaunches(args: readonly Arg[]): readonly Launch[] {
  const options = readOptions(optionSpec('m: module-name: a: args: i: inventory: u: user: e: extra-vars: l: limit: f: forks:'), args)
  const module = textOf(lastValue(options, '-m', '--module-name')) ?? 'command'
  const isCommand = /(^|\.)(shell|command|raw|script)$/.test(module)
  return isCommand ? valuesOf(options, '-a', '--args').map(value => ({ as: 'script', via: 'ansible', words: [value], isRemote: true })) : []
}

function remoteLaunches(name: string, remote: Remote, args: readonly Arg[]): readonly Launch[] {
  const globals = readOptions(remote.options, args, true)
  const start = remote.verb.length === 0 ? 0 : globals.end
  const isVerb = remote.verb.every((word, index) => textOf(args[start + index]) === word)
  if (!isVerb) return []
  const via = [name, ...remote.verb].join(' ')
  const rest = args.slice(start + remote.verb.length)
  const given = valuesOf(readOptions(remote.options, rest), ...remote.script)
  const isRemote = !remote.isHere
  const scripts = given.map((value): Launch => ({ as: 'script', via, words: [value], isRemote }))
  const words = remote.words === null ? afterDashes(rest) : wordsAfter(remote, rest)
  if (words.length === 0) return scripts
  return [...scripts, { as: remote.isJoined ? 'script' : 'argv', via, words, isRemote }]
}

function afterDashes(args: readonly Arg[]): readonly Arg[] {
  const at = args.findIndex(arg => textOf(arg) === '--')
  return at < 0 ? [] : args.slice(at + 1)
}

function wordsAfter({ options, words }: Remote, args: readonly Arg[]): readonly Arg[] {
  const rest = args.slice(readOptions(options, args, true).end + (words ?? 0))
  return textOf(rest[0]) === '--' ? rest.slice(1) : rest
}

/** `ssh -o ProxyCommand=x`: commands that run here before anything is reached. */
export function sshCommands(name: string, args: readonly Arg[]): readonly Launch[] {
  const spec = optionSpec(
    name === 'ssh'
      ? '-B: -b: -c: -D: -E: -e: -F: -I: -i: -J: -L: -l: -m: -O: -o: -P: -p: -Q: -R: -S: -W: -w:'
      : '-B: -b: -c: -D: -F: -i: -J: -l: -o: -P: -R: -S: -s: -X:',
  )
  const options = readOptions(spec, args, name === 'ssh')
  const commands = valuesOf(options, '-o').flatMap((value): Launch[] => {
    const key = /^\s*(ProxyCommand|LocalCommand|KnownHostsCommand|RemoteCommand|PKCS11Provider)(\s*=\s*|\s+)/i.exec(knownStart(value))
    if (key === null) return []
    const isRemote = key[1]?.toLowerCase() === 'remotecommand'
    return [{ as: 'script', via: `${name} ${key[1]}`, words: [dropStart(value, key[0].length)], isRemote }]
  })
  const program = name === 'ssh' ? undefined : lastValue(options, '-S')
  return program === undefined ? commands : [...commands, { as: 'argv', via: `${name} -S`, words: [program, textArg('')] }]
}

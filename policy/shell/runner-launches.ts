/** Package runners and other programs that run what follows, behind a subcommand or options of their own. */
import { type Arg, knownStart, textOf } from './arg.ts'
import type { Launch } from './launch.ts'
import type { Launching } from './launching.ts'
import { optionSpec, readOptions, valuesOf } from './read-options.ts'

type Runner = {
  /** Words that stand first, each of them one of several. */
  readonly verb: readonly string[]
  readonly spec: string
  /** Words between the verb and the command. */
  readonly words?: number
  /** Options whose value is a script. */
  readonly script?: readonly string[]
  /** The command only ever stands after one of these. */
  readonly after?: readonly string[]
  /** A shell reads the words joined. */
  readonly isJoined?: true
  /** Each word is a script of its own. */
  readonly isEachScript?: true
  /** What is run is a program of the project when there is no word for it. */
  readonly takesAssignments?: true
}

const NPX = 'p: package: c: call: w: workspace: registry: userconfig: cache: loglevel: node-options: n: prefix:'
const UV =
  '--with: --with-editable: --with-requirements: -p: --python: --project: --directory: --extra: --group: --index: --default-index: --index-url: -i: --extra-index-url: -f: --find-links: --package: --env-file: --from: --config-file: --cache-dir: --color: -P: --only-group: --no-group: --refresh-package:'
const one = (...runners: Runner[]): readonly Runner[] => runners
const run = (spec = ''): Runner => ({ verb: ['run'], spec })
const exec = (spec = '', words = 0): Runner => ({ verb: ['exec'], spec, words })

const NPM_GLOBALS = 'prefix: C: dir: filter: F: cwd: registry: w: workspace: loglevel: userconfig: cache:'

const RUNNERS: ReadonlyMap<string, readonly Runner[]> = new Map<string, readonly Runner[]>([
  ['npx', one({ verb: [], spec: NPX, script: ['-c', '--call'] })],
  ['pnpx', one({ verb: [], spec: NPX, script: ['-c', '--shell-mode'] })],
  ['bunx', one({ verb: [], spec: 'p: package:' })],
  ['npm', one({ verb: ['exec|x'], spec: NPX, script: ['-c', '--call'] }, { verb: ['explore'], spec: '', words: 1 })],
  ['pnpm', one({ verb: ['exec|dlx'], spec: `${NPM_GLOBALS} package: allow-build:` })],
  [
    'yarn',
    one(
      { verb: ['exec|dlx'], spec: 'p: package: cwd:' },
      { verb: ['workspaces', 'foreach'], spec: 'include: exclude: from: j:', after: ['--'] },
    ),
  ],
  ['bun', one({ verb: ['x'], spec: 'p: package:' })],
  ['lerna', one({ verb: ['exec'], spec: 'scope: ignore: concurrency:', isJoined: true })],
  ['poetry', one(run('-C: --directory: -P: --project:'))],
  ['pdm', one(run('-p: --project: --venv: --site-packages'))],
  ['rye', one(run())],
  ['perf', one({ verb: ['stat|record|trace'], spec: 'e: o: F: g p: r: x:' })],
  ['rustup', one({ verb: ['run'], spec: '', words: 1 })],
  ['nvm', one(exec('', 1))],
  ['hatch', one(run('-e: --env:'), { verb: ['env', 'run'], spec: 'e: env:' })],
  ['pipenv', one(run('--python: --pypi-mirror:'))],
  ['pixi', one(run('-e: --environment: --manifest-path:'))],
  ['uv', one(run(UV), { verb: ['tool', 'run'], spec: UV })],
  ['uvx', one({ verb: [], spec: UV })],
  ['pipx', one({ verb: ['run'], spec: 'spec: python: pip-args: i: index-url:' })],
  ['conda', one(run('-n: --name: -p: --prefix: --cwd:'))],
  ['mamba', one(run('-n: --name: -p: --prefix: --cwd:'))],
  ['micromamba', one(run('-n: --name: -p: --prefix: --cwd: -a: -r:'))],
  ['bundle', one(exec('--gemfile:'))],
  ['rbenv', one(exec())],
  ['pyenv', one(exec())],
  ['nodenv', one(exec())],
  ['asdf', one(exec())],
  ['mise', one({ verb: ['exec|x'], spec: 'c: command: C: cd: j:', after: ['--'], script: ['-c', '--command'] })],
  ['volta', one(run('--node: --npm: --yarn: --pnpm:'))],
  ['fnm', one({ verb: ['exec'], spec: 'using:' })],
  ['direnv', one(exec('', 1))],
  ['dotenv', one({ verb: [], spec: 'e: v: f: c?' }, { verb: ['run'], spec: 'f: file:' })],
  ['dotenvx', one(run('-f: --env-file: -e: --env:'))],
  ['env-cmd', one({ verb: [], spec: 'f: file: e: environments: r:' })],
  ['op', one(run('--env-file: --account:'))],
  ['doppler', one({ verb: ['run'], spec: 'command: p: project: c: config: t: token:', script: ['--command'] })],
  ['aws-vault', one(exec('-d: --duration: --region: -t:', 1))],
  ['chamber', one({ verb: ['exec'], spec: 'b:', after: ['--'] })],
  ['teller', one(run('-c:'))],
  ['infisical', one({ verb: ['run'], spec: 'command: env: path: projectId:', script: ['--command'] })],
  [
    'nix-shell',
    one({
      verb: [],
      spec: 'run: command: p? I: A: attr: E: expr: arg: argstr:',
      script: ['--run', '--command'],
      after: ['--'],
    }),
  ],
  ['nix', one({ verb: ['develop|shell'], spec: '', after: ['-c', '--command'] })],
  ['guix', one({ verb: ['shell|environment'], spec: 'm: e: f:', after: ['--'] })],
  [
    'cargo',
    one({
      verb: ['watch'],
      spec: 'x: exec: s: shell: w: watch: i: ignore: d: delay:',
      script: ['-s', '--shell'],
      after: ['--'],
    }),
  ],
  [
    'watchexec',
    one({
      verb: [],
      spec: 'w: watch: W: e: exts: f: filter: i: ignore: d: debounce: s: signal: r o: on-busy-update: shell: E: env: workdir: project-origin: stop-signal: stop-timeout: j:',
      isJoined: true,
    }),
  ],
  [
    'nodemon',
    one({
      verb: [],
      spec: 'x: exec: w: watch: e: ext: i: ignore: d: delay: C config: signal:',
      script: ['-x', '--exec'],
      after: ['--'],
    }),
  ],
  [
    'concurrently',
    one({
      verb: [],
      spec: 'n: names: c: prefix-colors: p: prefix: s: success: m: max-processes: l: t: restart-tries: restart-after:',
      isEachScript: true,
    }),
  ],
  [
    'hyperfine',
    one({
      verb: [],
      spec: 'w: warmup: m: min-runs: M: max-runs: r: runs: s: setup: p: prepare: c: cleanup: C: conclude: P? L? D: S: shell: n: command-name: export-json: export-csv: export-markdown: style: u: time-unit: output: input:',
      script: ['-s', '--setup', '-p', '--prepare', '-c', '--cleanup', '-C', '--conclude'],
      isEachScript: true,
    }),
  ],
  ['cross-env', one({ verb: [], spec: '', takesAssignments: true })],
  ['cross-env-shell', one({ verb: [], spec: '', takesAssignments: true, isJoined: true })],
  ['k3s', one({ verb: [], spec: '' })],
  ['microk8s', one({ verb: [], spec: '' })],
  ['xterm', one({ verb: [], spec: '', after: ['-e'] })],
  ['gnome-terminal', one({ verb: [], spec: 'title: t:', after: ['--'] })],
  [
    'start-stop-daemon',
    one({
      verb: [],
      spec: 'x: exec: a: startas: p: pidfile: u: user: c: chuid: n: name: d: chdir: s: signal: R: retry: g: group: k: umask: N: nicelevel:',
      script: ['-x', '--exec', '-a', '--startas'],
    }),
  ],
])

const PYTHON = optionSpec('W: X: c: m:')
/** Modules that are programs of the same name. */
const MODULES = new Set('pip twine pipx poetry flit hatch pdm uv alembic'.split(' '))

/** `python -m pip install x`. */
function moduleLaunches(name: string, args: readonly Arg[]): readonly Launch[] {
  const [first] = readOptions(PYTHON, args, true).values.filter(([option]) => option === '-m' || option === '-c')
  const [option, module] = first ?? []
  if (option !== '-m' || module === undefined || !MODULES.has(textOf(module) ?? '')) return []
  return [{ as: 'argv', via: `${name} -m`, words: args.slice(args.indexOf(module)) }]
}

export function runnerLaunches({ name, args }: Launching): readonly Launch[] {
  if (/^python[\d.]*$/.test(name)) return moduleLaunches(name, args)
  return (RUNNERS.get(name) ?? []).flatMap(runner => launchesOfRunner(name, runner, args))
}

function launchesOfRunner(name: string, runner: Runner, args: readonly Arg[]): readonly Launch[] {
  const spec = optionSpec(runner.spec)
  const start = runner.verb.length === 0 ? 0 : readOptions(optionSpec(`${NPM_GLOBALS} ${runner.spec}`), args, true).end
  const isVerb = runner.verb.every((verb, index) => verb.split('|').includes(textOf(args[start + index]) ?? ''))
  if (!isVerb) return []
  const via = [name, ...args.slice(start, start + runner.verb.length).map(arg => textOf(arg))].join(' ')
  const rest = args.slice(start + runner.verb.length)
  const own = readOptions(spec, rest, true)
  const scripts = valuesOf(readOptions(spec, runner.after !== undefined ? rest : rest.slice(0, own.end)), ...(runner.script ?? [])).map(
    (value): Launch => ({ as: 'script', via, words: [value] }),
  )
  if (runner.isEachScript === true) {
    return [...scripts, ...readOptions(spec, rest).words.map((word): Launch => ({ as: 'script', via, words: [word] }))]
  }
  const words = commandOf(runner, rest, own.end)
  const uncertain: readonly Launch[] = own.isUncertain ? [{ as: 'mark', marker: 'dynamic-program' }] : []
  // With a script given, the words after it are its arguments.
  const isScripted = scripts.length > 0 && runner.script?.includes('-c') === true
  if (words.length === 0 || isScripted) return [...scripts, ...uncertain]
  return [...scripts, ...uncertain, { as: runner.isJoined === true ? 'script' : 'argv', via, words }]
}

function commandOf(runner: Runner, rest: readonly Arg[], end: number): readonly Arg[] {
  if (runner.after !== undefined) {
    const at = rest.findIndex(arg => runner.after?.includes(textOf(arg) ?? '') === true)
    return at < 0 ? [] : rest.slice(at + 1)
  }
  const words = rest.slice(end + (runner.words ?? 0))
  const command = textOf(words[0]) === '--' ? words.slice(1) : words
  if (runner.takesAssignments !== true) return command
  const first = command.findIndex(arg => !/^[A-Za-z_]\w*=/.test(knownStart(arg)))
  return first < 0 ? [] : command.slice(first)
}

/** Package runners and other programs that run what follows, behind a subcommand or options of their own. */
import { type Arg, knownStart, textArg, textOf } from './arg.ts'
import type { Launch } from './launch.ts'
import type { Launching } from './launching.ts'
import { optionSpec, readOptions, valuesOf } from './read-options.ts'

type Runner = {
  /** Words that stand first, each of them one of several. */
  readonly verb: readonly string[]
  readonly spec: string
  /** Words between the verb and the command. */
  readonly words: number
  /** Options whose value is a script. */
  readonly script: readonly string[]
  /** The command only ever stands after one of these, if there are any. */
  readonly after: readonly string[]
  /** A shell reads the words joined. */
  readonly isJoined: boolean
  /** Each word is a script of its own. */
  readonly isEachScript: boolean
  /** `NAME=value` words may stand before the command. */
  readonly takesAssignments: boolean
}

const NPX = 'p: package: c: call: w: workspace: registry: userconfig: cache: loglevel: node-options: n: prefix:'
const UV =
  '--with: --with-editable: --with-requirements: -p: --python: --project: --directory: --extra: --group: --index: --default-index: --index-url: -i: --extra-index-url: -f: --find-links: --package: --env-file: --from: --config-file: --cache-dir: --color: -P: --only-group: --no-group: --refresh-package:'
const NPM_GLOBALS = 'prefix: C: dir: filter: F: cwd: registry: w: workspace: loglevel: userconfig: cache:'

/** Names, the words that stand first (`/` between choices), options; options whose value is a script; what the command stands after; words before it; kinds. */
const TABLE = `
npx||${NPX}|-c --call
pnpx||${NPX}|-c --shell-mode
bunx||p: package:
npm|exec/x|${NPX}|-c --call
npm|explore||||1
pnpm|exec/dlx|${NPM_GLOBALS} package: allow-build:
yarn|exec/dlx/run|p: package: cwd:
yarn|workspaces foreach|include: exclude: from: j:||-- exec
bun|exec|||||j
bun|x|p: package:
lerna|exec|scope: ignore: concurrency:||||j
poetry|run|-C: --directory: -P: --project:
pdm|run|-p: --project: --venv: --site-packages
rye,devbox|run
perf|stat/record/trace|e: o: F: g p: r: x:
rustup|run||||1
nvm,direnv|exec||||1
hatch|run|-e: --env:
hatch|env run|e: env:
pipenv|run|--python: --pypi-mirror:
pixi|run|-e: --environment: --manifest-path:
uv|run|${UV}
uv|tool run|${UV}
uvx||${UV}
pipx|run|spec: python: pip-args: i: index-url:
conda,mamba|run|-n: --name: -p: --prefix: --cwd:
micromamba|run|-n: --name: -p: --prefix: --cwd: -a: -r:
bundle|exec|--gemfile:
rbenv,pyenv,nodenv,asdf|exec
mise|exec/x|c: command: C: cd: j:|-c --command|--
volta|run|--node: --npm: --yarn: --pnpm:
fnm|exec|using:
dotenv,dotenv-cli||e: v: f: c?
dotenv|run|f: file:
dotenvx|run|-f: --env-file: -e: --env:
env-cmd||f: file: e: environments: r:
op|run|--env-file: --account:
doppler|run|command: p: project: c: config: t: token:|--command
aws-vault|exec|-d: --duration: --region: -t:|||1
chamber|exec|b:||--
teller|run|-c:
infisical|run|command: env: path: projectId:|--command
nix-shell||run: command: p? I: A: attr: E: expr: arg: argstr:|--run --command|--
nix|develop/shell|||-c --command
nix|run|||--
guix|shell/environment|m: e: f:||--
cargo|watch|x: exec: s: shell: w: watch: i: ignore: d: delay:|-s --shell|--
watchexec||w: watch: W: e: exts: f: filter: i: ignore: d: debounce: s: signal: r o: on-busy-update: shell: E: env: workdir: project-origin: stop-signal: stop-timeout: j:||||j
nodemon||x: exec: w: watch: e: ext: i: ignore: d: delay: C config: signal:|-x --exec|--
concurrently||n: names: c: prefix-colors: p: prefix: s: success: m: max-processes: l: t: restart-tries: restart-after:||||e
hyperfine||w: warmup: m: min-runs: M: max-runs: r: runs: s: setup: p: prepare: c: cleanup: C: conclude: P? L? D: S: shell: n: command-name: export-json: export-csv: export-markdown: style: u: time-unit: output: input:|-s --setup -p --prepare -c --cleanup -C --conclude|||e
cross-env||||||a
cross-env-shell||||||ja
k3s,microk8s,shx,pkgx
xterm||||-e
gnome-terminal||title: t:||--
start-stop-daemon||x: exec: a: startas: p: pidfile: u: user: c: chuid: n: name: d: chdir: s: signal: R: retry: g: group: k: umask: N: nicelevel:|-x --exec -a --startas
envchain|||||1
apptainer,singularity|exec/run|B: bind: H: home: pwd: env: env-file: o: overlay: w: s:|||1
sops|exec-env/exec-file|user:|||1|j
nx|exec|||--
gdb||||--args
lldb||||--
onchange||||--
chokidar||c: command: d: t: i:|-c --command|--`

const RUNNERS = new Map<string, Runner[]>()
for (const line of TABLE.split('\n')) {
  const [names = '', verb, spec = '', script, after, words, kinds = ''] = line.split('|')
  const runner: Runner = {
    verb: wordsOf(verb),
    spec,
    script: wordsOf(script),
    after: wordsOf(after),
    words: Number(words ?? 0),
    isJoined: kinds.includes('j'),
    isEachScript: kinds.includes('e'),
    takesAssignments: kinds.includes('a'),
  }
  for (const name of names.split(',')) RUNNERS.set(name, [...(RUNNERS.get(name) ?? []), runner])
}

function wordsOf(text = ''): readonly string[] {
  return text === '' ? [] : text.split(' ')
}

const PYTHON = optionSpec('W: X: c: m:')
/** Modules that are programs of the same name. */
const MODULES = new Set('pip twine pipx poetry flit hatch pdm uv alembic awscli timeit'.split(' '))

/** `python -m pip install x`; what `timeit` times is code. */
function moduleLaunches(name: string, args: readonly Arg[]): readonly Launch[] {
  const [first] = readOptions(PYTHON, args, true).values.filter(([option]) => option === '-m' || option === '-c')
  const [option, module] = first ?? []
  if (option !== '-m' || module === undefined || !MODULES.has(textOf(module) ?? '')) return []
  const plain = textOf(module)
  const rest = args.slice(args.indexOf(module) + 1)
  const programs =
    plain === 'timeit' ? rest.map(code => [textArg(name), textArg('-c'), code]) : [[plain === 'awscli' ? textArg('aws') : module, ...rest]]
  return programs.map(words => ({ as: 'argv', via: `${name} -m`, words }))
}

export function runnerLaunches({ name, args }: Launching): readonly Launch[] {
  if (/^python[\d.]*$/.test(name)) return moduleLaunches(name, args)
  return (RUNNERS.get(name) ?? []).flatMap(runner => launchesOfRunner(name, runner, args))
}

function launchesOfRunner(name: string, runner: Runner, args: readonly Arg[]): readonly Launch[] {
  const spec = optionSpec(runner.spec)
  const start = runner.verb.length === 0 ? 0 : readOptions(optionSpec(`${NPM_GLOBALS} ${runner.spec}`), args, true).end
  const isVerb = runner.verb.every((verb, index) => verb.split('/').includes(textOf(args[start + index]) ?? ''))
  if (!isVerb) return []
  const via = [name, ...args.slice(start, start + runner.verb.length).map(arg => textOf(arg))].join(' ')
  const rest = args.slice(start + runner.verb.length)
  const own = readOptions(spec, rest, true)
  const scripts = valuesOf(readOptions(spec, runner.after.length > 0 ? rest : rest.slice(0, own.end)), ...runner.script).map(
    (value): Launch => ({ as: 'script', via, words: [value] }),
  )
  if (runner.isEachScript) {
    return [...scripts, ...readOptions(spec, rest).words.map((word): Launch => ({ as: 'script', via, words: [word] }))]
  }
  const words = commandOf(runner, rest, own.end)
  const uncertain: readonly Launch[] = own.isUncertain ? [{ as: 'mark', marker: 'dynamic-program' }] : []
  // With a script given, the words after it are its arguments.
  const isScripted = scripts.length > 0 && runner.script.includes('-c')
  if (words.length === 0 || isScripted) return [...scripts, ...uncertain]
  return [...scripts, ...uncertain, { as: runner.isJoined ? 'script' : 'argv', via, words }]
}

function commandOf(runner: Runner, rest: readonly Arg[], end: number): readonly Arg[] {
  if (runner.after.length > 0) {
    const at = rest.findIndex(arg => runner.after.includes(textOf(arg) ?? ''))
    // `nix run nixpkgs#x -- a`: the program goes by its package.
    const [, named] = /#([\w-]+)$/.exec(textOf(rest[at < 0 ? rest.length - 1 : at - 1]) ?? '') ?? []
    const words = at < 0 ? [] : rest.slice(at + 1)
    return named !== undefined && runner.verb[0] === 'run' ? [textArg(named), ...words] : words
  }
  const words = rest.slice(end + runner.words)
  const command = textOf(words[0]) === '--' ? words.slice(1) : words
  if (!runner.takesAssignments) return command
  const first = command.findIndex(arg => !/^[A-Za-z_]\w*=/.test(knownStart(arg)))
  return first < 0 ? [] : command.slice(first)
}

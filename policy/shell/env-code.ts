/** Variables that make programs run code: what a program with such an environment starts. */
import { ANY_ARGS, type Arg, dropStart, knownStart, textOf } from './arg.ts'
import type { Variable } from './context.ts'
import type { MarkerKind, Run } from './effects.ts'
import type { Launch } from './launch.ts'

type Program = Pick<Run, 'name' | 'words' | 'flags' | 'globals'>

/** `script`: a shell reads the value; `program`: the value is one program's path; `expansion`: the value is expanded; else, a marker when it fits. */
type Use = {
  readonly as: 'script' | 'program' | 'expansion' | 'mark'
  readonly isUsedBy: (program: Program) => boolean
  readonly marker?: MarkerKind
  /** Only values that fit run anything. */
  readonly value?: RegExp
}

const names = (text: string): ((program: Program) => boolean) => {
  const known = new Set(text.split(' '))
  return ({ name }) => name !== undefined && known.has(name)
}

/** A subcommand nobody knows may be an alias of any. */
const git = (text: string): ((program: Program) => boolean) => {
  const known = new Set(text.split(' '))
  return ({ name, words: [subcommand] }) => {
    if (name !== 'git' || subcommand === undefined) return false
    const [piece] = subcommand.pieces
    const isWhole = subcommand.pieces.length === 1 && piece?.kind === 'text'
    return !isWhole || known.has(piece.text) || !GIT_COMMANDS.has(piece.text)
  }
}

const GIT_COMMANDS = new Set(
  'add am apply archive bisect blame branch bundle cat-file check-ignore checkout cherry cherry-pick clean clone commit config describe diff difftool fetch for-each-ref format-patch fsck gc grep help init lfs log ls-files ls-remote ls-tree maintenance merge merge-base mergetool mv notes prune pull push range-diff rebase reflog remote repack reset restore rev-list rev-parse revert rm send-email shortlog show show-ref sparse-checkout stash status submodule switch symbolic-ref tag update-index update-ref var verify-commit version whatchanged worktree'.split(
    ' ',
  ),
)

const isGit = names('git')
const GIT_REMOTE = git('fetch pull push clone ls-remote remote submodule archive lfs fetch-pack send-pack')
const GIT_EDIT = git('commit rebase tag merge notes config branch revert cherry-pick am add pull send-email bisect')
const OTHER_EDIT = names('crontab sudoedit visudo vipw kubectl oc systemctl gh hg svn fc jj chezmoi')
const edits = (program: Program): boolean =>
  GIT_EDIT(program) || OTHER_EDIT(program) || (program.name === 'sudo' && program.flags.includes('-e'))
const pages = names('git man psql mysql mariadb systemctl journalctl aws gh bat batcat hg delta jj')
const isNode = names('node npm npx pnpm yarn tsx ts-node vite vitest jest next bun corepack eslint tsc')
const isShellRun = names('bash sh dash ksh zsh set')

const script = (isUsedBy: Use['isUsedBy'], value?: RegExp): Use => ({ as: 'script', isUsedBy, ...(value === undefined ? {} : { value }) })
const program = (isUsedBy: Use['isUsedBy']): Use => ({ as: 'program', isUsedBy })
const mark = (isUsedBy: Use['isUsedBy'], marker: MarkerKind, value?: RegExp): Use => ({
  as: 'mark',
  isUsedBy,
  marker,
  ...(value === undefined ? {} : { value }),
})

const NOT_EMPTY = /./s

const USES: ReadonlyMap<string, readonly Use[]> = new Map<string, readonly Use[]>([
  ['GIT_SSH_COMMAND', [script(GIT_REMOTE)]],
  ['GIT_SSH', [program(GIT_REMOTE)]],
  ['GIT_PROXY_COMMAND', [program(GIT_REMOTE)]],
  ['GIT_ASKPASS', [program(GIT_REMOTE)]],
  ['SSH_ASKPASS', [program(names('ssh ssh-add git scp sftp'))]],
  ['SUDO_ASKPASS', [program(names('sudo'))]],
  ['GIT_EDITOR', [script(GIT_EDIT)]],
  ['GIT_SEQUENCE_EDITOR', [script(git('rebase pull'))]],
  ['EDITOR', [script(edits)]],
  ['VISUAL', [script(edits)]],
  ['KUBE_EDITOR', [script(names('kubectl oc'))]],
  ['SUDO_EDITOR', [script(edits)]],
  ['SYSTEMD_EDITOR', [script(names('systemctl'))]],
  ['GH_EDITOR', [script(names('gh'))]],
  ['FCEDIT', [script(names('fc'))]],
  ['PAGER', [script(pages)]],
  ['GIT_PAGER', [script(isGit)]],
  ['MANPAGER', [script(names('man'))]],
  ['SYSTEMD_PAGER', [script(names('systemctl journalctl'))]],
  ['AWS_PAGER', [script(names('aws'))]],
  ['GH_PAGER', [script(names('gh'))]],
  ['BAT_PAGER', [script(names('bat batcat'))]],
  ['DELTA_PAGER', [script(names('delta git'))]],
  ['PSQL_PAGER', [script(names('psql'))]],
  ['BROWSER', [script(names('gh git xdg-open python python3 npm'))]],
  ['GH_BROWSER', [script(names('gh'))]],
  ['GIT_EXTERNAL_DIFF', [script(git('diff show log whatchanged stash'))]],
  ['GIT_EXEC_PATH', [mark(isGit, 'unknown-wrapper', NOT_EMPTY)]],
  ['GIT_CONFIG_PARAMETERS', [mark(isGit, 'unknown-wrapper', NOT_EMPTY)]],
  ['GIT_TEMPLATE_DIR', [mark(git('init clone'), 'script-file', NOT_EMPTY)]],
  ['BASH_ENV', [{ as: 'expansion', isUsedBy: names('bash sh') }, mark(names('bash sh'), 'sourced-file', /^(?!\/dev\/null$)./s)]],
  ['ENV', [{ as: 'expansion', isUsedBy: names('sh dash ksh ash mksh') }]],
  ['PROMPT_COMMAND', [script(names('bash'))]],
  ['PS4', [{ as: 'expansion', isUsedBy: isShellRun }]],
  ['PS1', [{ as: 'expansion', isUsedBy: names('bash sh') }]],
  ['LESSOPEN', [script(names('less zless man git'), /^-?\|/)]],
  ['LESSCLOSE', [script(names('less zless man git'))]],
  ['RUBYOPT', [mark(names('ruby irb rake rails bundle gem rspec'), 'interpreter-code', /(^|\s)-?[rIe]/)]],
  ['PERL5OPT', [mark(names('perl prove cpan cpanm'), 'interpreter-code', /(^|\s)-?[MmdI]/)]],
  ['PERL5DB', [mark(names('perl'), 'interpreter-code', NOT_EMPTY)]],
  ['PYTHONSTARTUP', [mark(startsPrompt, 'script-file', NOT_EMPTY)]],
  ['PYTHONBREAKPOINT', [mark(names('python python3 pytest'), 'interpreter-code', /\./)]],
  ['NODE_OPTIONS', [mark(isNode, 'interpreter-code', /(^|\s|")(-r|--require|--import|--loader|--experimental-loader|-e|--eval)/)]],
  ['JAVA_TOOL_OPTIONS', [mark(names('java javac mvn gradle gradlew ant sbt'), 'interpreter-code', /-java(agent)|-agent(lib|path)|-XX:On/)]],
  ['LD_PRELOAD', [mark(() => true, 'unknown-wrapper', NOT_EMPTY)]],
  ['LD_AUDIT', [mark(() => true, 'unknown-wrapper', NOT_EMPTY)]],
  ['DYLD_INSERT_LIBRARIES', [mark(() => true, 'unknown-wrapper', NOT_EMPTY)]],
  ['RSYNC_RSH', [script(names('rsync'))]],
  ['CVS_RSH', [program(names('cvs'))]],
  ['SVN_SSH', [script(names('svn'))]],
  ['HGEDITOR', [script(names('hg'))]],
  ['TAR_OPTIONS', [mark(names('tar gtar bsdtar'), 'unknown-wrapper', /exec|command|-I|compress-program|-F|script/)]],
  ['MAKEFLAGS', [mark(names('make gmake'), 'interpreter-code', /eval|-f/)]],
  ['RUSTC_WRAPPER', [program(names('cargo'))]],
  ['RUSTC_WORKSPACE_WRAPPER', [program(names('cargo'))]],
  ['RUSTC', [program(names('cargo'))]],
  ['GOFLAGS', [mark(names('go'), 'unknown-wrapper', /toolexec|-exec/)]],
  ['npm_config_script_shell', [program(names('npm npx pnpm'))]],
  ['npm_config_git', [program(names('npm npx pnpm'))]],
])

function startsPrompt({ name, words, flags }: Program): boolean {
  const isPython = name !== undefined && /^python[\d.]*$/.test(name)
  return isPython && (flags.includes('-i') || (words.length === 0 && !flags.includes('-c')))
}

export function isCodeVariable(name: string): boolean {
  return USES.has(name)
}

/** What the program starts because of its environment; nothing for variables it does not look at. */
export function environmentLaunches(run: Program, env: readonly Variable[]): readonly Launch[] {
  return env.flatMap(({ name, value }) => (USES.get(name) ?? []).flatMap(use => (use.isUsedBy(run) ? launchOf(run, name, use, value) : [])))
}

function launchOf(run: Program, variable: string, use: Use, value: Variable['value']): Launch[] {
  const arg: Arg = value === null ? { ...ANY_ARGS, isMany: false } : { parts: value, isMany: false, source: '' }
  const text = textOf(arg)
  const isIdle = text === '' || (text !== undefined && use.value !== undefined && !use.value.test(text))
  if (isIdle) return []
  const via = `${run.name} ${variable}`
  if (use.as === 'mark') return [{ as: 'mark', marker: use.marker ?? 'unknown-wrapper' }]
  if (use.as === 'program') return [{ as: 'argv', via, words: [arg, ANY_ARGS] }]
  const piped = /^-?\|{1,2}-?/.exec(knownStart(arg))?.[0].length ?? 0
  return [{ as: use.as, via, words: [dropStart(arg, piped)] }]
}

/** Programs that start another through one of their options. */
import { ANY_ARGS, type Arg, dropStart, knownStart, textOf, UNKNOWN } from './arg.ts'
import { sshCommands } from './container-launches.ts'
import { withFile } from './find.ts'
import { type Launch, UNKNOWN_COMMAND } from './launch.ts'
import type { Launching } from './launching.ts'
import { listedLine } from './listed.ts'
import { RG, RSYNC, SORT, TAR } from './option-specs.ts'
import { optionSpec, readOptions, valuesOf } from './read-options.ts'
import { tableOf, wordsOf } from './table.ts'

/** Names, options, options whose value a shell reads, options whose value is one program. */
const TABLE = `
tar gtar bsdtar|${TAR}|--to-command -I --use-compress-program -F --info-script --new-volume-script --rsh-command --rmt-command
rsync|${RSYNC}|-e --rsh
man|P: pager: H: html: C: M: S: s: p: r: R: L: e: m:|-P --pager -H --html
rg|${RG}||--pre --hostname-bin
sort|${SORT}||--compress-program
split|~ a: suffix-length: b: bytes: C: line-bytes: l: lines: n: number: t: separator: filter: additional-suffix:|--filter
zip|unzip-command: b: n: i: x: s: t: O:|--unzip-command
wget|use-askpass: O: o: a: P: e: U: i:||--use-askpass
nc|e: c: i: o: p: q: s: w: X: x: g: G:|-e -c
ncat|e: exec: c: sh-exec: lua-exec: i: o: p: s: w: x: g: G: d:|-e --exec -c --sh-exec
netcat|e: c: i: o: p: q: s: w: X: x:|-e -c
fzf|preview: bind: q: query: d: delimiter: n: nth: with-nth: height: prompt: header: f: filter:|--preview
tcpdump|z: w: r: i: c: C: G: s: F: Z:|-z
aria2c|on-download-complete: on-download-start: on-download-error: on-download-stop: d: o: i: x: s:||--on-download-complete --on-download-start --on-download-error --on-download-stop
install|strip-program: m: o: g: t: S:||--strip-program
go|- -exec: -toolexec: --exec: --toolexec: -o: -run: -tags: -ldflags: -C:|-exec --exec -toolexec --toolexec
logrotate|s: l: m: mail:||-m --mail`

const HELPERS = tableOf(TABLE, (spec = '', script, program) => ({ spec, script: wordsOf(script), program: wordsOf(program) }))

export function optionLaunches(program: Launching): readonly Launch[] {
  const { name, args } = program
  const special = SPECIAL.get(name)?.(program) ?? []
  const helper = HELPERS.get(name)
  if (helper === undefined) return special
  const options = readOptions(optionSpec(helper.spec), args)
  return [
    ...special,
    ...options.values.flatMap(([option, value]): Launch[] => {
      const via = `${name} ${option}`
      if (helper.script.includes(option)) return [{ as: 'script', via, words: [value] }]
      return helper.program.includes(option) ? [{ as: 'argv', via, words: [value, ANY_ARGS] }] : []
    }),
  ]
}

type Special = (program: Launching) => readonly Launch[]

const script = (via: string, word: Arg): Launch => ({ as: 'script', via, words: [word] })

/** `--checkpoint-action=exec=x`; the old form has the options without a dash in front (`tar cIf 'x' a`). */
const tar: Special = ({ name, args }) => {
  const actions = valuesOf(readOptions(optionSpec(TAR), args), '--checkpoint-action')
  const commands = actions.flatMap(value =>
    knownStart(value).startsWith('exec=') ? [script(`${name} --checkpoint-action`, dropStart(value, 5))] : [],
  )
  const isDashless = /^[A-Za-z]*[IF][A-Za-z]*$/.test(textOf(args[0]) ?? '')
  return isDashless ? [...commands, UNKNOWN_COMMAND] : commands
}

/** `-c ':!x'`, `+'!x'`: what follows a `!` is a shell's. Commands that run other languages are code. */
const editor: Special = ({ name, args }) => {
  const options = readOptions(optionSpec('c: cmd: S: u: U: i: w: W: T: t:'), args)
  const commands = [
    ...valuesOf(options, '-c', '--cmd'),
    ...options.words.filter(word => knownStart(word).startsWith('+')).map(word => dropStart(word, 1)),
  ]
  const sourced: readonly Launch[] = options.flags.has('-S') ? [{ as: 'mark', marker: 'script-file' }] : []
  return [...sourced, ...commands.flatMap(command => exCommand(name, command))]
}

const EX_CODE =
  /(^|[^\w])(sy(stem|stemlist)?\(|system\(|job_start|term_start|terminal|py(thon)?[3x]?\b|pyx|lua\b|luaeval|perl\b|ruby\b|tcl\b|call\b|exe(cute)?\b|so(urce)?\b|libcall)/

function exCommand(name: string, command: Arg): readonly Launch[] {
  const text = textOf(command)
  if (text === undefined) return [{ as: 'mark', marker: 'interpreter-code' }]
  const at = text.search(/(^|[:|%\s\d,$.]|r |w )!/)
  const bang = at < 0 ? -1 : text.indexOf('!', at)
  const isForced = bang > 0 && /[a-z]/i.test(text[bang - 1] ?? '')
  if (bang >= 0 && !isForced) return [script(`${name} !`, dropStart(command, bang + 1))]
  return EX_CODE.test(text) ? [{ as: 'mark', marker: 'interpreter-code' }] : []
}

/** Line editors read commands: `!x`, `r !x`, `w !x`. */
const lineEditor: Special = ({ name, stdin }) => {
  if (stdin.kind === 'none') return []
  const text = stdin.kind === 'text' ? stdin.text : stdin.around
  if (text === undefined) return [{ as: 'mark', marker: 'stdin-script' }]
  const commands = [...text.matchAll(/^[\d,$%.;]*[ \t]*(?:[erw][ \t]*)?!(.*)$/gm)].map(match => match[1] ?? '')
  const launches: Launch[] = commands.map(command =>
    script(`${name} !`, { parts: [{ kind: 'text', text: command }], isMany: false, source: command }),
  )
  return stdin.kind === 'unknown' ? [...launches, { as: 'mark', marker: 'stdin-script' }] : launches
}

/** Clients whose input may leave for a shell: `\! x`, `.shell x`, `system x`. */
const DATABASE_ESCAPE = /(?:\\![ \t]*|(?<![\w.])\.(?:shell|system)[ \t]|(?<!\w)system[ \t])([^\n]*)/g

const database: Special = ({ name, args, stdin }) => {
  const input = stdin.kind === 'text' ? [{ parts: [{ kind: 'text' as const, text: stdin.text }], isMany: false, source: '' }] : []
  return [...args, ...input].flatMap(arg => {
    const text = textOf(arg) ?? ''
    const isMention = !/\\!|^[ \t]*(\.shell|\.system|system)[ \t]/m.test(text)
    if (isMention) return []
    return [...text.matchAll(DATABASE_ESCAPE)].map(match => {
      const command = match[1] ?? ''
      return script(`${name} !`, { parts: [{ kind: 'text', text: command }], isMany: false, source: command })
    })
  })
}

/** `EXEC:x`, `SYSTEM:x` as an address. */
const socat: Special = ({ name, args }) =>
  args.flatMap(arg => {
    const start = knownStart(arg)
    const found = /^(exec|system|shell):/i.exec(start)
    return found === null ? [] : [script(`${name} ${found[1]}`, withoutAfter(dropStart(arg, found[0].length)))]
  })

/** Options of the address stand behind a comma. */
function withoutAfter(arg: Arg): Arg {
  const text = textOf(arg)
  if (text === undefined) return arg
  const command = text.split(/,(?:pty|stderr|setsid|sigint|sane|ctty|fork|nofork|pipes|chroot|su)/)[0] ?? text
  return { parts: [{ kind: 'text', text: command }], isMany: false, source: arg.source }
}

/** `make SHELL=x` has each line run by it; `--eval` and a makefile on the standard input are code. */
const make: Special = ({ name, args, stdin }) => {
  const options = readOptions(optionSpec('C: directory: f: file: makefile: I: include-dir: j? l? o: W: eval: E:'), args)
  const shells = options.words.filter(word => /^(SHELL|MAKESHELL):*=/.test(knownStart(word)))
  const isInput = valuesOf(options, '-f', '--file', '--makefile').some(value => /^(-|\/dev\/(stdin|fd\/\d+))$/.test(textOf(value) ?? '-'))
  const evaluated = valuesOf(options, '--eval', '-E')
  const isCode = (isInput && stdin.kind !== 'none') || evaluated.length > 0
  return [
    ...shells.map((word): Launch => script(`${name} SHELL`, dropStart(word, knownStart(word).indexOf('=') + 1))),
    ...evaluated.flatMap(shellCalls),
    ...(isCode ? [{ as: 'mark', marker: 'interpreter-code' } as const] : []),
  ]
}

function shellCalls(arg: Arg): readonly Launch[] {
  const text = textOf(arg) ?? ''
  return [...text.matchAll(/\$[({]shell\s+([^)}]*)[)}]/g)].map(match => {
    const command = match[1] ?? ''
    return { ...script('make --eval', { parts: [{ kind: 'text', text: command }], isMany: false, source: command }), isInCode: true }
  })
}

const gdb: Special = ({ args }) => {
  const options = readOptions(optionSpec('- -ex: -iex: --eval-command: -eval-command: -x: -p: -c:'), args)
  return valuesOf(options, '-ex', '-iex', '--eval-command', '-eval-command').flatMap((value): Launch[] => {
    const found = /^\s*(?:shell|!|make|pipe)\s*/.exec(knownStart(value))
    if (found !== null) return [script('gdb shell', dropStart(value, found[0].length))]
    return /python|guile/.test(knownStart(value)) ? [{ as: 'mark', marker: 'interpreter-code' }] : []
  })
}

/** `-o APT::Update::Pre-Invoke::=x`. */
const apt: Special = ({ name, args }) =>
  valuesOf(readOptions(optionSpec('o: option: c: config-file: t: target-release:'), args), '-o', '--option').flatMap(value => {
    const start = knownStart(value)
    const isHook = /(-invoke|-install-pkgs|proxy-auto-detect)[^=]*=/i.test(start)
    return isHook ? [script(`${name} -o`, dropStart(value, start.indexOf('=') + 1))] : []
  })

/** `fd -x cmd ;`: what follows runs for each file found. */
const fd: Special = ({ name, args }) => {
  const at = args.findIndex(arg => /^(-[a-zA-Z]*[xX]|--exec(-batch)?)$/.test(textOf(arg) ?? ''))
  if (at < 0) return []
  const rest = args.slice(at + 1)
  const end = rest.findIndex(arg => textOf(arg) === ';')
  const file = listedLine(name, args) ?? [UNKNOWN]
  const command = (end < 0 ? rest : rest.slice(0, end)).map(arg => withFile(arg, '{}', file))
  const isPlaced = command.some((arg, index) => arg !== rest[index])
  const words = isPlaced ? command : [...command, { ...ANY_ARGS, parts: file }]
  return command.length === 0 ? [] : [{ as: 'argv', via: `${name} ${textOf(args[at])}`, words }]
}

/** `-TT` is no letter twice. */
const zip: Special = ({ name, args }) =>
  args.flatMap((arg, at) => (textOf(arg) === '-TT' && args[at + 1] !== undefined ? [script(`${name} -TT`, args[at + 1] as Arg)] : []))

const emacs: Special = ({ args }) =>
  args.some(arg => /^--?e[vx]/.test(knownStart(arg))) ? [{ as: 'mark', marker: 'interpreter-code' }] : []

const ssh: Special = ({ name, args }) => sshCommands(name, args)

const each = (names: string, special: Special) => names.split(' ').map(name => [name, special] as const)

const SPECIAL: ReadonlyMap<string, Special> = new Map([
  ...each('tar gtar bsdtar', tar),
  ...each('vim vi nvim view gvim vimdiff rvim ex', editor),
  ...each('fd fdfind', fd),
  ...each('ed red', lineEditor),
  ...each('mysql mariadb psql sqlite3 duckdb', database),
  ...each('socat', socat),
  ...each('zip', zip),
  ...each('emacs', emacs),
  ...each('make gmake', make),
  ...each('gdb', gdb),
  ...each('apt apt-get aptitude', apt),
  ...each('ssh scp sftp', ssh),
])

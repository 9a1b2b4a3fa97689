/** Builtins of the shell that change what follows on the line, or run text of their own. */
import { ANY_ARGS, type Arg, dropStart, knownStart, scriptTextOf, textOf } from './arg.ts'
import type { Context, Frame } from './context.ts'
import type { Span } from './effects.ts'
import { movedTo, pathOf } from './paths.ts'
import { evaluateText } from './walk.ts'

type Placed = Frame & { readonly at: Span }
type Builtin = (args: readonly Arg[], frame: Placed, ctx: Context) => void

const DECLARES = new Set(['declare', 'typeset', 'local', 'readonly', 'export'])
const NAME = /^[A-Za-z_]\w*/
/** Builtins that evaluate an index in the names they are given: a substitution in it would run. */
const EVALUATES_INDEX = new Set(
  'let declare typeset local export readonly printf read unset test [ getopts mapfile readarray wait'.split(' '),
)
const INDEXED_CODE = /\[.*(\$\(|`|\$\{)/s

/** Applies what the builtin of that name does. Names that are none do nothing. */
export function runBuiltin(name: string | undefined, args: readonly Arg[], frame: Placed, ctx: Context): void {
  if (name === undefined) return
  const isEvaluatingText =
    EVALUATES_INDEX.has(name) && args.some(arg => INDEXED_CODE.test(textOf(arg) ?? '') && NAME.test(textOf(arg) ?? ''))
  if (isEvaluatingText) ctx.mark('dynamic-script', frame.at)
  if (DECLARES.has(name)) declare(name, args, frame, ctx)
  else BUILTINS.get(name)?.(args, frame, ctx)
}

/** Text run in this shell. What is not known of it may do anything. */
function runText(words: readonly Arg[], via: string, frame: Placed, ctx: Context): void {
  const isKnown = words.every(word => textOf(word) !== undefined)
  evaluateText(scriptTextOf(words), { ...frame, via: [...frame.via, via], depth: frame.depth + 1 }, ctx)
  if (isKnown) return
  ctx.mark('dynamic-script', frame.at)
  frame.scope.forget()
}

const cd: Builtin = (args, { scope }) => {
  const operands = args.filter(arg => !/^-[PLe@]+$/.test(textOf(arg) ?? '') && textOf(arg) !== '--')
  const isHome = operands.length === 0
  const path = isHome ? '~' : operands[0] === undefined || operands.length > 1 ? undefined : pathOf(operands[0])
  // CDPATH makes a relative name lead anywhere.
  const isKnown = path !== undefined && path !== '-' && scope.get('CDPATH') === undefined && !(isHome && scope.get('HOME') !== undefined)
  scope.directory = isKnown ? movedTo(scope.directory, path) : null
}

const forgetDirectory: Builtin = (_args, { scope }) => {
  scope.directory = null
}

const pushd: Builtin = (args, frame, ctx) => {
  const swap = args.length === 0 ? forgetDirectory : cd
  swap(args, frame, ctx)
}

const evaluate: Builtin = (args, frame, ctx) => {
  const words = textOf(args[0]) === '--' ? args.slice(1) : args
  if (words.length > 0) runText(words, 'eval', frame, ctx)
}

/**
 * A file that the text names is let by, as `bash file` is: every `source .venv/bin/activate` would ask otherwise. What it sets is unknown from here
 * on. A marker: a file nobody can name, one that is no file (`/dev/stdin`, a substitution), and one that this line has written.
 */
const source: Builtin = (args, frame, ctx) => {
  const [file] = args
  if (file === undefined) return
  const last = file.parts.at(-1)
  const isNamed = last?.kind === 'text' && (file.parts.length === 1 || last.text.includes('/'))
  const isDevice = /^\/+(dev|proc)\//.test(knownStart(file))
  const name = isNamed ? last.text.slice(last.text.lastIndexOf('/') + 1) : ''
  const isWrittenHere = ctx.effects.some(effect => effect.kind === 'write' && effect.path.endsWith(name))
  if (!isNamed || isDevice || isWrittenHere) ctx.mark('sourced-file', frame.at)
  frame.scope.forget()
}

const trap: Builtin = (args, frame, ctx) => {
  const words = textOf(args[0]) === '--' ? args.slice(1) : args
  const text = textOf(words[0])
  const isHandler = words.length > 1 && text !== '-' && text !== '' && !/^-[lp]+$/.test(text ?? '')
  const [handler] = words
  if (isHandler && handler !== undefined) runText([handler], 'trap', { ...frame, scope: frame.scope.child('function') }, ctx)
}

const alias: Builtin = (args, frame, ctx) => {
  for (const arg of args) {
    const start = knownStart(arg)
    const at = start.indexOf('=')
    const isDefinition = at > 0 && !start.startsWith('-')
    if (isDefinition) ctx.aliases.set(start.slice(0, at), textOf(dropStart(arg, at + 1)) ?? null)
    else if (textOf(arg) === undefined) ctx.mark('dynamic-script', frame.at)
  }
}

/** The words name variables; what they become cannot be told. */
const setsNamed: Builtin = (args, { scope }) => {
  for (const arg of args) {
    const name = NAME.exec(knownStart(arg))?.[0]
    if (textOf(arg) === undefined) scope.forget()
    else if (name !== undefined) scope.set(name, null)
  }
}

const printfBuiltin: Builtin = (args, frame, ctx) => {
  const at = args.findIndex(arg => /^-v/.test(knownStart(arg)))
  if (at === 0)
    setsNamed(
      args.slice(0, 2).map(arg => (knownStart(arg) === '-v' ? arg : dropStart(arg, knownStart(arg).startsWith('-v') ? 2 : 0))),
      frame,
      ctx,
    )
}

/** `mapfile -C code`: runs it as it reads. */
const mapfile: Builtin = (args, frame, ctx) => {
  args.forEach((arg, index) => {
    const start = knownStart(arg)
    const code = start === '-C' ? args[index + 1] : start.startsWith('-C') ? dropStart(arg, 2) : undefined
    if (code !== undefined) runText([code, ANY_ARGS], 'mapfile -C', frame, ctx)
  })
  setsNamed(
    args.filter(arg => !knownStart(arg).startsWith('-')),
    frame,
    ctx,
  )
}

/** `hash -p path name` gives a program another name. */
const hash: Builtin = (args, frame, ctx) => {
  const isRenaming = args.some(arg => /^-\w*p/.test(knownStart(arg)))
  if (isRenaming) ctx.mark('dynamic-program', frame.at)
}

function declare(name: string, args: readonly Arg[], frame: Placed, ctx: Context): void {
  const flags = args.map(knownStart).filter(start => /^[-+]/.test(start))
  const isExporting = name === 'export' || (name !== 'readonly' && flags.some(flag => /^-\w*x/.test(flag)))
  const isReference = name !== 'export' && flags.some(flag => /^-\w*n/.test(flag))
  // `-i`, `-u`, `-l`, `-r` change or refuse what is assigned, now and later.
  const isAltering = name === 'readonly' || flags.some(flag => /[iulraAc]/.test(flag))
  if (isReference) {
    ctx.hasReferences = true
    frame.scope.forget()
  }
  for (const arg of args) {
    const start = knownStart(arg)
    const variable = NAME.exec(start)?.[0]
    if (variable === undefined) {
      if (textOf(arg) === undefined) frame.scope.forget()
      continue
    }
    if (isAltering || isReference) ctx.unreliable.add(variable)
    if (isExporting) frame.scope.export(variable)
    const rest = start.slice(variable.length)
    const isPlain = rest.startsWith('=') && !rest.startsWith('=(')
    if (isPlain) setVariable(variable, dropStart(arg, variable.length + 1).parts, frame, ctx)
    else if (rest !== '' || isAltering) frame.scope.set(variable, null)
  }
}

/** Assigns, unless the variable's attributes make the outcome uncertain. */
export function setVariable(name: string, value: Arg['parts'] | null, frame: Frame, ctx: Context): void {
  if (name === 'IFS') ctx.isIfsSet = true
  const holdsCode = value?.some(part => part.kind === 'text' && /\$\(|`|\$\{/.test(part.text)) === true
  if (holdsCode) ctx.holdsCode = true
  const isFollowed = !ctx.hasReferences && !ctx.unreliable.has(name)
  frame.scope.set(name, isFollowed ? value : null)
}

const BUILTINS: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ['cd', cd],
  ['pushd', pushd],
  ['popd', forgetDirectory],
  ['eval', evaluate],
  ['source', source],
  ['.', source],
  ['trap', trap],
  ['alias', alias],
  ['hash', hash],
  ['read', setsNamed],
  ['getopts', setsNamed],
  ['unset', setsNamed],
  ['let', setsNamed],
  ['wait', setsNamed],
  ['printf', printfBuiltin],
  ['mapfile', mapfile],
  ['readarray', mapfile],
])

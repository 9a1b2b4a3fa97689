/** Runs script files: those whose text the line itself wrote now, the others once their texts are read. */
import { type Arg, textArg, textOf } from './arg.ts'
import { setArray, sharedStdin } from './builtins.ts'
import { type Code, codeOf } from './code/interpreters.ts'
import { runCode } from './code/run-code.ts'
import { type Context, NO_STDIN } from './context.ts'
import { inside, type Placed } from './run-launch.ts'
import { POSITIONAL } from './scope.ts'
import { noteScript } from './script-calls.ts'
import { isShell } from './shells.ts'
import { evaluateText } from './walk.ts'
import { writtenText } from './written.ts'

const SHEBANG = /^#!\s*(\S+)(?:\s+(?:-S\s+)?(\S+))?/

/** `bash file a b`, or, without a shell to read it, `./file a b`. */
export function runFile(file: Arg, args: readonly Arg[], shell: string | undefined, frame: Placed, ctx: Context): void {
  const written = writtenText(file, frame, ctx)
  const outer = shell === undefined ? frame : inside(frame, shell, false)
  if (written === undefined) {
    // On a PATH that nobody knows, any name might be one of a file.
    const isNamed = shell !== undefined || textOf(file)?.includes('/') === true
    if (isNamed) noteScript(file, outer, ctx, (text, inner) => runText(text, shell, file, args, inner, ctx))
    return
  }
  if (!written.isWhole) ctx.mark('script-file', frame.at)
  for (const text of written.texts)
    runText(text, shell, file, args, shell === undefined ? inside(frame, textOf(file) ?? file.source, false) : outer, ctx)
}

function runText(text: string, shell: string | undefined, file: Arg, args: readonly Arg[], frame: Placed, ctx: Context): void {
  const program = shell ?? programOf(text)
  if (program !== '' && !isShell(program)) {
    const code = codeOf(program, [file], NO_STDIN)
    if (code === undefined) ctx.mark('interpreter-code', frame.at)
    else runCode({ ...code, text: textArg(text), via: '' }, frame, ctx)
    return
  }
  const scope = frame.scope.child('process')
  scope.setList(POSITIONAL, args)
  scope.set('0', file.parts)
  setArray('BASH_SOURCE', [file], scope, ctx)
  evaluateText(text, { ...frame, scope, stdin: sharedStdin(frame.stdin) }, ctx)
}

/** A program that is called by a path, or found on a PATH that the line changed. */
export function runProgramFile(program: Arg, args: readonly Arg[], frame: Placed, ctx: Context): void {
  const text = textOf(program)
  const isFound = text?.includes('/') !== false || (frame.scope.get('PATH') !== undefined && !isShell(text))
  // Looking through the effects is work.
  if (isFound && ctx.spend(1 + ctx.effects.length / 24)) runFile(program, args, undefined, frame, ctx)
}

/** `python file`: the code in it, as if it had been handed over on the line. */
export function runCodeFile(code: Code, frame: Placed, ctx: Context): void {
  const inner = inside(frame, code.via, false)
  const last = code.text.parts.at(-1)
  const isStream = last?.kind === 'unknown' && last.isStream
  const written = ctx.spend(1 + ctx.effects.length / 64) ? writtenText(code.text, frame, ctx) : undefined
  const run = (text: string, at: Placed): void => runCode({ ...code, text: textArg(text), via: '' }, at, ctx)
  const texts = isStream ? [last.content ?? []].flat() : written?.texts
  // A file that was edited (`sed -i`) is the person's own.
  const isOpen = isStream ? texts?.length === 0 : written?.isFetched
  if (isOpen) ctx.mark('script-file', frame.at)
  if (texts === undefined) noteScript(code.text, inner, ctx, run)
  for (const text of texts ?? []) run(text, inner)
}

/** The program that the first line names; '' for none. */
function programOf(text: string): string {
  const [, program = '', argument = ''] = SHEBANG.exec(text) ?? []
  const name = baseOf(program)
  return name === 'env' ? baseOf(argument) : name
}

const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

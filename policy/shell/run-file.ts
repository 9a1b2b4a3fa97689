/** Runs script files whose text the line itself wrote. Files that it did not write are let by. */
import { type Arg, textOf } from './arg.ts'
import { sharedStdin } from './builtins.ts'
import type { Context } from './context.ts'
import { inside, type Placed } from './run-launch.ts'
import { POSITIONAL } from './scope.ts'
import { isShell } from './shells.ts'
import { evaluateText } from './walk.ts'
import { writtenText } from './written.ts'

const SHEBANG = /^#!\s*(\S+)(?:\s+(?:-S\s+)?(\S+))?/

/** `bash file a b`, or, without a shell to read it, `./file a b`. */
export function runFile(file: Arg, args: readonly Arg[], shell: string | undefined, frame: Placed, ctx: Context): void {
  const written = writtenText(file, frame, ctx)
  if (written === undefined) return
  if (!written.isWhole) ctx.mark('script-file', frame.at)
  for (const text of written.texts) {
    const isShellScript = shell !== undefined || isForShell(text)
    if (!isShellScript) {
      ctx.mark('interpreter-code', frame.at)
      continue
    }
    const inner = inside(frame, shell ?? textOf(file) ?? file.source, false)
    const scope = inner.scope.child('process')
    scope.setList(POSITIONAL, args)
    scope.set('0', file.parts)
    evaluateText(text, { ...inner, scope, stdin: sharedStdin(frame.stdin) }, ctx)
  }
}

/** A program that is called by a path, or found on a PATH that the line changed. */
export function runProgramFile(program: Arg, args: readonly Arg[], frame: Placed, ctx: Context): void {
  const text = textOf(program)
  const isFound = text?.includes('/') !== false || (frame.scope.get('PATH') !== undefined && !isShell(text))
  // Looking through the effects is work.
  if (isFound && ctx.spend(1 + ctx.effects.length / 64)) runFile(program, args, undefined, frame, ctx)
}

function isForShell(text: string): boolean {
  const [, program = '', argument = ''] = SHEBANG.exec(text) ?? []
  const name = program.slice(program.lastIndexOf('/') + 1)
  const shell = name === 'env' ? argument.slice(argument.lastIndexOf('/') + 1) : name
  return shell === '' || isShell(shell)
}

/**
 * Interpreters that are given code on the line or on their standard input: what that code would do.
 *
 * Everything found in code only may happen (`certainty: 'may'`). Where code deletes a tree it is also seen as `rm -rf`, where it fetches an address
 * as `curl`, where it changes a mode as `chmod`: one rule about the program covers both doors. Code that runs text it made itself, or a program
 * it does not name, is an `interpreter-code` marker; code that only computes is nothing at all. What the shell line does not tell is taken for
 * data where it stands in a string, and for code elsewhere.
 */
import { type Arg, dropStart, knownStart, textArg, textOf, UNKNOWN, wordOf } from '../arg.ts'
import type { Context, Stdin } from '../context.ts'
import { NO_STDIN, UNKNOWN_STDIN } from '../context.ts'
import type { Run } from '../effects.ts'
import { interpret } from '../interpret.ts'
import { fileEffect } from '../paths.ts'
import { readAppleScript } from './applescript.ts'
import { readAwk } from './awk.ts'
import { foundIn, type Placed } from './effects-of-code.ts'
import { codeSourceOf, interpreterOf, type Language, moduleCommand } from './interpreters.ts'
import { GAP } from './lex.ts'
import { readCode } from './reader.ts'
import { readSed } from './sed.ts'
import { readTcl } from './tcl.ts'

/** The `code` of a run; nothing for a program that is given none. */
export function codeOf(name: string | undefined, args: readonly Arg[], stdin: Stdin): Pick<Run, 'code'> {
  const interpreter = name === undefined ? undefined : interpreterOf(name)
  if (interpreter === undefined) return {}
  const source = codeSourceOf(interpreter, args)
  if (source.from === 'arguments') return { code: { language: interpreter.language, text: wordOf(joinedArgs(source.code)) } }
  if (source.from !== 'input' || stdin.kind === 'none') return {}
  const text = stdin.kind === 'text' ? textArg(stdin.text) : { parts: [UNKNOWN], isMany: false, source: '' }
  return { code: { language: interpreter.language, text: wordOf(text) } }
}

/** Reads the code an interpreter is given. False: the program is none. */
export function runCode(name: string, args: readonly Arg[], frame: Placed, ctx: Context): boolean {
  const interpreter = interpreterOf(name)
  if (interpreter === undefined) return false
  const source = codeSourceOf(interpreter, args)
  if (source.from === 'module') {
    const command = moduleCommand(source.module, source.args)
    const isKnown = command !== undefined && textOf(command[0]) !== undefined
    if (isKnown) interpret(command, { ...inside(frame, `${name} -m`), stdin: NO_STDIN }, ctx)
    else if (command !== undefined) ctx.mark('interpreter-code', frame.at)
    return true
  }
  const family = source.from === 'arguments' ? familyOf(interpreter.family, args) : interpreter.family
  const label = source.from === 'arguments' && source.flag !== '' ? `${name} ${source.flag}` : name
  if (source.from === 'arguments') {
    read(gappedText(source.code), family, inside(frame, label), ctx)
    for (const code of modulesGiven(family, args)) read(code, family, inside(frame, label), ctx)
    editOperands(family, source.flags, source.operands, frame, ctx)
  } else if (source.from === 'input') readInput(family, inside(frame, name), frame, ctx)
  return true
}

function inside(frame: Placed, wrapper: string): Placed {
  return { ...frame, via: [...frame.via, wrapper], scope: frame.scope.child(), depth: frame.depth + 1 }
}

function joinedArgs(args: readonly Arg[]): Arg {
  return {
    parts: args.flatMap((arg, index) => (index === 0 ? arg.parts : [{ kind: 'text' as const, text: '\n' }, ...arg.parts])),
    isMany: false,
    source: '',
  }
}

function gappedText(args: readonly Arg[]): string {
  return joinedArgs(args)
    .parts.map(part => (part.kind === 'text' || part.kind === 'glob' ? part.text : part.kind === 'place' ? (part.written ?? GAP) : GAP))
    .join('')
}

function readInput(family: Language, inner: Placed, frame: Placed, ctx: Context): void {
  const { stdin } = frame
  const isEmpty = stdin.kind === 'none' && !frame.scope.isInputReplaced
  if (isEmpty) return
  if (stdin.kind === 'text') {
    read(stdin.text, family, inner, ctx)
    return
  }
  const around = stdin.kind === 'unknown' ? stdin.around : undefined
  if (around === undefined) ctx.mark('stdin-script', frame.at)
  else read(around.replaceAll(`\${_}`, GAP), family, inner, ctx)
}

function read(text: string, family: Language, frame: Placed, ctx: Context): void {
  const inner: Placed = { ...frame, stdin: UNKNOWN_STDIN }
  if (text.trim() === GAP || family === 'unread') {
    ctx.mark('interpreter-code', frame.at)
    return
  }
  if (family === 'sed') readSed(text, inner, ctx)
  else if (family === 'awk') readAwk(text, inner, ctx)
  else if (family === 'tcl') readTcl(text, inner, ctx)
  else if (family === 'applescript') readAppleScript(text, inner, ctx)
  else readCode(text, family, foundIn(family, inner, ctx))
}

/** `osascript -l JavaScript`. */
function familyOf(family: Language, args: readonly Arg[]): Language {
  const isJavaScript =
    family === 'applescript' && args.some((arg, index) => /^javascript$/i.test(textOf(arg) ?? '') && textOf(args[index - 1]) === '-l')
  return isJavaScript ? 'js' : family
}

/** Perl reads `-Mmodule` as `use module`, whatever stands there; node imports what `data:` addresses hold. */
function modulesGiven(family: Language, args: readonly Arg[]): string[] {
  if (family === 'perl')
    return args
      .filter(arg => /^-[Mm]./.test(knownStart(arg)) && /[^\w:=,'\s.-]/.test(textOf(arg) ?? ''))
      .map(arg => gappedText([dropStart(arg, 2)]))
  if (family !== 'js') return []
  return args.flatMap(arg => {
    const at = knownStart(arg).indexOf('data:text/javascript,')
    return at < 0 ? [] : [gappedText([dropStart(arg, at + 'data:text/javascript,'.length)])]
  })
}

/** `perl -pi -e`, `ruby -ne`: the operands are files that are read, or changed in place. */
function editOperands(family: Language, flags: ReadonlySet<string>, operands: readonly Arg[], frame: Placed, ctx: Context): void {
  const isLooping = (family === 'perl' || family === 'ruby') && (flags.has('-n') || flags.has('-p'))
  if (!isLooping) return
  for (const file of operands) fileEffect(flags.has('-i') ? 'write' : 'read', file, frame.at, frame, ctx)
}

/** Redirects -> files read and written, and what the command finds on its standard input. */
import type { HereDoc, Redirect, Redirection } from 'unbash'
import { type Arg, isPaths, type Part, scriptTextOf, textOf, textOfParts } from './arg.ts'
import type { Context, Frame, Stdin } from './context.ts'
import { UNKNOWN_STDIN } from './context.ts'
import { expandValue, expandWord } from './expand.ts'
import { fileEffect } from './paths.ts'
import { spanOf } from './span.ts'
import { writtenText } from './written.ts'

/** Emits the file effects of the redirects in order; answers the standard input that they leave. */
export function readRedirects(redirects: readonly Redirection[], frame: Frame, ctx: Context): Stdin {
  let stdin = frame.stdin
  for (const redirect of redirects) {
    const given = redirect.type === 'Redirect' ? readRedirect(redirect, frame, ctx) : textStdin(redirect, frame, ctx)
    if (isForInput(redirect) && given !== undefined) stdin = given
  }
  return stdin
}

/** What a file redirect gives to read; undefined for one that only writes. */
function readRedirect(redirect: Redirect, frame: Frame, ctx: Context): Stdin | undefined {
  if (redirect.target === undefined) return undefined
  const target = targetOf(redirect, frame, ctx)
  if (target === undefined) patternTarget(redirect, frame, ctx)
  else {
    const text = textOf(target)
    const isDuplicate = redirect.operator === '<&' || (redirect.operator === '>&' && text !== undefined && /^(\d+-?|-)$/.test(text))
    if (!isDuplicate) fileEffect(redirect.operator === '<' ? 'read' : 'write', target, spanOf(redirect, frame, ctx), frame, ctx)
  }
  return givenBy(redirect, target, frame, ctx)
}

/** Words that may be several: the shell takes them when they turn out to be one. */
function patternTarget(redirect: Redirect, frame: Frame, ctx: Context): void {
  const [target, ...others] = redirect.target === undefined ? [] : expandWord(redirect.target, frame.scope, ctx)
  const isOther = target === undefined || others.length > 0 || redirect.operator === '<&'
  if (!isOther) fileEffect(redirect.operator === '<' ? 'read' : 'write', target, spanOf(redirect, frame, ctx), frame, ctx)
}

/** The one file it names. */
function targetOf(redirect: Redirect, frame: Frame, ctx: Context): Arg | undefined {
  const targets = redirect.target === undefined ? [] : expandWord(redirect.target, frame.scope, ctx)
  const [target] = targets
  return targets.length === 1 && target?.isMany === false ? target : undefined
}

function givenBy(redirect: Redirect, target: Arg | undefined, frame: Frame, ctx: Context): Stdin | undefined {
  const isInput = redirect.operator === '<' || redirect.operator === '<>' || redirect.operator === '<&'
  if (!isInput) return undefined
  if (target === undefined || redirect.operator !== '<') return UNKNOWN_STDIN
  if (textOf(target) === '/dev/null') return { kind: 'none' }
  return streamOf(target, frame, ctx) ?? UNKNOWN_STDIN
}

/** What there is to read in a file that the line itself filled, or in a process substitution; undefined for every other. */
export function streamOf(file: Arg, frame: Frame, ctx: Context): Stdin | undefined {
  const last = file.parts.at(-1)
  const isStream = file.parts.length === 2 && last?.kind === 'unknown' && last.content !== undefined
  if (isStream) return { kind: 'text', text: last.content }
  if (last?.kind === 'unknown' && last.line !== undefined) return { kind: 'unknown', line: last.line }
  const written = writtenText(file, frame, ctx)
  if (written === undefined) return undefined
  const [only] = written.texts
  const isKnown = written.isWhole && written.texts.length === 1 && only !== undefined
  return isKnown ? { kind: 'text', text: only } : { kind: 'unknown', around: written.texts.join('\n') }
}

/** The standard input that the redirects leave, without effects of any kind. */
export function inputOf(redirects: readonly Redirection[], frame: Frame, ctx: Context): Stdin {
  let stdin = frame.stdin
  for (const redirect of redirects) {
    if (!isForInput(redirect)) continue
    const given =
      redirect.type === 'Redirect' ? givenBy(redirect, targetOf(redirect, frame, ctx), frame, ctx) : textStdin(redirect, frame, ctx)
    if (given !== undefined) stdin = given
  }
  return stdin
}

function isForInput({ descriptor }: Redirection): boolean {
  return descriptor === undefined || (descriptor.type === 'FileDescriptor' && descriptor.value === 0)
}

function textStdin(redirect: Exclude<Redirection, Redirect>, frame: Frame, ctx: Context): Stdin {
  if (redirect.type === 'HereDoc') return bodyStdin(redirect, frame, ctx)
  if (redirect.target === undefined) return UNKNOWN_STDIN
  return stdinOf(expandValue(redirect.target, frame.scope, ctx))
}

function bodyStdin(redirect: HereDoc, frame: Frame, ctx: Context): Stdin {
  const isPlain = redirect.body.parts === undefined
  const isQuoted = redirect.delimiter?.quoted === true
  const given: Stdin = isPlain
    ? {
        kind: 'text',
        text: isQuoted ? redirect.body.text : redirect.body.text.replace(/\\([\\$`]|\n)/g, (_, char) => (char === '\n' ? '' : char)),
      }
    : stdinOf(expandValue(wordOfBody(redirect), frame.scope, ctx))
  return redirect.operator === '<<-' ? withoutTabs(given) : given
}

function withoutTabs(stdin: Stdin): Stdin {
  return stdin.kind === 'text' ? { kind: 'text', text: stdin.text.replace(/^\t+/gm, '') } : stdin
}

/** A heredoc's body, expanded as if it stood between double quotes. */
function wordOfBody(redirect: HereDoc) {
  const { pos, end, text, parts = [] } = redirect.body
  const isChild = (type: string) => type !== 'SingleQuoted' && type !== 'AnsiCQuoted'
  const quoted = { type: 'DoubleQuoted', pos, end, text, parts: parts.filter(part => isChild(part.type)) } as never
  return { type: 'Word', pos, end, text, value: text, parts: [quoted] } as const
}

/** Text with gaps is still a script to look into, and says that it has them. */
function stdinOf(parts: readonly Part[]): Stdin {
  const text = textOfParts(parts)
  if (text !== undefined) return { kind: 'text', text }
  return { kind: 'unknown', around: scriptTextOf([{ parts, isMany: false, source: '' }]), ...(isPaths(parts.at(-1)) && { line: parts }) }
}

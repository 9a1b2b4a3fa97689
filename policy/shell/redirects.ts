/** Redirects -> files read and written, and what the command finds on its standard input. */
import type { HereDoc, Redirect, Redirection } from 'unbash'
import { type Part, scriptTextOf, textOfParts } from './arg.ts'
import type { Context, Frame, Stdin } from './context.ts'
import { UNKNOWN_STDIN } from './context.ts'
import { expandValue, expandWord } from './expand.ts'
import { fileEffect } from './paths.ts'
import { spanOf } from './span.ts'

/** Emits the file effects of the redirects in order; answers the standard input that they leave. */
export function readRedirects(redirects: readonly Redirection[], frame: Frame, ctx: Context): Stdin {
  let stdin = frame.stdin
  for (const redirect of redirects) {
    const isForInput =
      redirect.descriptor === undefined || (redirect.descriptor.type === 'FileDescriptor' && redirect.descriptor.value === 0)
    const given = redirect.type === 'Redirect' ? readRedirect(redirect, frame, ctx) : textStdin(redirect, frame, ctx)
    if (isForInput && given !== undefined) stdin = given
  }
  return stdin
}

/** What a file redirect gives to read; undefined for one that only writes. */
function readRedirect(redirect: Redirect, frame: Frame, ctx: Context): Stdin | undefined {
  if (redirect.target === undefined) return undefined
  const isInput = redirect.operator === '<' || redirect.operator === '<>' || redirect.operator === '<&'
  const targets = expandWord(redirect.target, frame.scope, ctx)
  const target = targets[0]
  const isOne = targets.length === 1 && target !== undefined && !target.isMany
  if (!isOne) return isInput ? UNKNOWN_STDIN : undefined
  const text = textOfParts(target.parts)
  const isDuplicate = redirect.operator === '<&' || (redirect.operator === '>&' && text !== undefined && /^(\d+-?|-)$/.test(text))
  if (!isDuplicate) fileEffect(redirect.operator === '<' ? 'read' : 'write', target, spanOf(redirect, frame, ctx), frame, ctx)
  if (!isInput) return undefined
  return text === '/dev/null' && redirect.operator === '<' ? { kind: 'none' } : UNKNOWN_STDIN
}

/** The last heredoc or here-string among the redirects, without effects of any kind; the frame's own input when there is none. */
export function textStdinOf(redirects: readonly Redirection[], frame: Frame, ctx: Context): Stdin {
  let stdin = frame.stdin
  for (const redirect of redirects) if (redirect.type !== 'Redirect') stdin = textStdin(redirect, frame, ctx)
  return stdin
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
  return { kind: 'unknown', around: scriptTextOf([{ parts, isMany: false, source: '' }]) }
}

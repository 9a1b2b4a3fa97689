/** Whether a permission rule would refuse what a case does: a model of the engine's reading, wide where in doubt. */
import { CASE_HOME, CASE_PROJECT } from '../../../policy/check/case.ts'
import { runText } from '../../../policy/decide/matched-part.ts'
import type { Facts } from '../../../policy/facts/facts.ts'
import type { Candidate } from './rule-mirror.ts'
import type { Head } from './run-mirror.ts'

const escaped = (text: string): string => text.replace(/[.+^$()|\\{}]/g, '\\$&')

/** A .gitignore-like pattern without negation as an expression over absolute paths; what lies beneath a match is matched, letters in either case. */
export function patternExpression(pattern: string): RegExp {
  const [base, rest] = pattern.startsWith('//')
    ? ['', pattern.slice(2)]
    : pattern.startsWith('~/')
      ? [CASE_HOME, pattern.slice(2)]
      : [CASE_PROJECT, pattern.replace(/^\.\/+/, '')]
  const segments = rest
    .split('/')
    .map(segment => (segment === '**' ? '**' : escaped(segment).replaceAll('*', '[^/]*').replaceAll('?', '[^/]')))
  const body = segments.map(segment => (segment === '**' ? '(?:/[^/]+)*' : `/${segment}`)).join('')
  return new RegExp(`^${escaped(base)}${body}(?:/.*)?$`, 'i')
}

/** A Read rule also refuses writing; an Edit rule lets reading through. Commands that touch the file count like file tools. */
function coversPath(candidate: Extract<Candidate, { readonly kind: 'path' }>, facts: Facts): boolean {
  const expression = patternExpression(candidate.text.slice(candidate.tool.length + 1, -1))
  return facts.paths.some(path => {
    const isAbout = candidate.tool === 'Read' || path.action !== 'read'
    return isAbout && (path.spellings ?? []).some(spelling => expression.test(spelling))
  })
}

function coversCommand({ text, isExact }: Head, facts: Facts): boolean {
  const runs = (facts.command?.effects ?? []).filter(effect => effect.kind === 'run')
  return runs.some(run => (isExact ? runText(run) === text : `${runText(run)} `.startsWith(`${text} `)))
}

const coversTool = (text: string, facts: Facts): boolean => facts.tool?.name === text || (facts.tool?.name ?? '').startsWith(`${text}__`)

export function covers(candidate: Candidate, facts: Facts): boolean {
  switch (candidate.kind) {
    case 'command':
      return coversCommand(candidate.head, facts)
    case 'path':
      return coversPath(candidate, facts)
    case 'tool':
      return coversTool(candidate.text, facts)
  }
}

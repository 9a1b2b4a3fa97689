import { MARKER_OPEN } from './marker.ts'

/** Either the value to look for, trimmed, or why it may not be looked for. `why` never holds any of the value. */
export type Eligibility = { readonly ok: true; readonly value: string } | { readonly ok: false; readonly why: string }

const MIN_CHARACTERS = 8
const MIN_DISTINCT = 4
const MIN_DIGITS = 12

/** Words that stand in texts everywhere, of the length that would otherwise be taken. Compared in lower case. */
const COMMON_WORDS: ReadonlySet<string> = new Set([
  '127.0.0.1',
  '[redacted]',
  'adaptive',
  'additionalproperties',
  'administrator',
  'anonymous',
  'application',
  'assistant',
  'change-me',
  'change_me',
  'changeme',
  'database',
  'description',
  'development',
  'disabled',
  'document',
  'ephemeral',
  'example.com',
  'external',
  'insecure',
  'internal',
  'interrupted',
  'localhost',
  'myaccount',
  'mypassword',
  'not-a-secret',
  'notasecret',
  'optional',
  'passphrase',
  'password',
  'placeholder',
  'postgres',
  'postgresql',
  'production',
  'properties',
  'redacted',
  'replace-me',
  'replace_me',
  'replaceme',
  'required',
  'security',
  'standard',
  'structured',
  'supersecret',
  'thinking',
  'tool_result',
  'tool_use',
  'undefined',
  'username',
  'your-token',
  'yourpassword',
])

const isTemplate = (value: string) =>
  /^\$\{[^}]*\}$/.test(value) ||
  /^\$\([^)]*\)$/.test(value) ||
  /^\$[A-Za-z_]\w*$/.test(value) ||
  /^%[A-Za-z_]\w*%$/.test(value) ||
  /^<[^<>]*>$/.test(value) ||
  (value.startsWith('{{') && value.endsWith('}}'))

const isShortNumber = (value: string) => /^[+-]?[\d.,_]+$/.test(value) && value.replace(/\D/g, '').length < MIN_DIGITS

/**
 * May this value be looked for in every text of a session? The floor keeps ordinary words and numbers from being masked wherever they stand.
 * Never throws: what is not text is refused like any other.
 */
export function eligible(_name: string, value: string): Eligibility {
  if (typeof value !== 'string') return { ok: false, why: 'is not text' }
  const trimmed = value.trim()
  // 16 code units hold at least 8 characters, so no more need be looked at.
  const isShort = [...trimmed.slice(0, 2 * MIN_CHARACTERS)].length < MIN_CHARACTERS
  if (trimmed === '') return { ok: false, why: 'is empty' }
  if (isShort) return { ok: false, why: `has fewer than ${MIN_CHARACTERS} characters` }
  if (trimmed.includes(MARKER_OPEN)) return { ok: false, why: 'holds the marker of a secret' }
  if (new Set(trimmed).size < MIN_DISTINCT) return { ok: false, why: `has fewer than ${MIN_DISTINCT} different characters` }
  if (COMMON_WORDS.has(trimmed.toLowerCase())) return { ok: false, why: 'is a common word' }
  if (isShortNumber(trimmed)) return { ok: false, why: `is a number of fewer than ${MIN_DIGITS} digits` }
  if (isTemplate(trimmed)) return { ok: false, why: 'is a template, not a value' }
  return { ok: true, value: trimmed }
}

import { MARKER_OPEN } from './marker.ts'

/** Either the value to look for, trimmed, or why it may not be looked for. `why` never holds any of the value. */
export type Eligibility = { readonly ok: true; readonly value: string } | { readonly ok: false; readonly why: string }

const MIN_CHARACTERS = 8
const MIN_FORCED = 4
/** Each character of a value is looked for in a dozen spellings: a longer one would keep the worker longer than a hook has. */
const MAX_UNITS = 524_288
/** One past ASCII is longer by so much in most spellings, and has more of them. */
const PAST_ASCII = 13
const MIN_DISTINCT = 4
const MIN_DIGITS = 12

/** Words that stand in texts everywhere, of the length that would otherwise be taken. Compared in lower case. */
const COMMON_WORDS: ReadonlySet<string> = new Set(
  (
    '127.0.0.1 [redacted] adaptive additionalproperties administrator anonymous application assistant change-me change_me changeme ' +
    'database description development disabled document ephemeral example.com external insecure internal interrupted localhost ' +
    'myaccount mypassword not-a-secret notasecret optional passphrase password placeholder postgres postgresql production properties ' +
    'redacted replace-me replace_me replaceme required security standard structured supersecret thinking tool_result tool_use undefined ' +
    'username'
  ).split(' '),
)

/** `${…}`, `{name}`, `#{name}`, `%(name)s`, `$(…)`, `$NAME`, `$env:NAME`, `%NAME%`, `<…>`, `{{…}}`, `${{…}}`, what other maskers leave, and `your-api-key-here`. */
const TEMPLATE =
  /^(?:\$\{[^}]*\}|#?\{[A-Za-z_][\w.-]*\}|%\(\w+\)s|\$env:\w+|\$\([^)]*\)|\$[A-Za-z_]\w*|%[A-Za-z_]\w*%|<[^<>]*>|\$?\{\{[\s\S]*\}\}|[[(*]+(?:redacted|removed|filtered|masked|hidden|secret)[\])*]+|your[-_ ]?\w*[-_ ]?(?:key|token|secret|password)(?:[-_ ]here)?)$/i

/** `http://localhost:3000/api`, `127.0.0.1:5432`: in every project's files, and of no use to anybody else. */
const OWN_ADDRESS = /^(?:[a-z][a-z+.-]*:\/\/)?(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\])(?::\d{1,5})?(?:\/[a-z/_-]{0,40})?$/i

const isShortNumber = (value: string) => /^[+-]?[\d.,_:/-]+$/.test(value) && value.replace(/\D/g, '').length < MIN_DIGITS

const isTooLong = (value: string): boolean => {
  const { length } = value
  if (length > MAX_UNITS || length * PAST_ASCII <= MAX_UNITS) return length > MAX_UNITS
  let weight = length
  for (let at = 0; at < length; at++) if (value.charCodeAt(at) > 127) weight += PAST_ASCII - 1
  return weight > MAX_UNITS
}

/**
 * May this value be looked for in every text of a session? The floor keeps ordinary words and numbers from being masked wherever they stand.
 * `force` lets values of 4 to 7 characters pass, and nothing else.
 * Never throws: what is not text is refused like any other.
 */
export function eligible(value: string, force = false): Eligibility {
  if (typeof value !== 'string') return { ok: false, why: 'is not text' }
  const trimmed = value.trim()
  // Twice as many code units hold at least as many characters, so no more need be looked at.
  const least = force ? MIN_FORCED : MIN_CHARACTERS
  const isShort = [...trimmed.slice(0, 2 * least)].length < least
  if (isTooLong(trimmed)) return { ok: false, why: `has more than ${MAX_UNITS} characters, ${PAST_ASCII} for one past ASCII` }
  if (trimmed === '') return { ok: false, why: 'is empty' }
  if (isShort) return { ok: false, why: `has fewer than ${least} characters` }
  if (trimmed.includes(MARKER_OPEN)) return { ok: false, why: 'holds the marker of a secret' }
  if (new Set(trimmed).size < MIN_DISTINCT) return { ok: false, why: `has fewer than ${MIN_DISTINCT} different characters` }
  if (COMMON_WORDS.has(trimmed.toLowerCase())) return { ok: false, why: 'is a common word' }
  if (OWN_ADDRESS.test(trimmed)) return { ok: false, why: 'is an address of this machine, without a secret in it' }
  if (isShortNumber(trimmed)) return { ok: false, why: `is a number of fewer than ${MIN_DIGITS} digits` }
  if (TEMPLATE.test(trimmed)) return { ok: false, why: 'is a template, not a value' }
  return { ok: true, value: trimmed }
}

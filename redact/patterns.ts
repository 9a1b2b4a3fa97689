/**
 * Shapes of tokens that vendors document: a second layer, off unless a policy names them. Each has a fixed prefix, a length and, where there is one, a
 * check that a token of the shape is a real one; values that only look random have none and are left to `secrets`.
 */
import { crc32 } from './crc32.ts'
import { entropyOf } from './entropy.ts'

export type Pattern = {
  readonly name: string
  /** Where the shape is documented. */
  readonly source: string
  /** Matched where its prefix stands, sticky; bounded, so that a match costs no more than its length. */
  readonly re: RegExp
  /** Whether a text of this shape can be a token. Default: it is varied enough to be no placeholder. */
  readonly check?: (token: string) => boolean
}

/** Bits a character. Tokens are random: one of 20 characters that has less than this is `xxxx...` or a word. */
const MIN_ENTROPY = 3

const isVaried = (token: string): boolean => entropyOf(token) >= MIN_ENTROPY

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The last six characters are the CRC-32 of the rest behind the prefix, in base 62 (GitHub, npm). */
function hasChecksum(token: string): boolean {
  const body = token.slice(token.indexOf('_') + 1)
  let sum = 0
  for (const digit of body.slice(-6)) sum = sum * 62 + DIGITS.indexOf(digit)
  return crc32(body.slice(0, -6)) === sum
}

/** A signed token's first part says how it is signed. */
function isJwt(token: string): boolean {
  try {
    const head: unknown = JSON.parse(atob((token.split('.')[0] as string).replaceAll('-', '+').replaceAll('_', '/')))
    return typeof head === 'object' && head !== null && 'alg' in head
  } catch {
    return false
  }
}

const always = () => true
const GITHUB = 'https://github.blog/engineering/platform-security/behind-githubs-new-authentication-token-formats/'

/** In the order of their names. */
export const PATTERNS: readonly Pattern[] = [
  { name: 'age', source: 'https://github.com/C2SP/C2SP/blob/main/age.md', re: /AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}/y },
  { name: 'anthropic', source: 'https://docs.anthropic.com/en/api/getting-started', re: /sk-ant-[a-z]{2,8}\d\d-[\w-]{80,120}/y },
  {
    name: 'aws',
    source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html',
    re: /A[KS]IA[A-Z2-7]{16}(?![A-Z0-9])/y,
  },
  { name: 'databricks', source: 'https://docs.databricks.com/en/dev-tools/auth/pat.html', re: /dapi[a-f0-9]{32}(?:-\d)?(?!\w)/y },
  {
    name: 'digitalocean',
    source: 'https://docs.digitalocean.com/reference/api/create-personal-access-token/',
    re: /do[opr]_v1_[a-f0-9]{64}/y,
  },
  {
    name: 'doppler',
    source: 'https://docs.doppler.com/reference/auth-token-formats',
    re: /dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{40,80}/y,
  },
  { name: 'github', source: GITHUB, re: /gh[opsur]_[A-Za-z0-9]{36}(?![A-Za-z0-9])/y, check: hasChecksum },
  { name: 'github-pat', source: GITHUB, re: /github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}/y },
  { name: 'gitlab', source: 'https://docs.gitlab.com/security/tokens/', re: /gl(?:pat|dt|rt|cbt|ptt|agent|soat|ft)-[\w-]{20,64}/y },
  { name: 'google', source: 'https://cloud.google.com/docs/authentication/api-keys', re: /AIza[\w-]{35}(?![\w-])/y },
  { name: 'huggingface', source: 'https://huggingface.co/docs/hub/security-tokens', re: /hf_[A-Za-z0-9]{34}(?!\w)/y },
  {
    name: 'jwt',
    source: 'https://www.rfc-editor.org/rfc/rfc7519',
    re: /eyJ[\w-]{10,2000}\.eyJ[\w-]{10,4000}\.[\w-]{20,1000}/y,
    check: isJwt,
  },
  { name: 'linear', source: 'https://linear.app/developers', re: /lin_(?:api|oauth)_[A-Za-z0-9]{40,64}/y },
  {
    name: 'npm',
    source: 'https://github.blog/changelog/2021-09-23-npm-has-a-new-access-token-format/',
    re: /npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])/y,
    check: hasChecksum,
  },
  {
    name: 'openai',
    source: 'https://platform.openai.com/docs/api-reference/authentication',
    re: /sk-(?:proj-|svcacct-|admin-)?[\w-]{16,80}T3BlbkFJ[\w-]{16,80}/y,
  },
  {
    name: 'postman',
    source: 'https://learning.postman.com/docs/developer/postman-api/authentication/',
    re: /PMAK-[a-f0-9]{24}-[a-f0-9]{34}/y,
  },
  {
    name: 'private-key',
    source: 'https://www.rfc-editor.org/rfc/rfc7468',
    re: /-----BEGIN (?:[A-Z]{2,9} ){0,2}PRIVATE KEY-----(?:[\w+/=\s:,\\]|-(?!----)){40,8000}-----END (?:[A-Z]{2,9} ){0,2}PRIVATE KEY-----/y,
    check: always,
  },
  { name: 'pypi', source: 'https://docs.pypi.org/trusted-publishers/internals/', re: /pypi-AgEIcHlwaS5vcmc[\w-]{50,1000}/y },
  { name: 'sendgrid', source: 'https://www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys', re: /SG\.[\w-]{22}\.[\w-]{43}/y },
  {
    name: 'shopify',
    source: 'https://shopify.dev/docs/apps/build/authentication-authorization',
    re: /shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}/y,
  },
  { name: 'slack', source: 'https://docs.slack.dev/authentication/tokens', re: /xox[abeoprs]-[A-Za-z0-9-]{20,250}/y },
  { name: 'slack-app', source: 'https://docs.slack.dev/authentication/tokens', re: /xapp-\d-[A-Z0-9]{8,12}-\d{10,14}-[a-f0-9]{64}/y },
  {
    name: 'slack-webhook',
    source: 'https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks',
    re: /hooks\.slack\.com\/services\/T[A-Z0-9]{8,12}\/B[A-Z0-9]{8,12}\/[A-Za-z0-9]{24}/y,
  },
  { name: 'stripe', source: 'https://docs.stripe.com/keys', re: /[rs]k_(?:live|test)_[A-Za-z0-9]{24,247}/y },
  {
    name: 'terraform',
    source: 'https://developer.hashicorp.com/terraform/cloud-docs/users-teams-organizations/api-tokens',
    re: /[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,70}/y,
  },
  { name: 'vault', source: 'https://developer.hashicorp.com/vault/docs/concepts/tokens', re: /hv[sbr]\.[\w-]{90,300}/y },
]

/** How each shape begins, so that a text is read once: a match of the shape is then tried at the place alone. */
const PREFIXES =
  /AGE-SECRET-KEY-1|sk-ant-|A[KS]IA|dapi|do[opr]_v1_|dp\.|gh[opsur]_|github_pat_|gl(?:pat|dt|rt|cbt|ptt|agent|soat|ft)-|AIza|hf_|eyJ|lin_|npm_|sk-|PMAK-|-----BEGIN |pypi-AgE|SG\.|shp(?:at|ca|pa|ss)_|xox[abeoprs]-|xapp-|hooks\.slack\.com|[rs]k_|[A-Za-z0-9]{14}(?=\.atlasv1\.)|hv[sbr]\./g

/** What stands in the marker of a token of this shape. */
export const nameOf = (pattern: string): string => `pattern.${pattern}`

/** The shapes a policy names, and the texts of each that are let be: as they are, or by a test. */
export type EnabledPattern = { readonly name: string; readonly allow?: readonly RegExp[] }
export type PatternHit = { readonly start: number; readonly end: number; readonly name: string }

/** How much of what stands in front of a token matters. */
export const BEFORE = 6
/** A letter there makes it the end of a longer word, unless it is the end of an escape: `\n` and `\u000a` in JSON, `%3D` in a URL. */
const isWordBefore = (text: string, at: number): boolean => {
  const before = text.slice(Math.max(0, at - BEFORE), at)
  return /\w$/.test(before) && !/(?:\\[bfnrt]|\\u[\da-f]{4}|\\x[\da-f]{2}|%[\da-f]{2})$/i.test(before)
}

/** A finder of the enabled shapes in a text, in order, none overlapping another. Names that are no pattern's are passed over. */
export function createPatternFinder(enabled: readonly EnabledPattern[]): (text: string) => readonly PatternHit[] {
  const wanted = PATTERNS.flatMap(pattern => {
    const one = enabled.find(({ name }) => name === pattern.name)
    return one === undefined ? [] : [{ ...pattern, allow: one.allow ?? [] }]
  })
  if (wanted.length === 0) return () => []
  return text => {
    const hits: PatternHit[] = []
    let after = 0
    PREFIXES.lastIndex = 0
    for (let prefix = PREFIXES.exec(text); prefix !== null; prefix = PREFIXES.exec(text)) {
      const start = prefix.index
      // Right after a token another may begin: what is left of the text would show it.
      if (start !== after && isWordBefore(text, start)) continue
      for (const { name, re, check = isVaried, allow } of wanted) {
        re.lastIndex = start
        const token = re.exec(text)?.[0]
        if (token === undefined || !check(token) || allow.some(one => one.test(token))) continue
        hits.push({ start, end: start + token.length, name: nameOf(name) })
        after = start + token.length
        PREFIXES.lastIndex = after
        break
      }
    }
    return hits
  }
}

/** Longer than any token but a private key; and longer than such a one. */
export const LONGEST_TOKEN = 7200
const LONGEST_KEY = 8200

const isOfToken = (unit: number): boolean =>
  (unit >= 97 && unit <= 122) || (unit >= 45 && unit <= 57) || (unit >= 65 && unit <= 90) || unit === 95 || unit === 43 || unit === 61

/** How many characters at the end of a text may belong to one token; a key of several lines aside. */
export function runOfToken(text: string): number {
  let at = text.length
  while (at > 0 && isOfToken(text.charCodeAt(at - 1))) at--
  return text.length - at
}

/**
 * From where the end of a text must wait for more before a finder can be asked about it: the beginning of what may become a token. Its length if from nowhere.
 * `run`: what `runOfToken` says of it. A run longer than two tokens is let go but for the length of one, so that a text of nothing else costs no more.
 */
export function openPattern(text: string, run = runOfToken(text)): number {
  const key = text.lastIndexOf('-----BEGIN ')
  const end = text.indexOf('-----END ', Math.max(key, 0))
  const isKeyOpen = key >= 0 && text.length - key < LONGEST_KEY && (end < 0 || !text.includes('KEY-----', end))
  const word = text.length - (run > 2 * LONGEST_TOKEN ? LONGEST_TOKEN : run)
  return isKeyOpen ? Math.min(key, word) : word
}

/** What is printed of other people's commands: never what looks like a secret. It hides too much rather than too little. */
import { entropyOf } from '../../redact/entropy.ts'

/** What stands in its place. */
export const MASK = '‹masked›'

/** Longer text is cut before it is looked at, so that no example costs much. */
const MAX_TEXT = 4000

/** The names of what holds a secret, in flags, variables, headers and JSON keys. */
const SECRET_NAME =
  '(?:pass(?:word|wd|phrase|code)?|pwd|secrets?|tokens?|credentials?|creds?|auth|authorization|bearer|cookie|(?:api|access|private|secret|signing|encryption|account|storage|ssh)[-_]?keys?|key|pat|otp|jwt|sas|conn(?:ection)?[-_]?str(?:ing)?|webhook)'
const isSecretName = new RegExp(`(?:^|[-_. ])${SECRET_NAME}(?:$|[-_. 0-9])`, 'i')

/** From here on nothing is shown: the value may be quoted, split or many words. Of several, the first is the one that counts. */
const REST = [
  // --password x, --db-password=x, --token x; a flag that only says where it comes from (--password-stdin) is handled below.
  new RegExp(`(\\s--?(?:[a-z0-9]+[-_])*${SECRET_NAME}(?:[-_](?:value|data|string|text))?(?:\\s+|=))\\S.*`, 'is'),
  // Authorization: Bearer x, X-Api-Key: x, Cookie: x
  /((?:authorization|cookie|[\w-]*(?:api|auth|access)[-_]?(?:key|token)|[\w-]*token|[\w-]*secret)["']?\s*:\s*)\S.*/is,
  /(\b(?:bearer|basic)\s+)\S.*/is,
  // mysql -psecret, sshpass -p secret, curl -u name:secret, redis-cli -a secret
  /(\b(?:mysql\w*|mariadb\w*|sshpass|mongo\w*|sqlcmd|ldap\w+|smbclient|7z|zip|unzip)\s(?:.*?\s)?-[pPw])\s*\S.*/s,
  /(\b(?:curl|wget|http|https|xh)\s(?:.*?\s)?(?:-u|--user|--proxy-user|-U|-a)[\s=]*)\S.*/s,
  /(\b(?:redis-cli|valkey-cli)\s(?:.*?\s)?-a\s*)\S.*/s,
  /(-----BEGIN).*/s,
]

/** A value in a shell assignment or a JSON member, quoted or not. */
const VALUE = `(?:\\$?'(?:[^'\\\\]|\\\\.)*(?:'|$)|"(?:[^"\\\\]|\\\\.)*(?:"|$)|[^\\s;|&,}]+)`
const ASSIGNED = new RegExp(`([\\w.-]*)(["']?\\s*[=:]\\s*)(${VALUE})`, 'gs')

/** What is piped into a program that reads a secret from its input. */
const READS_SECRET =
  /-stdin\b|--with-token|\bsudo\s+(?:-\w+\s+)*-\w*S|\bchpasswd\b|\bpasswd\b|\bgh\s+(?:auth|secret)\b|\bsecret\s+(?:set|create|put)\b|\bpass\s+insert\b|\blogin\b/
const PIPED = /\b(echo|printf)(\s).*?(?=\||$)|(<<<?-?).*/gs

const IN_ADDRESS = /(\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@'"]*:)[^\s/'"]+(?=@)|(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/:@'"]+(?=@)/gi
const KNOWN_TOKEN =
  /\b(?:gh[opsur]_|github_pat_|glpat-|sk-|pk_|rk_|sk_|xox[a-z]-|npm_|pypi-|hf_|AKIA|ASIA|AIza|ya29\.|dop_v1_|shpat_|SG\.|eyJ)[\w.~+/=-]{6,}/g
const LONG_RUN = /[\w+=~.-]{20,}/g
const BASE64_RUN = /[\w+/=]{32,}/g

/** The text on one line with what looks like a secret hidden, at most `limit` characters. */
export function masked(text: string, limit = 160): string {
  const isCut = text.length > MAX_TEXT
  // Half a token no longer looks like one: what the cut went through goes too.
  const start = isCut ? text.slice(0, MAX_TEXT).replace(/\S*$/, '') : text
  const shown = hidden(start).replace(/\s+/g, ' ').trim()
  return shown.length > limit || isCut ? `${shown.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : shown
}

function hidden(text: string): string {
  let shown = text
  if (READS_SECRET.test(shown)) {
    shown = shown.replace(PIPED, (_, word: string | undefined, space: string, here: string) =>
      word === undefined ? `${here}${MASK}` : `${word}${space}${MASK} `,
    )
  }
  for (const rest of REST) shown = shown.replace(rest, `$1${MASK}`)
  return shown
    .replace(ASSIGNED, (all, name: string, sign: string) => (isSecretName.test(name) ? `${name}${sign}${MASK}` : all))
    .replace(IN_ADDRESS, (_, withName: string | undefined, alone: string) => `${withName ?? alone}${MASK}`)
    .replace(KNOWN_TOKEN, MASK)
    .replace(LONG_RUN, run => (isTokenLike(run) ? MASK : run))
    .replace(BASE64_RUN, run => (isRandom(run) ? MASK : run))
}

/** Letters and digits mixed, as in no word: hex digests, random names. A file name with a date in it is hidden as well. */
function isTokenLike(run: string): boolean {
  const longest = Math.max(...run.split(/[.~=+_-]/).map(part => (/\d/.test(part) && /[a-z]/i.test(part) ? part.length : 0)))
  const changes = run.match(/(?<=[a-z])(?=\d)|(?<=\d)(?=[a-z])|(?<=[a-z])(?=[A-Z])/gi)?.length ?? 0
  return longest >= 16 || (longest > 0 && changes >= 4)
}

/** Upper case, lower case and digits in disorder. */
function isRandom(run: string): boolean {
  const isMixed = /[a-z]/.test(run) && /[A-Z]/.test(run) && /\d/.test(run)
  return isMixed && entropyOf(run) > 4.2
}

/** Whether a name says that its value is a secret. */
export const namesSecret = (name: string): boolean => isSecretName.test(name.replace(/([a-z])([A-Z])/g, '$1_$2'))

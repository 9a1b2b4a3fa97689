/** Does a name look like that of a secret? Of keys in files and of variables; what it holds is never looked at. */

/** Parts of a name. The short ones count as whole words alone. */
const WORDS =
  /passw|passphrase|secret|token|credential|webhook|(?:^|[-_. ])(?:pass|pwd|pat|pin|otp|jwt|auth|keys?|cookie|dsn|sas|bearer|authorization|conn(?:ection)?_?string|database_ur[il])(?:$|[-_. \d])|(?:api|secret|access|private)key/i

/** What stands beside a secret and is none: `token_type`, `secretName`, `PASSWORD_FILE`. */
const BESIDE =
  /[-_. ](?:name|type|kind|file|path|length|policy|ttl|timeout|expir\w*|enabled|count|limit|size|header|algorithm|issuer|scopes?)$/i

/** Maps whose every value is a secret, whatever its key. */
const HOLDERS = /^(?:secrets|credentials|passwords|tokens|api_?keys)$/i

const words = (name: string): string => name.replace(/([a-z\d])([A-Z])/g, '$1_$2')

export const isSecretName = (name: string): boolean => WORDS.test(words(name)) && !BESIDE.test(words(name))

/** The same for a way of keys: its last name decides (that of the list, for a place in one), or a map of secrets that it lies in. */
export function isSecretKey(keys: readonly string[]): boolean {
  const names = keys.filter(key => !/^\d+$/.test(key))
  return isSecretName(names.at(-1) ?? '') || names.slice(0, -1).some(name => HOLDERS.test(words(name)))
}

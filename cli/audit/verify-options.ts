/** What `verify` and `report` are told besides the logs. */
import { misfitOf } from '../../audit/misfit.ts'
import { type Anchor, anchorOf } from '../../audit/sealed-lines.ts'
import type { VerifyOptions } from '../../audit/verify.ts'
import { hmacWith, sha256 } from '../digests.ts'
import type { Io } from '../io.ts'
import { loadPolicy } from '../load-policy.ts'
import { place } from '../messages.ts'

export type GivenOptions = {
  readonly keyEnv?: string
  readonly policy?: readonly string[]
  readonly policyDigest?: readonly string[]
  readonly anchor?: readonly string[]
  readonly complete?: boolean
  readonly part?: boolean
}

const DIGEST = /^[0-9a-f]{12,64}$/

/** The options of the verifier; undefined where one is wrong, which is then told on stderr. The key itself is never shown. */
export function verifyOptions(given: GivenOptions, io: Io): VerifyOptions | undefined {
  const { keyEnv, policy = [], policyDigest = [], anchor = [], complete, part } = given
  const problems: string[] = []
  const key = keyEnv === undefined ? undefined : io.env[keyEnv]
  if (keyEnv !== undefined && !key)
    problems.push('The variable that --key-env names is not set, or empty: it should hold the key of the macs.\n')
  const digests: string[] = []
  for (const digest of policyDigest) {
    if (DIGEST.test(digest)) digests.push(digest)
    else problems.push(`${JSON.stringify(digest)} is no digest of a policy: its first 12 lower-case hexadecimal digits, or more of them.\n`)
  }
  for (const folder of policy) {
    const loaded = loadPolicy(folder, io.cwd)
    if (loaded.ok) digests.push(loaded.policy.digest)
    else problems.push(...loaded.errors.map(error => place(error)))
  }
  const anchors: Anchor[] = []
  for (const text of anchor) {
    const [chain, seq, hash] = text.split(':')
    const read = anchorOf({ chain, seq: /^\d{1,15}$/.test(seq ?? '') ? Number(seq) : undefined, hash })
    if (read === undefined)
      problems.push(`${JSON.stringify(text)} is no anchor: write <chain>:<number>:<hash>, as a record or a stamp has them.\n`)
    else anchors.push(read)
  }
  for (const problem of problems) io.err(problem)
  if (problems.length > 0) return undefined
  return {
    hashOf: sha256,
    misfitOf,
    ...(key ? { macOf: hmacWith(key) } : {}),
    ...(digests.length === 0 ? {} : { isKnownPolicy: digest => digests.some(known => digest.startsWith(known)) }),
    anchors,
    isComplete: complete,
    isPart: part,
  }
}

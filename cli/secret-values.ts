/** Secret values for the commands about redaction: from named variables, dotenv files, and what a policy names. */
import { resolve } from 'node:path'
import { withBytes } from '../redact/bytes-layer.ts'
import { parseDotenv } from '../redact/dotenv.ts'
import { withPatterns } from '../redact/pattern-layer.ts'
import type { EnabledPattern } from '../redact/patterns.ts'
import { createRedactor, type Redactor } from '../redact/redactor.ts'
import type { Io } from './io.ts'
import { loadPolicy } from './load-policy.ts'
import { place, printable } from './messages.ts'
import { readText } from './read-file.ts'
import { createLoaded } from './secret-sources/loaded.ts'
import { loadPolicySources } from './secret-sources/policy-sources.ts'

export type ValueOptions = { readonly env?: readonly string[]; readonly dotenv?: readonly string[]; readonly policy?: string }

/**
 * The redactor over what the options name; undefined when something of it is not there, which has been told on stderr: a text must not pass unredacted
 * for a misspelled name, or for a vault that did not answer. What is refused as a secret is told by name. No message holds a value.
 */
export function redactorOf({ env = [], dotenv = [], policy: folder }: ValueOptions, io: Io): Redactor | undefined {
  if (env.length === 0 && dotenv.length === 0 && folder === undefined) {
    io.err('Name the secrets: --env NAME, --dotenv FILE or --policy FOLDER.\n')
    return undefined
  }
  const compiled = folder === undefined ? undefined : loadPolicy(folder, io.cwd)
  if (compiled?.ok === false) for (const error of compiled.errors) io.err(place(error))
  const secrets = compiled?.ok === true ? compiled.policy.secrets : undefined
  const loaded = createLoaded(secrets?.force)
  for (const name of env) {
    const value = io.env[name]
    if (value === undefined) loaded.fail(name, 'is not set: take it out of --env, or set it')
    else loaded.add(name, { values: [{ name, value }] })
  }
  for (const file of dotenv) {
    const read = readText(resolve(io.cwd, file))
    if (read.ok) loaded.add(file, { values: parseDotenv(read.text) })
    else loaded.fail(`the dotenv file ${file}`, `cannot be read: ${read.problem}`)
  }
  if (secrets !== undefined) loadPolicySources(secrets, loaded, io)
  const failures = loaded.failures()
  for (const { label, why } of failures) io.err(`${printable(label)} ${why}.\n`)
  if (failures.length > 0 || compiled?.ok === false) return undefined
  const patterns: readonly EnabledPattern[] = secrets?.patterns ?? []
  const redactor = withPatterns(withBytes(createRedactor(loaded.values())), patterns)
  for (const { name, why } of redactor.refused) io.err(`${name} is not treated as a secret: it ${why}.\n`)
  if (redactor.isEmpty) io.err('No secret is known: nothing is looked for.\n')
  return redactor
}

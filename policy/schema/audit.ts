/** `audit`: where records go. */
import { z } from 'zod'
import { complain, strict } from './strict.ts'

const ENV = 'env NAME, or { env: NAME }: the environment variable that holds the value'
export const ENV_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/
const ENV_FORM = /^env +[A-Za-z_][A-Za-z0-9_]*$/

/** The name of an environment variable. What else stands there may be its value, so the message does not repeat it. */
export const envName = z
  .string({ error: 'the name of an environment variable' })
  .check(
    complain(name =>
      ENV_NAME.test(name)
        ? undefined
        : 'this is not the name of an environment variable (letters, digits, _): write the name, never the value.',
    ),
  )

/** The value of a header never stands in a policy; the variable that holds it does. */
const headerText = z
  .string()
  .check(complain(value => (ENV_FORM.test(value) ? undefined : `the value of a header never stands in a policy: write ${ENV}.`)))
const header = z.union([headerText, strict(ENV, { env: envName })], { error: ENV })

const ENDPOINT = 'an http or https address, like http://127.0.0.1:4318/v1/traces'

/** The engine wants the address as a literal, in a generated file: nothing that would need quoting there. */
const endpointProblem = (text: string): string | undefined => {
  const isPlain = /^https?:\/\/[!#-&(-;=?-[\]_a-z~]+$/i.test(text)
  const url = isPlain && URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined) return `expected ${ENDPOINT}, written out.`
  if (url.username !== '' || url.password !== '')
    return 'an address with credentials in it: leave them out, and use headers: { authorization: env NAME }.'
  if (url.hash !== '') return 'a # part never reaches a server: leave it out.'
  return /[{}$*]/.test(text) ? 'the engine wants one literal address: no placeholders.' : undefined
}

export const auditShape = strict('a map like { endpoint: "http://127.0.0.1:4318/v1/traces", reach: complete }', {
  endpoint: z.string({ error: ENDPOINT }).check(complain(endpointProblem)),
  reach: z
    .enum(['complete'], {
      error: issue =>
        issue.input === 'standard' || issue.input === 'decisions' ? 'complete; standard and decisions come later' : 'complete',
    })
    .optional(),
  headers: z
    .record(z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, 'the name of an HTTP header'), header, {
      error: 'a map from headers to env NAME',
    })
    .optional(),
})
export type AuditSource = z.infer<typeof auditShape>

/** The variable a header's value is in. */
export const envOf = (source: string | { readonly env: string }): string =>
  typeof source === 'string' ? source.replace(/^env +/, '') : source.env

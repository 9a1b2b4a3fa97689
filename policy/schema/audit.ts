/** `audit`: where records go. */
import { z } from 'zod'
import { endpointOf, FROM_ENV } from '../compile/endpoint.ts'
import { show } from '../compile/show.ts'
import { choice, complain, strict } from './strict.ts'

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

const ENDPOINT = 'an http or https address, like http://127.0.0.1:4318/v1/traces, a socket, like unix:///run/otel.sock, or from-env'
/** What the engine takes as the path of a socket is near what the system does: 104 bytes on macOS. */
const MAX_SOCKET = 100

/** The engine wants the address as a literal, in a generated file: nothing that would need quoting there. */
const endpointProblem = (text: string): string | undefined => {
  if (/^unix:(?!\/\/\/)/.test(text)) return 'the path of a socket is absolute: unix:///run/otel.sock.'
  const isPlain = /^(?:https?:\/\/|unix:\/\/\/)[!#-&(-;=?-[\]_a-z~]+$/i.test(text)
  const { url: address = '', socketPath = '' } = endpointOf(text) ?? {}
  const url = isPlain && /^http/i.test(address) && URL.canParse(address) ? new URL(address) : undefined
  if (url === undefined) return `expected ${ENDPOINT}, written out.`
  if (url.username !== '' || url.password !== '')
    return 'an address with credentials in it: leave them out, and use headers: { authorization: env NAME }.'
  if (url.hash !== '') return 'a # part never reaches a server: leave it out.'
  if (socketPath.length > MAX_SOCKET) return `the path of a socket is ${MAX_SOCKET} characters at most.`
  return /[{}$*]/.test(text) ? 'the engine wants one literal address: no placeholders.' : undefined
}

/** Groups of events, most telling first. */
export const GROUPS = ['decisions', 'redactions', 'conversation', 'noise'] as const
const perGroup = <Word extends z.ZodType>(right: string, word: Word) =>
  strict(right, {
    decisions: word.optional(),
    redactions: word.optional(),
    conversation: word.optional(),
    noise: word.optional(),
  })

const durability = choice(['memory', 'behind', 'ahead'])
const DURABILITY = 'memory, behind or ahead, or a map from groups to these, like { decisions: ahead }'

const CAP = 'a size from 1MiB to 1GiB, like 16MiB'
const DEADLINE = 'a time from 100ms to 10s, like 2s'
const UNITS: Readonly<Record<string, number>> = { KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3, ms: 1, s: 1000 }

const amountOf = (text: string): number => {
  const [, digits, unit] = /^(\d{1,9}(?:\.\d{1,3})?) ?([A-Za-z]+)$/.exec(text) ?? []
  return Math.round(Number(digits) * (UNITS[unit ?? ''] ?? Number.NaN))
}
const amount = (right: string, units: readonly string[], least: number, most: number) =>
  z.string({ error: right }).check(
    complain(text => {
      const isOfUnit = units.some(unit => text.endsWith(unit))
      const isFitting = isOfUnit && amountOf(text) >= least && amountOf(text) <= most
      return isFitting ? undefined : `${show(text)} is not ${right}.`
    }),
  )

/** Bytes, of `16MiB`. */
export const bytesOf = amountOf
/** Milliseconds, of `2s`. */
export const millisecondsOf = amountOf

export const auditShape = strict('a map like { endpoint: "http://127.0.0.1:4318/v1/traces", reach: complete }', {
  endpoint: z.string({ error: ENDPOINT }).check(complain(text => (text === FROM_ENV ? undefined : endpointProblem(text)))),
  reach: choice(['complete', 'standard', 'decisions']).optional(),
  headers: z
    .record(z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, 'the name of an HTTP header'), header, {
      error: 'a map from headers to env NAME',
    })
    .optional(),
  levels: perGroup(
    'a map from groups to levels, like { decisions: decision, noise: count }',
    choice(['none', 'count', 'decision', 'full']),
  ).optional(),
  durability: z.union([durability, perGroup(DURABILITY, durability)], { error: DURABILITY }).optional(),
  spool: strict('a map like { cap: 16MiB, full: drop-oldest, deadline: 2s }', {
    cap: amount(CAP, ['KiB', 'MiB', 'GiB'], 1024 ** 2, 1024 ** 3).optional(),
    full: choice(['drop-oldest', 'refuse']).optional(),
    deadline: amount(DEADLINE, ['s'], 100, 10_000).optional(),
  }).optional(),
  key: envName.optional(),
  'engine-telemetry': z.boolean({ error: 'true or false' }).optional(),
})
export type AuditSource = z.infer<typeof auditShape>

/** The variable a header's value is in. */
export const envOf = (source: string | { readonly env: string }): string =>
  typeof source === 'string' ? source.replace(/^env +/, '') : source.env

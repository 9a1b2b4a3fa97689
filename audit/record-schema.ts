/** Sealed records as a schema: the one source of `schemas/audit-record.schema.json` and of the tables in the documentation. The command line reads it, no seat does. */
import { z } from 'zod'

const text = (description: string) => z.string().describe(description)
const count = (description: string) => z.int().min(0).describe(description)
const milliseconds = (description: string) => z.number().describe(description)
const hex = (digits: number, description: string) =>
  z
    .string()
    .regex(new RegExp(`^[0-9a-f]{${digits}}$`))
    .describe(description)
const texts = (description: string) => z.array(z.string()).describe(description)
const numbers = (description: string) => z.record(z.string(), z.int().min(0)).describe(description)

const seal = {
  v: z.literal(1).describe('version of this schema'),
  chain: hex(16, 'random: one loaded module in one session'),
  seq: count('number in the chain, from 0, without gaps'),
  prev: hex(64, 'hash of the record before; of the first, SHA-256 of `castellan/1 <policy digest> <session id> <chain>`'),
  hash: hex(64, 'SHA-256 of the canonical JSON (RFC 8785) of all else but `mac`'),
  mac: hex(64, 'HMAC-SHA-256 of `hash`, as it is written, under the key of `audit.key`; absent without a key').optional(),
}

const common = {
  ...seal,
  time: milliseconds('when it began, milliseconds since the epoch'),
  sessionId: text('the engine’s id of the session'),
  lost: z
    .strictObject({ count: count('how many'), why: text('why') })
    .describe('records before this one that are lost')
    .optional(),
}

const policy = z.strictObject({ name: text('its name'), digest: text('its SHA-256, as in BUILD.md') }).describe('the policy in force')
const counts = numbers('dispatches that were counted and not recorded since the checkpoint before, by event')
const repeats = numbers(
  'checks asked for again and answered as the record of the call says: how often since the checkpoint before, by the call’s id; of more than 256 calls they are in `counts`',
).optional()
const turn = count('the turn of the conversation, from 1 within the chain')

const TARGETS = ['project', 'home', 'temporary', 'system', 'elsewhere', 'unknown'] as const
const targets = (description: string) => z.array(z.enum(TARGETS)).describe(description)

const effects = z
  .strictObject({
    programs: texts('last path segments of the programs that would run; `?`: cannot be told').optional(),
    hosts: texts('hosts that would be contacted; `?`: cannot be told').optional(),
    reads: targets('where files that would be read lie').optional(),
    writes: targets('where files that would be written lie').optional(),
    deletes: targets('where files that would be deleted lie').optional(),
    more: count('programs and hosts beyond the first twenty of each').optional(),
    arguments: text('level `full` alone: the arguments as JSON, masked and cut').optional(),
  })
  .describe('what the call would do, in kinds and names')

const rule = z.strictObject({
  id: text('its id'),
  table: text('its table'),
  verdict: z.enum(['deny', 'ask']).describe('what it counts for'),
  certainty: z.enum(['certain', 'cannot-tell']).describe('whether its condition holds, or may hold'),
  mode: z.enum(['enforce', 'observe']).describe('whether it counts'),
  version: hex(12, 'of its table: the first digits of the SHA-256 of its rules as compiled').optional(),
})

const link = z.strictObject({
  index: z.int().describe('place in the chain'),
  plugin: text('the plugin'),
  tier: text('its tier'),
  outcome: text('what it did, in the engine’s word'),
  ms: milliseconds('how long it took'),
  reason: text('why, in the engine’s words').optional(),
})

export const DECISIONS = ['allow', 'deny', 'ask', 'none'] as const

/** A dispatch. */
const dispatch = z
  .strictObject({
    ...common,
    ms: milliseconds('how long it took, everything beneath included'),
    event: text('the engine’s event'),
    turn: turn.optional(),
    tool: text('the tool’s full name').optional(),
    toolUseId: text('the call’s id, the same as in the engine’s own records').optional(),
    agent: z.enum(['main', 'sub']).describe('who calls'),
    agentId: text('the sub-agent’s id').optional(),
    caller: z
      .strictObject({ plugin: text('its name; `engine`: the model, or the engine itself'), tier: text('its tier') })
      .describe('whose call it is'),
    decision: z.enum(DECISIONS).describe('the answer that went up; `none`: the event knows none, or nobody judged'),
    mode: z.enum(['enforced', 'observed']).describe('whether an enforced rule or entry spoke, or only observed ones did').optional(),
    rules: z.array(rule).describe('rules that spoke, in the order of the policy'),
    policy,
    redactions: numbers('values replaced, by the name of the secret'),
    leaks: texts('the redactions were made in a request on its way out: where in it they stood').optional(),
    hydrations: texts('secrets whose values the call was handed in place of markers, by name').optional(),
    withheld: texts('nouns that `$` was built without').optional(),
    links: z.array(link).describe('plugins beneath castellan, in the order of the chain'),
    guardFailure: z
      .strictObject({ event: text('whose guard'), kind: text('how, in the engine’s word: `throw` or `timeout`').optional() })
      .describe('castellan’s own hook failed, and its constant refusal answered')
      .optional(),
    effects: effects.optional(),
    isBegun: z
      .literal(true)
      .describe('kept before the call went on, as what castellan let through; another record follows once it has come back')
      .optional(),
    pluginRegistered: z
      .strictObject({
        provenance: text('`name@marketplace`, as the plugin claims'),
        tier: text('its tier'),
        answer: z.enum(['allow', 'refuse', 'observe']).describe('the policy’s answer'),
        rule: text('the line of `plugins` that answered').optional(),
        isEnforced: z.boolean().describe('false: recorded only').optional(),
      })
      .describe('what was said of a plugin about to load')
      .optional(),
  })
  .describe('a dispatch: who asked, what was answered and why')

const start = z
  .strictObject({
    ...common,
    event: z.literal('castellan.chain'),
    kind: z.literal('start'),
    policy,
    castellan: text('castellan’s version'),
    keyUnset: text('the variable of `audit.key`, where it has no value: no record of the chain has a mac').optional(),
    former: z
      .strictObject({ chain: seal.chain, seq: seal.seq, hash: seal.hash })
      .describe('the last record known of the chain before, where a worker was lost in between')
      .optional(),
  })
  .describe('the first record of a chain')

const end = z
  .strictObject({
    ...common,
    event: z.literal('castellan.chain'),
    kind: z.literal('end'),
    counts,
    repeats,
    reason: text('why the session ended, in the engine’s word').optional(),
  })
  .describe('the last record of a chain')

const checkpoint = z
  .strictObject({
    ...common,
    event: z.literal('castellan.checkpoint'),
    counts,
    repeats,
    dropped: count('spans dropped since the module was loaded'),
    head: z.strictObject({ seq: z.int().describe('its number'), hash: seal.hash }).describe('the record before this one'),
    turn: turn.optional(),
    ms: milliseconds('at the end of a turn: how long it took').optional(),
  })
  .describe('at the end of a turn, and now and then: the chain is alive')

const recovered = z
  .strictObject({
    ...common,
    event: z.literal('castellan.recovered'),
    from: z
      .strictObject({ chain: seal.chain, records: count('how many were found'), lastSeq: count('the last of them') })
      .describe('whose'),
  })
  .describe('records that a session before left behind were found, and are shipped again')

/** Each kind of record by name, for the documentation. */
export const RECORD_SHAPES = { dispatch, start, checkpoint, recovered, end } as const

export const sealedRecordShape = z.union([start, end, checkpoint, recovered, dispatch])

type Node = {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, Node>>
  readonly required?: readonly string[]
  readonly items?: Node
  readonly additionalProperties?: Node | boolean
}

const typeOf = ({ type = '', const: fixed, enum: words, items, additionalProperties }: Node): string => {
  if (fixed !== undefined) return `\`${fixed}\``
  if (words !== undefined) return words.map(word => `\`${word}\``).join(' ')
  if (items !== undefined) return items.properties === undefined ? `list of ${typeOf(items)}` : 'list'
  return typeof additionalProperties === 'object' ? `map to ${typeOf(additionalProperties)}` : type
}

const rowsOf = ({ properties = {}, required = [] }: Node, under: string): readonly string[] =>
  Object.entries(properties).flatMap(([name, node]) => {
    const path = `${under}${name}`
    const inner = node.items?.properties === undefined ? rowsOf(node, `${path}.`) : rowsOf(node.items, `${path}[].`)
    return [`| \`${path}\` | ${typeOf(node)} | ${required.includes(name) ? 'always' : ''} | ${node.description ?? ''} |`, ...inner]
  })

/** Where the tables stand in the documentation. */
export const RECORD_TABLES = /<!-- fields -->\n([\s\S]*)<!-- end of fields -->/

/** The fields of each kind of record as tables in Markdown; those of the seal once, before the others. */
export function recordTables(): string {
  const head = '| field | type | | meaning |\n| -- | -- | -- | -- |'
  const table = (title: string, rows: readonly string[]): string => `### ${title}\n\n${head}\n${rows.join('\n')}\n`
  const nodeOf = (shape: z.ZodType): Node => z.toJSONSchema(shape) as Node
  const inAll = rowsOf(nodeOf(z.strictObject(common)), '')
  const kinds = Object.values(RECORD_SHAPES).map(shape => {
    const node = nodeOf(shape)
    const own = rowsOf(node, '').filter(row => !inAll.includes(row))
    const { event, kind } = node.properties ?? {}
    const name =
      event?.const === undefined ? 'A dispatch' : `\`${event.const}\`${kind?.const === undefined ? '' : `, kind \`${kind.const}\``}`
    return table(`${name}: ${node.description?.replace(/^a dispatch: /, '')}`, own)
  })
  return [table('In every record', inAll), ...kinds].join('\n')
}

/** JSON Schema (2020-12) of a sealed record. */
export const sealedRecordSchema = {
  title: 'castellan audit record',
  ...z.toJSONSchema(sealedRecordShape, { target: 'draft-2020-12', io: 'input' }),
}

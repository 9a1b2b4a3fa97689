/** BUILD.md: the page a reviewer signs. It says what the built seat does, from its plan, and depends on policy, place and version alone. */
import { INNER_NAME, OWN_NAME } from '../../hooks/doors.ts'
import type { AuditGroup, CompiledPolicy, Matcher, PluginEntry, Secrets } from '../../policy/compile/compiled.ts'
import { endpointOf } from '../../policy/compile/endpoint.ts'
import { sharedName } from '../../policy/compile/shared-name.ts'
import { unknownText } from '../../policy/compile/unknown-kinds.ts'
import { sha256 } from '../digests.ts'
import { engineSwitches, engineTelemetry, MORE_SWITCHES } from './engine-switches.ts'
import { planInner } from './inner.ts'
import type { Mirror, RuleMirror } from './mirror/mirror.ts'
import type { SeatPlan } from './plan.ts'
import type { BuildFile } from './write-build.ts'

/** How a page starts, and by it an earlier build is known. */
export const MARKER = '<!-- built by castellan, format 1 -->'

/** One row of the table of files; the first group is the path. */
export const FILE_ROW = /^\| `([^`|]+)` \| `[0-9a-f]{64}` \|$/gm

/** Text inside a table cell: one line, no cell borders, no markup of its own. */
const cell = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('<', '&lt;')
const code = (text: string): string => `\`${cell(text).replaceAll('`', "'")}\``

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  rows.length === 0
    ? 'None.'
    : [`| ${heads.join(' | ')} |`, `| ${heads.map(() => '--').join(' | ')} |`, ...rows.map(row => `| ${row.join(' | ')} |`)].join('\n')

const listed = (items: readonly string[]): string => (items.length === 0 ? 'none' : items.map(code).join(', '))

function hydrationText({ secrets: { hydrate } }: CompiledPolicy): string {
  const { tools = [], env = [] } = hydrate ?? {}
  const shared = env.length === 0 ? '' : `; commands find ${listed(env.map(name => `$${sharedName(name)}`))}`
  return tools.length === 0 ? `off: no call is handed a value${shared}` : `markers become values in calls of ${listed(tools)}${shared}`
}

function matcherText(matcher: Matcher): string {
  if ('equals' in matcher) return String(matcher.equals)
  if ('oneOf' in matcher) return matcher.oneOf.join(' or ')
  if ('contains' in matcher) return `contains ${matcher.contains}`
  return matcher.source
}

function entryConditions(entry: PluginEntry): string {
  const parts = [
    ...(entry.id ? [`id ${matcherText(entry.id)}`] : []),
    ...(entry.tier ? [`tier ${matcherText(entry.tier)}`] : []),
    ...(entry.calls ? [`calls ${entry.calls.join(' or ')}`] : []),
    ...(entry.events ? [`hears ${entry.events.join(' or ')}`] : []),
  ]
  return parts.length === 0 ? 'every plugin' : parts.join(', ')
}

/** Where secrets come from. What a command is told stands in it: the page is for who signs that it runs. */
function secretsText({ env, dotenv, file = [], command = [], settingsEnv, force = [] }: Secrets): string {
  const needed = (one: { readonly required?: true }): string => (one.required ? ' (required)' : '')
  return [
    `environment: ${listed(env)}`,
    `dotenv files: ${listed(dotenv.map(glob => glob.source))}`,
    ...(file.length > 0 ? [`files: ${file.map(one => code(one.path) + needed(one)).join(', ')}`] : []),
    ...(command.length > 0
      ? [`commands: ${command.map(one => `${cell(one.name)} by ${code(one.argv.join(' '))}${needed(one)}`).join(', ')}`]
      : []),
    ...(settingsEnv ? [`env of the settings: ${settingsEnv.length > 0 ? listed(settingsEnv) : 'names that look secret'}`] : []),
    ...(force.length > 0 ? [`even of 4 to 7 characters: ${listed(force)}`] : []),
  ].join('; ')
}

const isWhole = (mirror: RuleMirror): boolean => mirror.extent === 'whole'

function switchesText(policy: CompiledPolicy): string {
  const switches = engineSwitches(policy)
  if (switches.length === 0) return 'Nothing: the policy names no secrets.'
  const rows = (all: typeof switches) => all.map(({ name, value, why }) => [code(`${name}=${value}`), cell(why)])
  return `The engine would write what no hook can clean; \`env\` in \`managed-settings.json\` holds these off, whatever a person's environment says.

${table(['switch', 'otherwise'], rows(switches))}

Not set, each at a price:

${table(['switch', 'what it does'], rows(MORE_SWITCHES))}`
}

/** Where records go, which events are heard, what is kept of them and where, and what becomes of a call whose record cannot be. */
function auditText({ audit, mode }: CompiledPolicy): string {
  if (audit === undefined) return 'off: nothing leaves the session'
  const { url, socketPath } = endpointOf(audit.endpoint) ?? {}
  const address = url === undefined ? 'where `OTEL_EXPORTER_OTLP_*` says' : `to ${code(url)}`
  const to = socketPath === undefined ? address : `to the Unix socket ${code(socketPath)} (${code(url ?? '')})`
  const { levels, durability, spool, key } = audit
  const groups = Object.entries(levels).map(([group, level]) => `${group} ${code(level)} ${durability[group as AuditGroup]}`)
  const isKept = Object.values(durability).some(one => one !== 'memory')
  const isDenying = mode === 'enforce' && Object.values(durability).includes('ahead')
  const refused = isDenying ? 'a call whose record cannot be kept is **denied**' : 'what comes is lost'
  const full = spool.full === 'refuse' ? refused : 'the oldest go'
  return [
    `spans ${to}, reach ${code(audit.reach)}`,
    `levels and where records are kept: ${groups.join(', ')}`,
    ...(isKept ? [`at most ${spool.cap / 2 ** 20} MiB, then ${full}; a call waits ${spool.deadline} ms at most`] : []),
    key === undefined ? 'no macs' : `macs with the key in ${code(key)}`,
  ].join('; ')
}

const UNREAD = `

The one host that is not read here is that of the audit: the policy leaves it to the variables \`OTEL_EXPORTER_OTLP_*\` above. Set them in \`env\` of the managed
settings: what those do not name, a person's own environment does, and with it where the records go.`

/** Why the engine reads no host of the one request that names none. */
function unreadText({ unreadHosts }: SeatPlan, { audit }: CompiledPolicy): string {
  const socketPath = audit && endpointOf(audit.endpoint)?.socketPath
  if (socketPath !== undefined) return `\n\nNo host is read for the audit: it goes over the Unix socket ${code(socketPath)}.`
  return unreadHosts === 0 ? '' : UNREAD
}

function telemetryText(policy: CompiledPolicy): string {
  const switches = engineTelemetry(policy)
  if (switches.length === 0) return ''
  const isUnset = switches.every(({ name }) => name !== 'OTEL_EXPORTER_OTLP_ENDPOINT')
  const address = isUnset ? 'and the address of a collector (`OTEL_EXPORTER_OTLP_ENDPOINT`) ' : ''
  const rows = switches.map(({ name, value, why }) => [code(`${name}=${value}`), cell(why)])
  return `## What the settings switch on
The engine's own telemetry, by \`env\` in \`managed-settings.json\`. Headers that the collector asks for (\`OTEL_EXPORTER_OTLP_HEADERS\`) ${address}are not set: a policy holds
no values.

${table(['switch', 'for'], rows)}

`
}

function innerText(policy: CompiledPolicy): string {
  if (!policy.seat.inner) return ''
  const plan = planInner(policy)
  return `## The inner seat
A second plugin, \`${INNER_NAME}\`, beneath every person's mod: it takes secret values out of tool results before those read them, and loads the values by
itself. It hooks ${listed(plan.hooks.map(({ event }) => event))}, calls ${listed(plan.calls)}, and reads the environment variables ${listed(plan.env)}.

`
}

/** The page for these files (all of the build but the page itself). */
export function renderBuildPage(input: {
  readonly policy: CompiledPolicy
  readonly plan: SeatPlan
  readonly mirror: Mirror
  readonly seatAt: string
  readonly files: readonly BuildFile[]
}): string {
  const { policy, plan, mirror, seatAt, files } = input
  const mirrors = new Map(mirror.rules.map(one => [one.rule, one]))
  const head: readonly (readonly string[])[] = [
    ['policy', code(policy.name)],
    ['mode', policy.mode === 'observe' ? 'observe: verdicts are recorded, nothing is stopped' : 'enforce'],
    ['policy digest', code(policy.digest)],
    ['castellan', code(policy.castellan)],
    ['seat', `${code(`${OWN_NAME}@${policy.seat.marketplace}`)}, preset ${code(policy.seat.preset)}, read from ${code(seatAt)}`],
    ['rules', String(policy.rules.length)],
    ['secrets', secretsText(policy.secrets)],
    ['hydration', hydrationText(policy)],
    ['audit', auditText(policy)],
  ]
  const hooks = plan.hooks.map(hook => [
    code(hook.event),
    hook.matcher ? code(hook.matcher.text) : '',
    hook.hasCatch ? 'yes' : 'no',
    cell(hook.purpose),
  ])
  const rules = policy.rules.map(rule => [
    code(rule.id),
    cell(rule.table),
    rule.decide,
    policy.mode === 'observe' ? 'observe' : rule.mode,
    unknownText(rule.unknown),
    mirrors.get(rule.id)?.extent ?? 'none',
    cell(rule.reason),
  ])
  const entries = policy.plugins.entries.map(entry => [cell(entryConditions(entry)), entry.answer, cell(entry.reason ?? '')])
  const gaps = mirror.rules.filter(one => !isWhole(one)).map(one => [code(one.rule), one.extent, cell(one.missing.join('; '))])
  const digests = files.map(file => `| \`${file.path}\` | \`${sha256(file.text)}\` |`)
  return `${MARKER}
# castellan: the policy ${cell(policy.name)} as built

Everything the seat hooks, calls and names is on this page; \`plugin validate\` of the engine must read the same in the built plugin.

${table(['what', 'value'], head)}

## What the seat hooks
Outermost first. A gate that fails answers a constant refusal from its \`.catch\`.

${table(['event', 'limited to', '.catch', 'for'], hooks)}

## What the seat calls and names
- Calls on \`$\`: ${listed(plan.calls)}
- Environment variables read: ${listed(plan.env)}
- Environment variables set: ${listed(plan.sets)}
- Hosts: ${listed(plan.hosts)}
- Kept in the engine for the session: ${listed(plan.states)}
- Nouns withheld from every mod beneath: ${listed(plan.withholds)}${unreadText(plan, policy)}

## What the settings switch off
${switchesText(policy)}

${telemetryText(policy)}${innerText(policy)}## Rules
"Cannot tell" is what a call counts as when castellan cannot tell whether the rule applies. "Mirror" is how much of the rule also stands in
\`managed-settings.json\` as permission rules.

${table(['rule', 'table', 'decides', 'mode', 'cannot tell', 'mirror', 'reason'], rules)}

## Plugins
The first entry that matches answers; a plugin that none matches: ${policy.plugins.unlisted}.

${table(['plugin', 'answer', 'reason'], entries)}

## What has no mirror
Permission rules are the floor when no mod loads: ${mirror.deny.length} deny, ${mirror.ask.length} ask. They bind Claude's own tools, not other mods' calls. The
engine reads path rules in its own way: letters match in either case, a folder of a matched name is covered with all it holds, a Read rule refuses
writing too, and an Edit rule refuses deleting too. A call that a permission rule refuses is refused in the engine's words, not the rule's.

${table(['rule', 'mirrored', 'what is not, or why'], gaps)}

## Files
| file | SHA-256 |
| -- | -- |
${digests.join('\n')}
`
}

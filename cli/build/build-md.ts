/** BUILD.md: the page a reviewer signs. It says what the built seat does, from its plan, and depends on policy, place and version alone. */
import type { CompiledPolicy, Matcher, PluginEntry } from '../../policy/compile/compiled.ts'
import { unknownText } from '../../policy/compile/unknown-kinds.ts'
import { sha256 } from './digest.ts'
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

const isWhole = (mirror: RuleMirror): boolean => mirror.extent === 'whole'

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
    ['seat', `${code(`castellan@${policy.seat.marketplace}`)}, preset ${code(policy.seat.preset)}, read from ${code(seatAt)}`],
    ['rules', String(policy.rules.length)],
    ['secrets', `environment: ${listed(policy.secrets.env)}; dotenv files: ${listed(policy.secrets.dotenv.map(glob => glob.source))}`],
    [
      'audit',
      policy.audit ? `spans to ${code(policy.audit.endpoint)}, reach ${code(policy.audit.reach)}` : 'off: nothing leaves the session',
    ],
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
- Hosts: ${listed(plan.hosts)}
- Nouns withheld from every mod beneath: ${listed(plan.withholds)}

## Rules
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

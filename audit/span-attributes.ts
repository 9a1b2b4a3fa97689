/** Record -> attributes, as they are: nothing here has been masked or cut yet. */
import type { Attributes } from '@opentelemetry/api'
import { ATTRIBUTE } from './attributes.ts'
import type { AuditRecord, RecordedLink, RecordedRule } from './record.ts'
import type { SealedRecord } from './sealed-record.ts'

const keysOf = Object.keys
const valuesOf = Object.values

/** A server's tools are its own to name, as many as it likes: one name for them all. */
function foldedTool(tool: string): string {
  return /^mcp__.+?(?=__)/.exec(tool)?.[0] ?? tool
}

function leadingRule({ rules, decision }: AuditRecord): RecordedRule | undefined {
  const decided = rules.find(rule => rule.mode === 'enforce' && rule.verdict === decision)
  return decided ?? rules.find(rule => rule.mode === 'enforce') ?? rules[0]
}

function enforcementOf({ rules, pluginRegistered }: AuditRecord): 'enforce' | 'dry_run' | undefined {
  const isAnyEnforced = rules.some(rule => rule.mode === 'enforce') || pluginRegistered?.isEnforced === true
  const isAnyObserved = rules.length > 0 || pluginRegistered?.isEnforced === false
  return isAnyEnforced ? 'enforce' : isAnyObserved ? 'dry_run' : undefined
}

/** How many dispatches a checkpoint counts. */
const sumOf = (counts: Readonly<Record<string, number>>): number => valuesOf(counts).reduce((sum, count) => sum + count, 0)

/** Of what castellan says of its own chain. */
function chainAttributesOf(record: Exclude<SealedRecord, AuditRecord>): Attributes {
  return {
    [ATTRIBUTE.hookEvent]: record.event,
    [ATTRIBUTE.sessionId]: record.sessionId,
    [ATTRIBUTE.turn]: 'turn' in record ? record.turn : undefined,
    [ATTRIBUTE.auditCounted]: 'counts' in record ? sumOf(record.counts) : undefined,
    [ATTRIBUTE.auditDropped]: 'dropped' in record ? record.dropped : undefined,
  }
}

/** What a seal adds to the span of its record. The line is sent as it is kept. */
export function sealAttributesOf({ record, line }: { readonly record: SealedRecord; readonly line: string }): Attributes {
  return {
    [ATTRIBUTE.auditChain]: record.chain,
    [ATTRIBUTE.auditSeq]: record.seq,
    [ATTRIBUTE.auditHash]: record.hash,
    ...(record.lost === undefined ? {} : { [ATTRIBUTE.auditLost]: record.lost.count }),
    [ATTRIBUTE.auditRecord]: line,
  }
}

/** Of the span of a dispatch. What a record does not say is left out. */
export function attributesOf(record: AuditRecord | SealedRecord): Attributes {
  if (!('rules' in record)) return chainAttributesOf(record)
  const { tool, toolUseId, rules, redactions, pluginRegistered, guardFailure } = record
  const leading = leadingRule(record)
  const names = keysOf(redactions).toSorted()
  const folded = tool === undefined ? undefined : foldedTool(tool)
  return {
    [ATTRIBUTE.decision]: record.decision,
    [ATTRIBUTE.hookEvent]: record.event,
    [ATTRIBUTE.enforcement]: enforcementOf(record),
    [ATTRIBUTE.ruleName]: leading?.id,
    [ATTRIBUTE.rulesetName]: leading?.table,
    [ATTRIBUTE.rules]: rules.length > 0 ? rules.map(rule => rule.id) : undefined,
    [ATTRIBUTE.ruleVerdicts]: rules.length > 0 ? rules.map(rule => `${rule.verdict} ${rule.certainty} ${rule.mode}`) : undefined,
    [ATTRIBUTE.genAiToolName]: folded,
    [ATTRIBUTE.genAiToolCallId]: toolUseId,
    [ATTRIBUTE.toolName]: folded === tool ? undefined : tool,
    [ATTRIBUTE.sessionId]: record.sessionId,
    [ATTRIBUTE.turn]: record.turn,
    [ATTRIBUTE.agent]: record.agent,
    [ATTRIBUTE.agentId]: record.agentId,
    [ATTRIBUTE.callerPlugin]: record.caller.plugin,
    [ATTRIBUTE.callerTier]: record.caller.tier,
    [ATTRIBUTE.redactionNames]: names.length > 0 ? names : undefined,
    [ATTRIBUTE.redactionCount]: names.length > 0 ? names.reduce((sum, name) => sum + (redactions[name] ?? 0), 0) : undefined,
    [ATTRIBUTE.redactionIsLeak]: record.leaks === undefined ? undefined : true,
    [ATTRIBUTE.redactionChannels]: record.leaks === undefined ? undefined : [...record.leaks],
    [ATTRIBUTE.hydrationNames]: record.hydrations === undefined ? undefined : [...record.hydrations],
    [ATTRIBUTE.pluginProvenance]: pluginRegistered?.provenance,
    [ATTRIBUTE.pluginTier]: pluginRegistered?.tier,
    [ATTRIBUTE.pluginAnswer]: pluginRegistered?.answer,
    [ATTRIBUTE.pluginRule]: pluginRegistered?.rule,
    [ATTRIBUTE.withheld]: record.withheld === undefined ? undefined : [...record.withheld],
    [ATTRIBUTE.errorType]: guardFailure === undefined ? undefined : 'guard_failure',
    [ATTRIBUTE.guardFailureEvent]: guardFailure?.event,
  }
}

/** Of the span of a link. */
export function linkAttributesOf(link: RecordedLink): Attributes {
  return {
    [ATTRIBUTE.linkIndex]: link.index,
    [ATTRIBUTE.linkPlugin]: link.plugin,
    [ATTRIBUTE.linkTier]: link.tier,
    [ATTRIBUTE.linkOutcome]: link.outcome,
    [ATTRIBUTE.linkReason]: link.reason,
  }
}

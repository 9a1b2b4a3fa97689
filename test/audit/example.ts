import type { AuditRecord } from '../../audit/record.ts'
import type { SpanSource } from '../../audit/spans.ts'

/** A record with nothing in it but what every record has. */
export function recordOf(parts: Partial<AuditRecord> = {}): AuditRecord {
  return {
    time: 1_700_000_000_123.5,
    ms: 12.25,
    sessionId: 'session-1',
    event: 'tool.call',
    agent: 'main',
    caller: { plugin: 'engine', tier: 'core' },
    decision: 'none',
    rules: [],
    policy: { name: 'acme', digest: 'abc' },
    redactions: {},
    links: [],
    ...parts,
  }
}

/** A record that says all a record can say. */
export const FULL = recordOf({
  event: 'tool.check',
  tool: 'mcp__github__create_issue',
  toolUseId: 'toolu_1',
  turn: 3,
  agent: 'sub',
  agentId: 'agent-7',
  decision: 'deny',
  rules: [
    { id: 'watched', table: 'trial', verdict: 'deny', certainty: 'certain', mode: 'observe' },
    { id: 'asks', table: 'git', verdict: 'ask', certainty: 'cannot-tell', mode: 'enforce' },
    { id: 'denies', table: 'files', verdict: 'deny', certainty: 'certain', mode: 'enforce' },
  ],
  redactions: { TOKEN: 2, API_KEY: 1 },
  leaks: ['system'],
  hydrations: ['TOKEN'],
  links: [
    { index: 1, plugin: 'other', tier: 'user', outcome: 'returned', ms: 4 },
    { index: 2, plugin: 'builtin-x', tier: 'builtin', outcome: 'skipped', ms: 0, reason: 'bypassed' },
    { index: 3, plugin: 'engine', tier: 'core', outcome: 'returned', ms: 3 },
  ],
  withheld: ['audio'],
  guardFailure: { event: 'tool.check' },
  pluginRegistered: { provenance: 'statusline@acme', tier: 'user', answer: 'observe', rule: 'entries[1]', isEnforced: false },
})

/** Ids that count upwards, and no mask. */
export function sourceOf(parts: Partial<SpanSource> = {}): SpanSource {
  let n = 0
  return {
    version: '0.1.0',
    instanceId: 'instance-1',
    policy: { name: 'acme', digest: 'abc' },
    randomHex: bytes => (++n).toString(16).padStart(2 * bytes, '0'),
    mask: text => text,
    ...parts,
  }
}

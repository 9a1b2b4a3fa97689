/** A trail to a receiver that takes everything, or answers as it is told. */
import type { Keeper } from '../../audit/keeper.ts'
import type { Reply } from '../../audit/outcome.ts'
import { createAuditTrail, type TrailOptions } from '../../audit/trail.ts'
import { auditOf } from '../../policy/compile/audit-of.ts'
import type { CompiledAudit, Levels } from '../../policy/compile/compiled.ts'
import { type ReceivedSpan, spansOf } from '../support/otlp-spans.ts'
import { sourceOf } from './example.ts'

export type BenchOptions = Partial<Pick<TrailOptions, 'mask' | 'randomHex'>> & {
  readonly audit?: Partial<Pick<CompiledAudit, 'durability' | 'reach' | 'key'>>
  readonly keeper?: Partial<Keeper>
  readonly post?: (body: string) => Promise<Reply>
}

/** A session is under way from the start, `begun` at 0 ms. `sent`: the spans that were sent when it is asked, after all that waits is released. */
export function trailBench(levels: Partial<Levels> = {}, { audit = {}, keeper, post, ...source }: BenchOptions = {}) {
  const bodies: string[] = []
  const kept: string[] = []
  const acknowledged: [string, number][] = []
  const made = createAuditTrail({
    ...sourceOf(source),
    audit: { ...auditOf({ endpoint: 'https://otel.acme.example/v1/traces', levels }), ...audit },
    post:
      post ??
      (async body => {
        bodies.push(body)
        return { status: 200, headers: {}, text: '{}' }
      }),
    sleep: () => new Promise<void>(() => {}),
    jitter: () => 0.5,
    ...(keeper === undefined
      ? {}
      : {
          keeper: {
            keep: async line => void kept.push(line),
            acknowledge: (chain, upToSeq) => void acknowledged.push([chain, upToSeq]),
            recover: async () => [],
            hurry: () => {},
            leave: async () => {},
            state: () => ({ waiting: 0, unwritten: 0, bytes: 0, dropped: 0, torn: 0, recovered: 0 }),
            ...keeper,
          },
        }),
  })
  const trail = {
    ...made,
    /** As the timer does, and a dispatch after it: what one does not send for want of an answer, the other does. */
    async tick(now: number): Promise<void> {
      await made.tick(now)
      await made.tick(now, { isBounded: true })
    },
  }
  trail.begin({ id: 'session-1', now: 0 })
  const spans = (): ReceivedSpan[] => bodies.flatMap(body => spansOf(JSON.parse(body)))
  return {
    trail,
    bodies,
    kept,
    acknowledged,
    spans,
    async sent(now = 1): Promise<ReceivedSpan[]> {
      await trail.tick(now)
      return spans()
    },
    /** The sealed lines, in the order of their numbers. */
    lines: (): string[] =>
      spans()
        .flatMap(({ attributes }) => ('castellan.audit.record' in attributes ? [String(attributes['castellan.audit.record'])] : []))
        .toSorted((a, b) => JSON.parse(a).seq - JSON.parse(b).seq),
  }
}

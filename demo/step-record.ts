import { secretCounts } from './counts.ts'
import type { Run } from './play.ts'
import type { Step } from './result.ts'

/** The last step: what the organisation's collector received. */
export function recordStep(run: Run): Step {
  const { receiver, rows, session } = run
  const { password, token } = secretCounts(run)
  const accepted = receiver.exports.filter(one => one.status === 200).length
  const isClean = receiver.problems.length === 0 && accepted === receiver.exports.length && accepted > 0
  const hasEnd = rows.some(row => row.event === 'session.end')
  const leaked = password.inSpans + token.inSpans
  return {
    title: 'The record arrives',
    actor: 'assessor',
    asked: 'Who did what, was it allowed, and which rule said so? castellan sends a span for each dispatch, as OTLP over HTTP.',
    happened: `${receiver.spans.length} spans came in ${accepted} exports: one for each of ${rows.length} dispatches, and one for each plugin in their chains.`,
    rules: [],
    checks: [
      {
        claim: 'Every export conforms to OTLP/JSON and was accepted',
        holds: isClean,
        seen: `${accepted} of ${receiver.exports.length} exports answered 200, ${receiver.problems.length} problems`,
      },
      {
        claim: 'No span holds a secret value',
        holds: leaked === 0 && accepted > 0,
        seen: `both values in the bodies of all exports: ${leaked}`,
      },
      {
        claim: 'The session went on to its end',
        holds: session.code === 0 && hasEnd,
        seen: `exit code ${session.code}; session.end is ${hasEnd ? '' : 'not '}in the record`,
      },
    ],
  }
}

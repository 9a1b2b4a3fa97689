/** A mod of the person's that writes down every result it sees: with the inner seat it sees markers. */
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { PATIENCE_MS, playAll } from '../support/play-all.ts'
import { filesUnder, textOf } from '../support/sandbox.ts'
import { bash, say, toolUse } from '../support/scripted-reply.ts'
import { asPersons, runSeated, type SeatedSession } from '../support/seated.ts'
import { inRequests, inRows, toolResult } from '../support/session-evidence.ts'

const POLICY = join(import.meta.dirname, 'inner')
const VALUE = 'zq3-canary-beneath-the-mods'
/** Known to nobody: it has the shape of one. Put together here so that no scanner takes this file for a leak. */
const TOKEN = `sk_live_${'aZ3kQ9xB7mW2pL5vR8tY1nC4'}`
const LISTENER = `async function keep($, id, answer) {
  await $.fs.write(\`\${await $.session.root()}/seen-\${id}.json\`, JSON.stringify(answer))
  return answer
}
export function register(on) {
  on('tool.call', async ($, e, next) => keep($, e.tool_use_id, await next(e)))
  on('tool.run', async ($, e, next) => keep($, 'run-' + e.tool_use_id, await next(e)))
  on('classic.PostToolUse', async ($, e, next) => (await keep($, 'post-' + e.tool_use_id, e), next(e)))
  on('classic.PostToolUseFailure', async ($, e, next) => (await keep($, 'post-' + e.tool_use_id, e), next(e)))
}
`

const listening = (isInner: boolean) =>
  runSeated({
    policy: POLICY,
    settings: built => ({
      ...asPersons(built.settings),
      ...(isInner ? {} : { appendPlugins: [], enabledPlugins: { 'castellan@acme': true } }),
    }),
    mods: { listener: LISTENER },
    prompt: 'go',
    project: { '.env': `TOKEN=${VALUE}\n`, notes: `it is ${VALUE}\n`, token: `STRIPE_KEY=${TOKEN}\n` },
    script: [
      [
        toolUse('Read', { file_path: 'notes' }, 'read'),
        bash('cat notes', 'cat'),
        bash('cat token', 'token'),
        bash('cat notes >&2; exit 3', 'fail'),
        bash('for i in $(seq 1 3000); do cat notes; done', 'big'),
      ],
      [say('done')],
    ],
  })

/** Each result at `tool.call`, at `tool.run` and at the event that settings hooks hear. */
const HEARD = ['', 'post-', 'run-'].flatMap(at => ['big', 'cat', 'fail', 'read', 'token'].map(id => at + id)).sort()

const plays = { inner: () => listening(true), outer: () => listening(false) }
let played: { [Play in keyof typeof plays]: SeatedSession }
beforeAll(async () => {
  played = await playAll(plays)
}, PATIENCE_MS)

const seen = ({ projectDir }: SeatedSession): Record<string, string> =>
  Object.fromEntries(
    filesUnder(projectDir, '.json').flatMap(file =>
      (/seen-((?:run-|post-)?(?:read|cat|fail|big|token))\.json$/.exec(file)?.slice(1) ?? []).map(id => [id, textOf(file)]),
    ),
  )

test('a mod between the seats sees markers in every result, wherever it hears of it', () => {
  const { inner } = played
  expect(inner.debugLog).toMatch(/castellan-inner@acme loaded \(worker, environment \d+, tier append\)/)
  for (const [id, text] of Object.entries(seen(inner))) {
    expect(text, id).toContain(id.endsWith('token') ? 'STRIPE_KEY=‹secret:pattern.stripe›' : '‹secret:TOKEN›')
    expect(text, id).not.toContain(VALUE)
    expect(text, id).not.toContain(TOKEN)
  }
  expect(Object.keys(seen(inner)).sort()).toEqual(HEARD)
})

test('without it the mod sees the values, and the model does not: this session can tell', () => {
  const { outer } = played
  for (const [id, text] of Object.entries(seen(outer))) expect(text, id).toContain(id.endsWith('token') ? TOKEN : VALUE)
  expect(Object.keys(seen(outer)).sort()).toEqual(HEARD)
})

test('either way no value comes as far as a request or a row', () => {
  for (const session of [played.inner, played.outer]) {
    expect([inRequests(session, VALUE, TOKEN), inRows(session, VALUE, TOKEN)]).toEqual([0, 0])
    expect(toolResult(session, 'read')?.text).toContain('it is ‹secret:TOKEN›')
    expect(toolResult(session, 'token')?.text).toContain('STRIPE_KEY=‹secret:pattern.stripe›')
  }
})

test('what the inner seat takes out of a result is in the record all the same: it keeps none, and the outer one counts the markers it meets', () => {
  const counted = (session: SeatedSession) =>
    session.audit.spans.flatMap(({ attributes }) =>
      attributes['castellan.hook.event'] === 'tool.call' && attributes['castellan.redaction.names'] !== undefined
        ? [[attributes['gen_ai.tool.call.id'], attributes['castellan.redaction.names']]]
        : [],
    )
  expect(counted(played.inner).length).toBeGreaterThan(3)
  expect(counted(played.inner).sort()).toEqual(counted(played.outer).sort())
})

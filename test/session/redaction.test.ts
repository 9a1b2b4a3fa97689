/** Values of every source, on every way to the model at once: none leaves, none is kept in a row, none is in the record. */
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { withoutRedactors } from '../support/break-seat.ts'
import { modSource } from '../support/mod-source.ts'
import { PATIENCE_MS, playAll } from '../support/play-all.ts'
import { bash, say, toolUse } from '../support/scripted-reply.ts'
import { asPersons, type Change, runSeated, type SeatedSession } from '../support/seated.ts'
import { UNATTENDED } from '../support/session.ts'
import { formsOf, inExports, inRequests, inRows, linksOf, spansWith, toolResult } from '../support/session-evidence.ts'

const POLICY = join(import.meta.dirname, 'sources-policy')
const SUB = 'Read the notes and report.'

/** One value for every way, so that each is seen to be closed. The one with quotes and a backslash reads otherwise inside JSON, and twice so inside that. */
const VALUES = {
  CASTELLAN_TEST_TOKEN: 'zq73-canary-of-the-environment',
  BY_READ: 'zq73-canary-by-read',
  BY_JSON: 'zq73-canary "by" json\\with all',
  BY_COMMAND: 'zq73-canary-by-command',
  BY_FAILURE: 'zq73-canary-by-failure',
  BY_MENTION: 'zq73-canary-by-mention',
  BY_PROMPT: 'zq73-canary-by-prompt',
  BY_SYSTEM: 'zq73-canary-by-system-prompt',
  BY_TELLER: 'zq73-canary-by-the-teller',
  BY_MODEL: 'zq73-canary-by-the-model',
  BY_SUB: 'zq73-canary-by-the-sub-agent',
  'auths.ghcr.io': 'zq73-canary-of-a-json-file',
  'db.password': 'zq73-canary-of-a-yaml-file',
  BY_VAULT: 'zq73-canary-of-a-command',
  BY_SETTINGS: 'zq73-canary-of-the-settings',
  BY_CHANGE: 'zq73-canary-by-a-change',
  BY_COMING: 'zq73-canary-by-a-new-file',
} as const
type Name = keyof typeof VALUES
const NAMES = Object.keys(VALUES) as Name[]
const formsByName = Object.fromEntries(NAMES.map(name => [name, formsOf(VALUES[name])])) as Record<Name, string[]>
const ALL_FORMS = NAMES.flatMap(name => formsByName[name])

const { CASTELLAN_TEST_TOKEN, BY_VAULT, BY_SETTINGS } = VALUES
const dotenv = NAMES.filter(name => /^BY_(?!VAULT|SETTINGS|CHANGE|COMING)/.test(name)).map(name => `${name}='${VALUES[name]}'\n`)
const inFiles = {
  json: JSON.stringify({ auths: { 'ghcr.io': VALUES['auths.ghcr.io'] } }),
  yaml: `db:\n  password: ${VALUES['db.password']}\n`,
}

/** Fails with so much output that the engine leaves out its middle and its end: a value lies over either edge. */
const many = (count: number) => `head -c ${count} /dev/zero | tr '\\0' .`
const CUT = `${many(4968)}; printenv CASTELLAN_TEST_TOKEN; ${many(24_981)}; printenv CASTELLAN_TEST_TOKEN; ${many(9000)}; exit 3`
const PART = CASTELLAN_TEST_TOKEN.slice(0, 20)

const telling = (change: Change) => {
  const agent = { description: 'read', prompt: SUB, subagent_type: 'general-purpose', run_in_background: false }
  const config = JSON.stringify({ a: VALUES.BY_JSON, inner: JSON.stringify({ b: VALUES.BY_JSON }) })
  return runSeated({
    policy: POLICY,
    change,
    mods: { teller: modSource('teller') },
    env: { CASTELLAN_TEST_TOKEN, CASTELLAN_TEST_VAULT: BY_VAULT, TELLER_TEXT: VALUES.BY_TELLER },
    settings: ({ settings }) => ({ ...asPersons(settings), env: { BY_SETTINGS } }),
    home: { '.acme/config.json': inFiles.json },
    args: [...UNATTENDED, '--append-system-prompt', `The word is ${VALUES.BY_SYSTEM}.`],
    prompt: `Read @mentioned.md, and remember ${VALUES.BY_PROMPT}.`,
    project: {
      '.env': dotenv.join(''),
      'mentioned.md': `mentioned: ${VALUES.BY_MENTION}\n`,
      'read.txt': `read: ${VALUES.BY_READ}\n`,
      'config.json': config,
      'deploy.yaml': inFiles.yaml,
      'sub.txt': `sub: ${VALUES.BY_SUB}\n`,
    },
    script: {
      main: [
        [
          bash('printenv CASTELLAN_TEST_TOKEN', 'environment'),
          toolUse('Read', { file_path: 'read.txt' }, 'read'),
          bash('cat config.json', 'json'),
          bash("echo 'zq73-canary-by-''command'", 'command'),
          bash("echo 'zq73-canary-by-''failure' >&2; exit 3", 'failure'),
          bash(CUT, 'cut'),
          bash('od -An -tx1 read.txt', 'dump'),
          bash('echo tell-me', 'tell'),
          bash('cat ~/.acme/config.json deploy.yaml; printenv CASTELLAN_TEST_VAULT BY_SETTINGS', 'sources'),
        ],
        // Nothing knows these before the call that makes them, and shows them.
        [bash('echo BY_CHANGE=zq73-canary-by-"a"-change >> .env; cat .env', 'change')],
        [bash('echo BY_COMING=zq73-canary-by-"a"-new-file > .env.local; cat .env.local', 'coming')],
        [toolUse('Agent', agent, 'agent')],
        [say(`I know ${VALUES.BY_MODEL}.`), bash('echo on', 'on')],
        [say('done')],
      ],
      rules: [
        { match: { first: SUB }, times: 1, blocks: [bash('cat sub.txt', 'sub')] },
        { match: { first: SUB }, blocks: [say('read')] },
      ],
    },
  })
}

/** A session with Bedrock, whose requests the engine signs before any hook hears of them; only the system prompt holds a value. */
const signed = () =>
  runSeated({
    policy: join(import.meta.dirname, 'policy'),
    args: [...UNATTENDED, '--append-system-prompt', `The word is ${VALUES.BY_SYSTEM}.`],
    prompt: 'go',
    project: { '.env': `BY_SYSTEM=${VALUES.BY_SYSTEM}\n` },
    env: {
      CLAUDE_CODE_USE_BEDROCK: '1',
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'dummy',
      AWS_SECRET_ACCESS_KEY: 'dummy',
      AWS_EC2_METADATA_DISABLED: 'true',
    },
    script: [[say('done')]],
  })

const plays = {
  signed,
  whole: () => telling(seat => seat),
  // The ways to the model are open, and what the record was told of is not: its values are masked by a list of its own.
  open: () => telling(withoutRedactors()),
}
let played: { [Session in keyof typeof plays]: SeatedSession }

beforeAll(async () => {
  played = await playAll(plays)
}, PATIENCE_MS)

describe('a value, by each way to the model', () => {
  test.each(NAMES)('%s: in no request and in no row, raw or escaped; its marker stands in its place', name => {
    const { whole } = played
    expect([inRequests(whole, ...formsByName[name]), inRows(whole, ...formsByName[name])]).toEqual([0, 0])
    expect(inRequests(whole, `‹secret:${name}›`)).toBeGreaterThan(0)
  })

  test.each(NAMES)('%s would be in a request without the redactors: this session can tell', name => {
    expect(inRequests(played.open, ...formsByName[name])).toBeGreaterThan(0)
  })
})

test('calls go on, and failed ones stay failed', () => {
  const { whole } = played
  expect(whole.code).toBe(0)
  expect(toolResult(whole, 'read')).toMatchObject({ isError: false, text: expect.stringContaining('read: ‹secret:BY_READ›') })
  expect(toolResult(whole, 'failure')).toMatchObject({ isError: true, text: expect.stringContaining('‹secret:BY_FAILURE›') })
})

test('of a failed command no part of a value is told, where the engine cut its output', () => {
  const cut = (session: SeatedSession) => toolResult(session, 'cut')?.text
  const told = (part: string) => [`${part}\n\n... [20012 characters truncated] ...\n\n`, part]
  for (const part of told(PART)) expect(cut(played.open)).toContain(part)
  for (const part of told('‹secret:CASTELLAN_TEST_TOKEN›')) expect(cut(played.whole)).toContain(part)
  expect([inRequests(played.whole, PART), inRows(played.whole, PART)]).toEqual([0, 0])
})

test('a dump of a file shows no character of the value in it', () => {
  const shown = '7a 71 37 33 2d 63'
  const dump = (session: SeatedSession) => toolResult(session, 'dump')?.text
  expect(dump(played.open)).toContain(shown)
  expect(dump(played.whole)).toContain('‹secret:BY_READ›')
  expect(inRequests(played.whole, shown)).toBe(0)
})

test('a signed request that holds a value is not sent, and the person is told why and what to do', () => {
  const { signed } = played
  expect(signed.stdout).toMatch(
    /this request was not sent: it holds a secret value \(BY_SYSTEM\) and is signed \(AWS SigV4\).*a Bedrock API key/,
  )
  expect(inRequests(signed, ...formsByName.BY_SYSTEM)).toBe(0)
  // What did arrive are the engine's own probes, signed as well: it was Bedrock, and it was this server.
  const dates = signed.requests.filter(({ path }) => path.startsWith('/model/')).map(({ headers }) => headers['x-amz-date'])
  expect(dates.length).toBeGreaterThan(0)
  expect(dates).not.toContain(undefined)
  expect(signed.requests.filter(({ path }) => path.includes('response-stream'))).toEqual([])
})

describe('the record', () => {
  test('holds no value, and what the receiver got conforms', () => {
    for (const session of [played.whole, played.open]) {
      expect(inExports(session, ...ALL_FORMS)).toBe(0)
      expect(session.audit.problems).toEqual([])
      expect(session.audit.exports.map(sent => sent.status)).not.toContain(400)
    }
  })

  test('names what was replaced, and where a value had come as far as a request', () => {
    const { whole } = played
    const [read] = spansWith(whole, { 'castellan.hook.event': 'tool.call', 'gen_ai.tool.call.id': 'read' })
    expect(read?.attributes).toMatchObject({ 'castellan.redaction.names': ['BY_READ'], 'castellan.redaction.count': 1 })
    const leaks = spansWith(whole, { 'castellan.hook.event': 'http.fetch', 'castellan.redaction.is_leak': true })
    expect(leaks.flatMap(span => span.attributes['castellan.redaction.names'])).toContain('BY_SYSTEM')
    const namesOf = (event: string) =>
      new Set(spansWith(whole, { 'castellan.hook.event': event }).flatMap(span => span.attributes['castellan.redaction.names'] ?? []))
    const events = ['prompt.mention', 'prompt.submit', 'turn.step', 'session.append']
    // A row that a mod puts into the conversation is heard by no hook before.
    expect(events.map(namesOf)).toEqual([['BY_MENTION'], ['BY_PROMPT'], ['BY_MODEL'], ['BY_TELLER']].map(names => new Set(names)))
  })

  test('shows the mod that took part, by its link beneath the call', () => {
    const { whole } = played
    const [call] = spansWith(whole, { 'castellan.hook.event': 'tool.call', 'gen_ai.tool.call.id': 'tell' })
    expect(call && linksOf(whole, call)).toContain('teller returned')
  })

  test('tells the policy and the session on every span', () => {
    const { whole } = played
    const dispatches = whole.audit.spans.filter(span => span.attributes['castellan.hook.event'] !== undefined)
    expect(dispatches.length).toBeGreaterThan(100)
    for (const { resource, attributes } of dispatches) {
      expect(resource).toMatchObject({ 'service.name': 'castellan', 'castellan.policy.name': 'session-test' })
      expect(resource['castellan.policy.digest']).toBe(whole.built.policy.digest)
      expect(attributes['session.id']).toMatch(/^[0-9a-f-]{36}$/)
    }
  })
})

/** What is built decides as its source does: minified, its libraries trimmed. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadPolicy } from '../../cli/load-policy.ts'
import { packageRoot } from '../../cli/package-root.ts'
import { createCastellan } from '../../hooks/castellan.ts'
import { fakeDoors } from '../hooks/doors.ts'
import { ATTACK_SHAPES } from '../policy/shell/attack-shapes.ts'

const CORPUS = join(import.meta.dirname, '../policy/corpus')
const ENGINE = { plugin: 'engine', tier: 'core' }
const loaded = loadPolicy('policies/reference', packageRoot())
if (!loaded.ok) throw new Error('the reference policy cannot be read')
const { policy } = loaded

const inputs = ['cases.jsonl', 'forms.jsonl', 'own-cases.jsonl'].flatMap(file =>
  readFileSync(join(CORPUS, file), 'utf8')
    .split('\n')
    .flatMap(line => (line === '' ? [] : [(JSON.parse(line) as { tool?: string; input?: object }).input]))
    .filter(input => input !== undefined && 'command' in input),
)

test('a Bash call is answered in the same words, for every line of the corpora and every shape of attack', async () => {
  const built = (await import(join(packageRoot(), 'dist/castellan.js'))) as { createCastellan: typeof createCastellan }
  const [asBuilt, asWritten] = [built.createCastellan(policy), createCastellan(policy)]
  const files = { '/srv/project/.env': 'TOKEN=zq7-fixture-value\n', '/srv/project/run.sh': 'git push --force\ncat ~/.ssh/id_rsa\n' }
  const calls = [...inputs, ...Object.values(ATTACK_SHAPES).map(shape => ({ command: shape(200) }))]
  expect(calls.length).toBeGreaterThan(2000)
  const verdicts = new Map<string, number>()
  const differing: unknown[] = []
  for (const [index, input] of calls.entries()) {
    const e = { tool: 'Bash', input, tool_use_id: `t${index}` }
    const [one, other] = await Promise.all(
      [asBuilt, asWritten].map(castellan => castellan.check(fakeDoors({ files }), e, ENGINE, { decision: 'allow' })),
    )
    verdicts.set(`${one?.decision}`, (verdicts.get(`${one?.decision}`) ?? 0) + 1)
    if (JSON.stringify(one) !== JSON.stringify(other)) differing.push({ input, one, other })
  }
  expect(differing).toEqual([])
  expect(verdicts.get('deny')).toBeGreaterThan(500)
  expect(verdicts.get('allow')).toBeGreaterThan(500)
})

/** Aliases and functions of the person's shell, on the real engine: what they run is what is judged, from the first command on. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { modSource } from '../support/mod-source.ts'
import { PATIENCE_MS } from '../support/play-all.ts'
import { bash, say, toolUse } from '../support/scripted-reply.ts'
import { runSeated, type SeatedSession } from '../support/seated.ts'
import { spansWith, toolResult } from '../support/session-evidence.ts'
import { skipUnless } from '../support/skip.ts'

const POLICY = join(import.meta.dirname, 'policy')
const SUB = 'Push this, then report.'
const AGENT = { description: 'push', prompt: SUB, subagent_type: 'general-purpose', run_in_background: false }

/** What a person may have in a start-up file. */
const START_UP = `alias g=git
alias sudo='sudo '
alias forced='g push --force'
pushed() { git push -f "$@"; }
touched() { touch "$@"; }
`

const zsh = process.env.CASTELLAN_ZSH ?? ['/bin/zsh', '/usr/bin/zsh'].find(existsSync)
const SHELLS = [
  { name: 'bash', shell: '/bin/bash', file: '.bashrc' },
  { name: 'zsh', shell: zsh ?? '', file: '.zshrc' },
]

const rulesOf = (session: SeatedSession, id: string) => {
  const [span] = spansWith(session, { 'castellan.hook.event': 'tool.check', 'gen_ai.tool.call.id': id })
  return [span?.attributes['castellan.decision'], ...((span?.attributes['castellan.rules'] as string[] | undefined) ?? [])]
}

describe.each(SHELLS)('$name', ({ name, shell, file }) => {
  const isSkipped = skipUnless(shell !== '', `aliases of ${name}`, 'it is not installed here')

  describe.skipIf(isSkipped)('the start-up file of the person', () => {
    let session: SeatedSession

    beforeAll(async () => {
      session = await runSeated({
        policy: POLICY,
        env: { SHELL: shell },
        home: { [file]: START_UP },
        git: true,
        prompt: 'go',
        script: {
          main: [
            [bash('g push -f origin main', 'first')],
            [
              bash('g status', 'status'),
              bash('forced', 'forced'),
              bash('pushed origin', 'pushed'),
              bash('touched free-1', 'touched'),
              bash('touched forbidden-1', 'forbidden'),
              bash('grep -r x . || find . -name nothing', 'search'),
            ],
            [toolUse('Agent', AGENT, 'agent')],
            [say('done')],
          ],
          rules: [
            {
              match: { first: SUB },
              times: 1,
              blocks: [bash('g push -f', 'first-sub'), bash('g status', 'status-sub'), bash('pushed', 'pushed-sub')],
            },
            { match: { first: SUB }, blocks: [say('pushed')] },
          ],
        },
      })
    }, PATIENCE_MS)

    test.each(['first', 'forced', 'pushed', 'first-sub', 'pushed-sub'])('a forced push by another name is denied: %s', id => {
      expect(rulesOf(session, id)).toEqual(['deny', 'git.force-push'])
      expect(toolResult(session, id)?.text).toContain('[git.force-push]')
    })

    test.each(['status', 'status-sub'])('the innocent use of the same name runs: %s', id => {
      expect(rulesOf(session, id)).toEqual(['allow'])
      expect(toolResult(session, id)?.text).toContain('On branch main')
    })

    test('what a function does is judged by its arguments', () => {
      expect(['free-1', 'forbidden-1'].filter(session.exists)).toEqual(['free-1'])
      expect(rulesOf(session, 'forbidden')).toEqual(['deny', 'session.forbidden'])
    })

    test("a search through the engine's own functions is what it says", () => {
      expect(rulesOf(session, 'search')).toEqual(['allow'])
    })
  })
})

describe('later in a session', () => {
  let session: SeatedSession

  beforeAll(async () => {
    session = await runSeated({
      policy: POLICY,
      home: { '.bashrc': START_UP },
      git: true,
      mods: { hog: modSource('hog') },
      prompt: 'go',
      script: [
        [bash(`for f in ~/.claude/shell-snapshots/*; do echo "alias -- later='git push'" >> $f; done`, 'adds')],
        [bash('later -f', 'later')],
        [bash('echo hog-now')],
        [bash('g push -f', 'after')],
        [bash('later --force', 'after-later')],
        [say('done')],
      ],
    })
  }, PATIENCE_MS)

  test('a name that a command adds to the snapshot is known to the next', () => {
    expect(rulesOf(session, 'adds')).toEqual(['allow'])
    expect(rulesOf(session, 'later')).toEqual(['deny', 'git.force-push'])
  })

  test('names are known again in a new worker', () => {
    expect(session.debugLog).toMatch(/hooks worker spawned[\s\S]*hooks worker spawned/)
    expect(rulesOf(session, 'after')).toEqual(['deny', 'git.force-push'])
    expect(rulesOf(session, 'after-later')).toEqual(['deny', 'git.force-push'])
  })
})

test('/castellan starts no shell, and says that no name is known', async () => {
  const { stdout, sandbox } = await runSeated({ policy: POLICY, home: { '.bashrc': START_UP }, prompt: '/castellan', script: [] })
  expect(stdout).toContain('Shell    not started yet')
  expect(existsSync(join(sandbox.home, '.claude/shell-snapshots'))).toBe(false)
})

import { describe, expect, it } from 'vitest'
import type { Spoken } from '../../../policy/decide/decision.ts'
import { refusalText } from '../../../policy/decide/refusal-text.ts'

const said = (rule: string, more: Partial<Spoken> = {}): Spoken => ({
  rule,
  table: 't',
  verdict: 'deny',
  certainty: 'certain',
  mode: 'enforce',
  reason: 'Force-push rewrites history others have pulled',
  matched: 'curl -H hunter2',
  ...more,
})

describe('refusalText', () => {
  it('says why, what to do instead, and which rule, and nothing of the call', () => {
    const spoken = [said('git.force-push', { instead: 'Push a new branch and open a pull request.' })]
    expect(refusalText({ verdict: 'deny', spoken }, 'acme-standard')).toBe(
      'castellan (acme-standard): Force-push rewrites history others have pulled. Instead: push a new branch and open a pull request. [git.force-push]',
    )
  })

  it('names every enforced rule behind the verdict, and no other', () => {
    const spoken = [
      said('a'),
      said('b', { mode: 'observe' }),
      said('c', { verdict: 'ask' }),
      said('d', { reason: 'No!', instead: 'GitHub it' }),
    ]
    const text = refusalText({ verdict: 'deny', spoken }, 'p')
    expect(text).toMatch(/^castellan \(p\): .*\[a\] No! Instead: GitHub it\. \[d\]$/)
    expect(text).not.toMatch(/\[b\]|\[c\]|hunter2/)
    expect(refusalText({ verdict: 'ask', spoken }, 'p')).toMatch(/\[c\]$/)
    expect(refusalText({ verdict: 'none', spoken: [] }, 'p')).toBe('')
  })

  it('says when castellan cannot tell and what to do about it, once, however many rules it may be', () => {
    const spoken = Array.from({ length: 20 }, (_, at) => said(`r${at}`, { certainty: 'cannot-tell' }))
    const text = refusalText({ verdict: 'deny', spoken }, 'p')
    expect(text.match(/cannot tell/g)).toHaveLength(1)
    expect(text).toContain('write it out plainly')
    expect(text).toMatch(/\[r7\] And 12 more\.$/)
    expect(text).not.toContain('hunter2')
  })
})

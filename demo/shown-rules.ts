import type { CompiledPolicy } from '../policy/compile/compiled.ts'
import type { ShownRule } from './result.ts'

/** The policy's rules of these ids, as a person reads them. An id the policy does not know is shown without a reason. */
export function rulesNamed(policy: CompiledPolicy, ids: readonly string[]): ShownRule[] {
  return ids.map(id => {
    const rule = policy.rules.find(one => one.id === id)
    if (rule === undefined) return { id, reason: '' }
    return { id, reason: rule.reason, ...(rule.instead === undefined ? {} : { instead: rule.instead }) }
  })
}

/** The first entry of `plugins.entries` that refuses plugins for calling this; none where the policy has none. */
export function entriesRefusing(policy: CompiledPolicy, call: string): ShownRule[] {
  const at = policy.plugins.entries.findIndex(entry => entry.answer === 'refuse' && entry.calls?.includes(call))
  const entry = policy.plugins.entries[at]
  return entry === undefined ? [] : [{ id: `plugins.entries, entry ${at + 1} (calls ${call})`, reason: entry.reason ?? '' }]
}

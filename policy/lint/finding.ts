import type { PolicyError } from '../compile/result.ts'

/** What lint finds, by name. The names are stable: editors and CI filter by them. */
export const CODES = {
  'unused-entry': 'an entry of an allowlist that no silent test needs',
  'wide-entry': 'an entry of an allowlist that runs what it is handed',
  'no-rule': 'the policy has no rule',
  'no-reason': 'a plugin is refused without a reason',
  'no-instead': 'a deny that does not say what to do instead',
  'refuses-nothing': 'no record is kept before its call, so none can be refused',
  'mods-hear-writes': 'a mod can keep records from the disk',
  'shown-credential': 'a credential of the audit can be read by the model',
  'open-endpoint': 'records leave the machine unencrypted',
  'ignores-unknown': 'a deny that lets pass what cannot be told',
  'fits-everything': 'a glob that fits all there is',
  'fits-nothing': 'a name, flag or glob that nothing can ever equal',
  'dead-rule': 'a condition that cannot hold',
  'dead-branch': 'an alternative that cannot hold',
  'covered-glob': 'a glob whose every path is an exception',
  'duplicate-rule': 'a rule with the condition of another',
  'shadowed-rule': 'a rule that adds nothing to a stricter one',
  'blind-rule': 'no near miss comes near the rule',
  'repeated-test': 'a test that is there twice',
  'slow-regex': 'an expression whose time grows faster than the text',
  'ask-is-deny': 'an ask where nobody can be asked',
  'unrecorded-observe': 'observed, and no record of it',
  'not-a-secret': 'a variable that holds no secret',
  'refused-value': 'a value, where it was looked for, that is not treated as a secret',
  'unread-source': 'a source of secrets that could not be read here',
  'written-value': 'a token that stands in the policy itself',
  'loose-program': 'a program that PATH decides about',
  'one-person': 'a path of one person alone',
  'unknown-tool': 'a tool that castellan does not know',
  hydrates: 'calls that are handed secrets, or find them',
  'hidden-entry': 'a plugin entry that an earlier one answers for',
} as const

export type Code = keyof typeof CODES

/** `note`: worth knowing, and often meant so. */
export type Finding = PolicyError & { readonly code: Code; readonly level: 'warning' | 'note'; readonly rule?: string }

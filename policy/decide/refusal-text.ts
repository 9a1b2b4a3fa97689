import type { Decision, Spoken } from './decision.ts'

/** Rules named one by one when castellan cannot tell; a line nobody can read may be about every rule there is. */
const MAX_UNCLEAR = 8

const UNCLEAR =
  'castellan cannot tell what this would run or touch. Instead: write it out plainly, with the program, its flags and every path as literal text.'

/**
 * What a developer or the model reads of a decision: each enforced rule behind the verdict, with its reason, what to do instead, and its id.
 * Empty for `none`. It holds policy text alone, and where that says `{found}` what `foundText` shows of the call: it may carry a secret.
 */
export const refusalText = (decision: Decision, policyName: string): string => {
  const speaking = decision.spoken.filter(one => one.mode === 'enforce' && one.verdict === decision.verdict)
  if (speaking.length === 0) return ''
  const certain = speaking.filter(one => one.certainty === 'certain').map(certainText)
  return [`castellan (${policyName}):`, ...certain, ...unclearText(speaking.filter(one => one.certainty === 'cannot-tell'))].join(' ')
}

const certainText = ({ reason, instead, rule }: Spoken): string => `${sentence(reason)}${insteadText(instead)} [${rule}]`

const unclearText = (rules: readonly Spoken[]): readonly string[] => {
  if (rules.length === 0) return []
  const named = rules.slice(0, MAX_UNCLEAR).map(({ reason, rule }) => `${sentence(reason)} [${rule}]`)
  const more = rules.length > MAX_UNCLEAR ? [`And ${rules.length - MAX_UNCLEAR} more.`] : []
  return [UNCLEAR, rules.length === 1 ? 'The rule that may apply:' : 'The rules that may apply:', ...named, ...more]
}

const insteadText = (instead: string | undefined): string => (instead === undefined ? '' : ` Instead: ${sentence(lowerFirst(instead))}`)

const sentence = (text: string): string => {
  const trimmed = text.trim()
  return /[.!?]$/.test(trimmed) ? trimmed : `${trimmed}.`
}

/** `Push a branch` goes on a sentence as `push a branch`; a first word with further capitals (`GitHub`, `CI`) is a name and stays. */
const lowerFirst = (text: string): string => {
  const [first = ''] = text.trim().split(/\s/, 1)
  const isPlainWord = /^[A-Z][a-z]+[,:]?$/.test(first)
  return isPlainWord ? text.trim().charAt(0).toLowerCase() + text.trim().slice(1) : text.trim()
}

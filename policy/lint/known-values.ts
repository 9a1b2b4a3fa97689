/** What is told about the values that a policy's sources hold on one machine. lint alone cannot know them: the command line reads the sources where it is asked to. */
import { load } from '../compile/loaded.ts'
import type { SourceFile } from '../compile/result.ts'
import { headShape } from '../schema/head.ts'
import type { Finding } from './finding.ts'

/** `refused`: names whose values cannot be secrets, and why. `failures`: sources that could not be read. Neither holds a value. */
export type LoadedValues = {
  readonly refused: readonly { readonly name: string; readonly why: string }[]
  readonly failures: readonly { readonly label: string; readonly why: string }[]
}

/** Each refusal by name, where the policy names it, else at its sources; then each source that could not be read. */
export function loadedFindings(file: SourceFile, { refused, failures }: LoadedValues): readonly Finding[] {
  const head = load(file, headShape)
  const env = head.data?.secrets?.env ?? []
  const found = (code: Finding['code'], path: readonly (string | number)[], message: string): Finding => ({
    ...head.errorAt({ path: ['secrets', ...path], message }),
    code,
    level: 'warning',
  })
  return [
    ...refused.map(({ name, why }) =>
      found('refused-value', env.includes(name) ? ['env', env.indexOf(name)] : [], `${name} is not treated as a secret: it ${why}.`),
    ),
    ...failures.map(({ label, why }) => found('unread-source', [], `${label} ${why}.`)),
  ]
}

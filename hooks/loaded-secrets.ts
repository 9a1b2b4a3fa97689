/** What the redactors and the round-trip gates work with: the values that are known by now. */
import type { Redactor } from '../redact/redactor.ts'

/** `refused`: what was found and cannot be a secret, with why; never a value. `secrets`: what is registered, several values of one name included. */
export type LoadedSecrets = {
  readonly redactor: Redactor
  readonly refused: readonly { readonly name: string; readonly why: string }[]
  readonly secrets: readonly { readonly name: string; readonly value: string }[]
}

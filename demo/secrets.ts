import { randomBytes } from 'node:crypto'

/** A made-up secret of this run. `value` goes to the places of the story and to nothing that is shown. */
export type DemoSecret = { readonly name: string; readonly source: string; readonly value: string }

const madeUp = (bytes: number): string => randomBytes(bytes).toString('hex')

/** The two secrets of the story, made up anew for each run: one stands in `.env`, the other in the environment. */
export function makeSecrets(): { readonly password: DemoSecret; readonly token: DemoSecret } {
  return {
    password: { name: 'BILLING_DB_PASSWORD', source: '.env', value: madeUp(12) },
    token: { name: 'CASTELLAN_DEMO_TOKEN', source: 'the environment', value: madeUp(16) },
  }
}

/** What is shown in the place of a value: nothing of it. */
export const MASK = '••••••••••••'

/** Makes any text fit to be shown: each value in it gives way to the mask. */
export function masker(secrets: readonly DemoSecret[]): (text: string) => string {
  return text => secrets.reduce((shown, { value }) => shown.replaceAll(value, MASK), text)
}

/** How often a text stands in another, without overlap. */
export const countOf = (needle: string, text: string): number => text.split(needle).length - 1

import { hostName } from '../facts/address.ts'

/** A glob over hosts in the one spelling that hosts have: lower case, names of other scripts in their ASCII form, no trailing dot, no brackets. */
export const hostGlob = (source: string): string =>
  source
    .replace(/^\[([0-9a-fA-F:.]+)\]$/, '$1')
    .toLowerCase()
    .replace(/\.$/, '')
    .split('.')
    .map(label => (IS_PLAIN_FOREIGN.test(label) ? (hostName(label) ?? label) : label))
    .join('.')

/** A name in another script without a pattern in it. */
const IS_PLAIN_FOREIGN = /^(?=.*\P{ASCII})[^*?[\]{},\\]+$/u

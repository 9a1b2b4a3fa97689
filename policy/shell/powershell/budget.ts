/** How much PowerShell and cmd is taken on, besides the steps of the whole line; past any of these the answer is `too-complex`. */

/** UTF-16 code units of one script: a longer one, made of nothing but substitutions, takes more than a tenth of a second. */
export const MAX_SCRIPT = 16 * 1024
/** Groups inside one another whose value is looked for, and substitutions in quotes. */
export const MAX_NESTED = 16
/** Characters of a group whose value is looked for. */
export const MAX_GROUP = 4096
/** Words of one expression of constants. */
export const MAX_FOLDED = 512
/** Steps that a command costs before what it runs is looked at. */
export const COMMAND_STEPS = 8

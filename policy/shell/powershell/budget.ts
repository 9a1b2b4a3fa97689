/** How much PowerShell is taken on; past any of these the answer is `too-complex`. */

/** UTF-16 code units of one script. */
export const MAX_SCRIPT = 32 * 1024
/** Groups, blocks and subexpressions inside one another. */
export const MAX_NESTED = 24
/** Words of one script. */
export const MAX_WORDS = 4096
/** Steps that a command costs before what it runs is looked at. */
export const COMMAND_STEPS = 24

/** What a gate says when its hook threw, overran or answered wrongly: constants, spelled out in every seat so that nothing can fail in their making. */

/** Stands in each of them. */
export const GUARD_FAILED = '[castellan.guard-failed]'

export const FAILED = `castellan: this was refused because the policy guard itself failed ${GUARD_FAILED}. Try again; if it stays, tell whoever runs castellan here.`
export const WITHHELD = `castellan: the result was withheld because secret values could not be removed from it ${GUARD_FAILED}.`
/** What stands in a refusal for want of a record. */
export const UNRECORDED = '[castellan.unrecorded]'

export const UNSENT = `castellan: the request was not sent because secret values could not be removed from it ${GUARD_FAILED}. Try again; /clear starts afresh.`

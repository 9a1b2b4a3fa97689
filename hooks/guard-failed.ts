/** Stands in what a gate's `.catch` says, in every seat. */
export const GUARD_FAILED = '[castellan.guard-failed]'

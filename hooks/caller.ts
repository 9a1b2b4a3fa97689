import type { Tier } from '../policy/compile/compiled.ts'
import type { Origin } from './doors.ts'

/** Whose call it is, as the facts about it have it. The engine names no other tiers. */
export const callerOf = ({ plugin, tier }: Origin): { readonly plugin: string; readonly tier: Tier } => ({ plugin, tier: tier as Tier })

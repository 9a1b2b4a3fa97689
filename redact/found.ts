/** What one look at a source of secrets gave, whoever looked: a session or the command line. */
import type { Assignment } from './dotenv.ts'

/** `failure`: why what the source holds is not known, or not all of it; it names places, never a value. */
export type Found = { readonly values: readonly Assignment[]; readonly failure?: string }

export const failed = (failure: string): Found => ({ values: [], failure })

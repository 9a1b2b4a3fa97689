import type { CompiledPolicy } from './compiled.ts'

/** Whether some records are kept on the disk until the collector has them: what does so stands in `spool.js`. */
export const hasSpool = ({ audit }: Pick<CompiledPolicy, 'audit'>): boolean =>
  audit !== undefined && Object.values(audit.durability).some(durability => durability !== 'memory')

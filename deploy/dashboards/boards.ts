import { operators } from './operators.ts'
import { ruleTable } from './rule-table.ts'
import { security } from './security.ts'

/** Every board as Grafana imports it, by the name of its file. One a table, in the order given. Same tables, same bytes. */
export function boards(tables: readonly string[]): ReadonlyMap<string, string> {
  const all = [security(), operators(), ...tables.map(ruleTable)].map(builder => builder.build())
  return new Map(all.map(board => [`${board.uid}.json`, `${JSON.stringify(board, undefined, 1)}\n`]))
}

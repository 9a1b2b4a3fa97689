import { wrap } from './wrap.ts'

const GAP = '  '

/** Rows under a head, each cell wrapped to the width of its column. */
export function table(widths: readonly number[], head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const rule = widths.map(width => '-'.repeat(width)).join(GAP)
  return [...row(widths, head), rule, ...rows.flatMap(cells => row(widths, cells))]
}

function row(widths: readonly number[], cells: readonly string[]): string[] {
  const columns = widths.map((width, at) => wrap(cells[at] ?? '', width))
  const height = Math.max(...columns.map(column => column.length))
  return Array.from({ length: height }, (_, line) =>
    widths
      .map((width, at) => (columns[at]?.[line] ?? '').padEnd(width))
      .join(GAP)
      .trimEnd(),
  )
}

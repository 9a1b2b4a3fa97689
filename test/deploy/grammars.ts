import { parser as logql } from '@grafana/lezer-logql'
import { parser as traceql } from '@grafana/lezer-traceql'
import type { LRParser } from '@lezer/lr'
import { parser as promql } from '@prometheus-io/lezer-promql'

const PARSERS: Readonly<Record<Language, LRParser>> = { promql, traceql, logql }

export type Language = 'promql' | 'traceql' | 'logql'

/** Grafana fills these in before a store reads the query. */
const filledIn = (query: string): string => query.replaceAll(/\$__(range|rate_interval)\b/g, '1h')

/** Where the grammar of the language finds no sense in a query: the text from there on. None is the empty list. */
export function faultsOf(language: Language, query: string): string[] {
  const text = filledIn(query)
  const faults: string[] = []
  PARSERS[language].parse(text).iterate({
    enter: node => {
      if (node.type.isError) faults.push(text.slice(node.from) || '(its end)')
    },
  })
  return faults
}

/** What a PromQL query reads. `grouped` are the labels of by, on and the like. */
export type Reads = {
  readonly selectors: readonly { readonly metric: string; readonly labels: readonly string[] }[]
  readonly grouped: readonly string[]
}

export function readsOf(query: string): Reads {
  const text = filledIn(query)
  const selectors: { metric: string; labels: string[] }[] = []
  const grouped: string[] = []
  promql.parse(text).iterate({
    enter: ({ name, from, to, node }) => {
      if (name === 'VectorSelector') selectors.push({ metric: /^[\w:]+/.exec(text.slice(from, to))?.[0] ?? '', labels: [] })
      if (name !== 'LabelName') return
      const isInSelector = node.parent?.name.endsWith('LabelMatcher') || node.parent?.name === 'UnquotedLabelMatcher'
      const label = text.slice(from, to)
      if (isInSelector) selectors.at(-1)?.labels.push(label)
      else grouped.push(label)
    },
  })
  return { selectors, grouped }
}

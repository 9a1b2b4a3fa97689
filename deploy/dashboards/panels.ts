/** The few kinds of panel the boards are made of. Queries go in as text; the stores are chosen by the board's variables. */
import type * as cog from '@grafana/grafana-foundation-sdk/cog'
import type * as common from '@grafana/grafana-foundation-sdk/common'
import { DashboardBuilder, DatasourceVariableBuilder, type Panel } from '@grafana/grafana-foundation-sdk/dashboard'
import { PanelBuilder as LogsBuilder } from '@grafana/grafana-foundation-sdk/logs'
import { DataqueryBuilder as LokiQuery } from '@grafana/grafana-foundation-sdk/loki'
import { DataqueryBuilder as PrometheusQuery, PromQueryFormat } from '@grafana/grafana-foundation-sdk/prometheus'
import { PanelBuilder as StatBuilder } from '@grafana/grafana-foundation-sdk/stat'
import { PanelBuilder as TableBuilder } from '@grafana/grafana-foundation-sdk/table'
import { DataqueryBuilder as TempoQuery } from '@grafana/grafana-foundation-sdk/tempo'
import { PanelBuilder as TimeseriesBuilder } from '@grafana/grafana-foundation-sdk/timeseries'

/** `text` says what is seen and what to think of it; `legend` is Grafana's template over the labels. */
export type PanelText = {
  readonly title: string
  readonly text: string
  readonly query: string
  readonly legend?: string
  readonly unit?: string
}

export type PanelOf = cog.Builder<Panel>

// A store is a variable of the board.
const storeOf = (type: string, variable: string): common.DataSourceRef => ({ type, uid: `\${${variable}}` })
const METRICS = storeOf('prometheus', 'metrics')
const TRACES = storeOf('tempo', 'traces')
const LOGS = storeOf('loki', 'logs')

/** The board's time, in a query. */
export const OVER = '[$__range]'

const HEIGHT = 8
const HALF = 12
const QUARTER = 6
const WHOLE = 24

function metricsQuery({ query, legend = '' }: PanelText): PrometheusQuery {
  return new PrometheusQuery().refId('A').datasource(METRICS).expr(query).legendFormat(legend)
}

/** One number now, over the board's time. */
export function number({ unit = 'short', ...panel }: PanelText): PanelOf {
  const query = metricsQuery(panel).instant()
  return new StatBuilder()
    .title(panel.title)
    .description(panel.text)
    .datasource(METRICS)
    .unit(unit)
    .height(4)
    .span(QUARTER)
    .withTarget(query)
}

/** Lines over time. */
export function lines({ unit = 'short', ...panel }: PanelText): PanelOf {
  const query = metricsQuery(panel).range()
  const builder = new TimeseriesBuilder().title(panel.title).description(panel.text).datasource(METRICS).unit(unit)
  return builder.height(HEIGHT).span(HALF).withTarget(query)
}

/** A row for each set of labels, over the board's time. */
export function ranking(panel: PanelText): PanelOf {
  const query = metricsQuery(panel).instant().format(PromQueryFormat.Table)
  return new TableBuilder().title(panel.title).description(panel.text).datasource(METRICS).height(HEIGHT).span(HALF).withTarget(query)
}

/** Spans, the newest first, each a link to its trace. */
export function spans({ title, text, query }: PanelText): PanelOf {
  const search = new TempoQuery().refId('A').datasource(TRACES).queryType('traceql').query(query).limit(50)
  return new TableBuilder().title(title).description(text).datasource(TRACES).height(HEIGHT).span(WHOLE).withTarget(search)
}

/** The engine's own events, as they came. */
export function events({ title, text, query }: PanelText): PanelOf {
  const search = new LokiQuery().refId('A').datasource(LOGS).expr(query)
  return new LogsBuilder().title(title).description(text).datasource(LOGS).height(HEIGHT).span(WHOLE).withTarget(search)
}

export type BoardText = { readonly uid: string; readonly title: string; readonly text: string; readonly from: string }

const STORES = [
  { name: 'metrics', label: 'Metrics', type: 'prometheus' },
  { name: 'traces', label: 'Traces', type: 'tempo' },
  { name: 'logs', label: 'Logs', type: 'loki' },
]

/** A board of these panels, in reading order. */
export function boardOf({ uid, title, text, from }: BoardText, panels: readonly PanelOf[]): DashboardBuilder {
  const board = new DashboardBuilder(title)
    .uid(uid)
    .description(text)
    .tags(['castellan'])
    .time({ from, to: 'now' })
    .refresh('1m')
    .timezone('browser')
  for (const { name, label, type } of STORES) board.withVariable(new DatasourceVariableBuilder(name).label(label).type(type))
  for (const panel of panels) board.withPanel(panel)
  return board
}

import { boardOf, lines, number, OVER, ranking, spans } from './panels.ts'

const quantile = (q: string) =>
  `histogram_quantile(${q}, sum by (le, castellan_hook_event) (rate(castellan_duration_seconds_bucket{castellan_hook_event=~"tool.check|prompt.mention|http.fetch"}[$__rate_interval])))`

/** For those who keep it running: are the seats well, how long do people wait, what waits to be sent. */
export const operators = () =>
  boardOf({ uid: 'castellan-operators', title: 'castellan: operators', text: 'Seat health, latency, backlog', from: 'now-6h' }, [
    number({
      title: 'Guard failures',
      text: 'Hooks of castellan that failed; their constant refusal answered.',
      query: `sum(increase(castellan_guard_failures_total${OVER})) or vector(0)`,
    }),
    number({
      title: 'Seats dropping records',
      text: 'Stamped events that told of dropped records.',
      query: `sum(increase(castellan_engine_dropping_total${OVER})) or vector(0)`,
    }),
    number({
      title: 'Stamped events',
      text: 'The share of the engine events that must be stamped, and are.',
      query: `1 - (sum(increase(castellan_engine_unstamped_total${OVER})) or vector(0)) / sum(increase(castellan_engine_events_total${OVER}))`,
      unit: 'percentunit',
    }),
    number({
      title: 'Findings are this old',
      text: 'findings.sh runs every 5 minutes.',
      query: 'time() - max(castellan_findings_time_seconds)',
      unit: 's',
    }),
    lines({
      title: 'Policies in force',
      text: 'During a rollout the old digest goes down as the new one comes up.',
      query: 'sum by (castellan_policy_digest) (rate(castellan_engine_stamps_total[$__rate_interval]))',
      legend: '{{castellan_policy_digest}}',
      unit: 'ops',
    }),
    lines({
      title: 'Versions in force',
      text: 'Of castellan itself.',
      query: 'sum by (castellan_guard_version) (rate(castellan_engine_stamps_total[$__rate_interval]))',
      legend: '{{castellan_guard_version}}',
      unit: 'ops',
    }),
    lines({
      title: 'Half of the dispatches are faster than',
      text: 'Everything beneath castellan is in it: http.fetch is the model answering.',
      query: quantile('0.5'),
      legend: '{{castellan_hook_event}}',
      unit: 's',
    }),
    lines({
      title: 'Nineteen of twenty are faster than',
      text: 'A gate that is slow here holds every tool call.',
      query: quantile('0.95'),
      legend: '{{castellan_hook_event}}',
      unit: 's',
    }),
    lines({
      title: 'Collector queues',
      text: 'How full. At 1 the collector refuses, and the seats begin to keep, then to drop.',
      query: 'max by (job, exporter) (otelcol_exporter_queue_size / otelcol_exporter_queue_capacity)',
      legend: '{{job}} {{exporter}}',
      unit: 'percentunit',
    }),
    lines({
      title: 'Spans sent and failed',
      text: 'By exporter.',
      query:
        'sum by (exporter) (rate(otelcol_exporter_sent_spans[$__rate_interval])) or -sum by (exporter) (rate(otelcol_exporter_send_failed_spans[$__rate_interval]))',
      legend: '{{exporter}}',
      unit: 'ops',
    }),
    ranking({ title: 'Findings', text: 'Rows of each, in the last hour.', query: 'max by (finding) (castellan_findings)' }),
    lines({
      title: 'Records',
      text: 'Dispatches on which a verdict was due, by event.',
      query: 'sum by (castellan_hook_event) (rate(castellan_decisions_total[$__rate_interval]))',
      legend: '{{castellan_hook_event}}',
      unit: 'ops',
    }),
    spans({
      title: 'Guard failures',
      text: 'The only spans of castellan with a status.',
      query: '{ resource.service.name = "castellan" && status = error } | select(span.castellan.guard_failure.event, span.session.id)',
    }),
  ])

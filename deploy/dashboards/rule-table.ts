import { boardOf, lines, number, OVER, ranking, spans } from './panels.ts'

/**
 * For the authors of one rule table: how often its rules fire, how often one could not tell (a near miss: it would have decided, had it known), and
 * what the observed ones would have done. Metrics count the leading rule of a dispatch; the spans name every rule that spoke.
 */
export function ruleTable(table: string) {
  const ours = `security_rule_ruleset_name="${table}"`
  const fired = (more: string) => `castellan_decisions_total{${ours}${more}}`
  const spansWhere = (more: string) =>
    `{ resource.service.name = "castellan" && span.security_rule.ruleset.name = "${table}"${more} } | select(span.security_rule.name, span.castellan.rule.verdicts, span.castellan.decision, span.gen_ai.tool.name)`
  return boardOf(
    {
      uid: `castellan-table-${table}`,
      title: `castellan: rules of ${table}`,
      text: 'Fires, near misses, observe candidates',
      from: 'now-7d',
    },
    [
      number({
        title: 'Fires',
        text: 'Enforced.',
        query: `sum(increase(${fired(', castellan_enforcement="enforce"')}${OVER})) or vector(0)`,
      }),
      number({
        title: 'Observed',
        text: 'Recorded only.',
        query: `sum(increase(${fired(', castellan_enforcement="dry_run"')}${OVER})) or vector(0)`,
      }),
      number({
        title: 'Near misses',
        text: 'It could not tell.',
        query: `sum(increase(${fired(', castellan_certainty="cannot-tell"')}${OVER})) or vector(0)`,
      }),
      number({
        title: 'Rules that fired',
        text: 'Of this table.',
        query: `count(sum by (security_rule_name) (increase(${fired('')}${OVER})) > 0) or vector(0)`,
      }),
      lines({
        title: 'Fires by rule',
        text: 'Enforced.',
        query: `sum by (security_rule_name, castellan_decision) (rate(${fired(', castellan_enforcement="enforce"')}[$__rate_interval]))`,
        legend: '{{security_rule_name}} {{castellan_decision}}',
        unit: 'ops',
      }),
      ranking({
        title: 'Observe candidates',
        text: 'Observed rules by certain firings: many, and none that people would miss, is a rule to enforce.',
        query: `sort_desc(sum by (security_rule_name, gen_ai_tool_name) (increase(${fired(', castellan_enforcement="dry_run", castellan_certainty="certain"')}${OVER})) > 0)`,
      }),
      spans({ title: 'Fires', text: 'The newest first.', query: spansWhere(' && span.castellan.enforcement = "enforce"') }),
      spans({
        title: 'What observed rules would have done',
        text: 'The newest first.',
        query: spansWhere(' && span.castellan.enforcement = "dry_run"'),
      }),
      spans({
        title: 'Near misses',
        text: 'A rule that could not tell: make the rule, or the way of working, plainer.',
        query: spansWhere(' && span.castellan.rule.verdicts =~ ".*cannot-tell.*"'),
      }),
    ],
  )
}

import { boardOf, events, lines, number, OVER, ranking, spans } from './panels.ts'

/** For the security team: what was denied and asked, what was replaced, which mods came to the door, and who runs without castellan. */
export const security = () =>
  boardOf(
    {
      uid: 'castellan-security',
      title: 'castellan: security',
      text: 'Denials, asks, redactions, mods, unguarded sessions',
      from: 'now-24h',
    },
    [
      number({
        title: 'Unguarded engine events',
        text: 'Events without a stamp of castellan. Anything but 0 is a session without policy.',
        query: `sum(increase(castellan_engine_unstamped_total${OVER})) or vector(0)`,
      }),
      number({
        title: 'Leaks at egress',
        text: 'Model requests in which a value was found that nothing before had replaced.',
        query: `sum(increase(castellan_leaks_total${OVER})) or vector(0)`,
      }),
      number({
        title: 'Denied calls that ran',
        text: 'From the finding denied-but-run.',
        query: 'max(castellan_findings{finding="denied-but-run"})',
      }),
      number({
        title: 'Calls without a record',
        text: 'From the finding call-without-record.',
        query: 'max(castellan_findings{finding="call-without-record"})',
      }),
      lines({
        title: 'Verdicts',
        text: 'What went up, enforced rules only: what observed rules would have said is on their tables.',
        query: 'sum by (castellan_decision) (rate(castellan_decisions_total{castellan_decision=~"deny|ask"}[$__rate_interval]))',
        legend: '{{castellan_decision}}',
        unit: 'ops',
      }),
      ranking({
        title: 'Rules that denied or asked',
        text: 'The first rule that decided is counted; the span names all.',
        query: `topk(20, sum by (security_rule_name, castellan_decision, gen_ai_tool_name) (increase(castellan_decisions_total{castellan_decision=~"deny|ask"}${OVER})) > 0)`,
      }),
      lines({
        title: 'Dispatches with redactions',
        text: 'Where secret values were replaced.',
        query: 'sum by (castellan_hook_event) (rate(castellan_redactions_total[$__rate_interval]))',
        legend: '{{castellan_hook_event}}',
        unit: 'ops',
      }),
      ranking({
        title: 'Mods at the door',
        text: 'What was answered, by which line of the policy.',
        query: `sum by (castellan_plugin_answer, castellan_plugin_tier, castellan_plugin_rule) (increase(castellan_plugins_total${OVER})) > 0`,
      }),
      spans({
        title: 'Denials',
        text: "The newest first; the trace has the engine's own spans of the same call.",
        query:
          '{ resource.service.name = "castellan" && span.castellan.decision = "deny" } | select(span.security_rule.name, span.gen_ai.tool.name, span.session.id, span.castellan.caller.plugin)',
      }),
      spans({
        title: 'Leaks',
        text: 'Names of the secrets, and where in the request they stood.',
        query:
          '{ resource.service.name = "castellan" && span.castellan.redaction.is_leak = true } | select(span.castellan.redaction.names, span.castellan.redaction.channels, span.session.id)',
      }),
      spans({
        title: 'Mods refused or observed',
        text: 'Which plugin, in castellan.plugin.provenance.',
        query:
          '{ resource.service.name = "castellan" && name = "castellan.register" && span.castellan.plugin.answer != "allow" } | select(span.castellan.plugin.provenance, span.castellan.plugin.answer, span.castellan.plugin.rule)',
      }),
      events({
        title: 'Unguarded events of the engine',
        text: 'Which sessions run without castellan.',
        query:
          '{service_name="claude-code"} | event_name=~"user_prompt|tool_decision|tool_result|api_request" | castellan_policy_digest=""',
      }),
    ],
  )

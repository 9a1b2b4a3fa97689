-- What the findings are asked of: castellan's records and the engine's events, a column for each attribute.
-- Over the tables that the collector's ClickHouse exporter makes. An attribute that is not there reads as '' (a number as NULL).

CREATE OR REPLACE VIEW castellan_record AS
SELECT
    Timestamp AS time,
    TraceId AS trace_id,
    SpanName AS span_name,
    ResourceAttributes['castellan.policy.digest'] AS policy_digest,
    SpanAttributes['session.id'] AS session_id,
    SpanAttributes['castellan.hook.event'] AS hook_event,
    SpanAttributes['castellan.decision'] AS decision,
    SpanAttributes['castellan.enforcement'] AS enforcement,
    SpanAttributes['security_rule.name'] AS rule,
    SpanAttributes['security_rule.ruleset.name'] AS rule_table,
    SpanAttributes['gen_ai.tool.name'] AS tool,
    SpanAttributes['gen_ai.tool.call.id'] AS tool_use_id,
    SpanAttributes['castellan.agent'] AS agent,
    SpanAttributes['castellan.plugin.provenance'] AS plugin,
    SpanAttributes['castellan.plugin.answer'] AS plugin_answer,
    SpanAttributes['castellan.guard_failure.event'] AS guard_failure,
    SpanAttributes['castellan.audit.chain'] AS chain,
    toInt64OrNull(SpanAttributes['castellan.audit.seq']) AS seq,
    SpanAttributes['castellan.audit.hash'] AS hash,
    JSONExtractString(SpanAttributes['castellan.audit.record'], 'prev') AS prev
FROM otel_traces
WHERE ServiceName = 'castellan' AND SpanName != 'castellan.link';

CREATE OR REPLACE VIEW engine_event AS
SELECT
    Timestamp AS time,
    LogAttributes['session.id'] AS session_id,
    LogAttributes['event.name'] AS event_name,
    toInt64OrNull(LogAttributes['event.sequence']) AS event_seq,
    LogAttributes['tool_use_id'] AS tool_use_id,
    LogAttributes['tool_name'] AS tool,
    LogAttributes['decision'] AS decision,
    LogAttributes['source'] AS source,
    LogAttributes['success'] AS success,
    toInt64OrNull(LogAttributes['tool_input_size_bytes']) AS input_bytes,
    LogAttributes['castellan.guard.version'] AS guard_version,
    LogAttributes['castellan.policy.digest'] AS policy_digest,
    LogAttributes['castellan.audit.chain'] AS chain,
    toInt64OrNull(LogAttributes['castellan.audit.seq']) AS seq,
    LogAttributes['castellan.audit.head'] AS head,
    toInt64OrNull(LogAttributes['castellan.audit.dropped']) AS dropped
FROM otel_logs
WHERE ServiceName = 'claude-code';

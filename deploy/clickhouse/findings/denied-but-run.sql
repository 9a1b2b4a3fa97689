-- A call that castellan denied and that the engine nevertheless reports as done.
-- Left out: a call that was allowed and ran, and of which castellan then withheld the result because its hook on results failed.
SELECT DISTINCT r.session_id AS session_id, r.tool_use_id AS tool_use_id, r.rule AS rule, r.tool AS tool
FROM castellan_record AS r
INNER JOIN engine_event AS e ON e.tool_use_id = r.tool_use_id
WHERE e.time >= {since:DateTime} AND e.time < {until:DateTime}
  AND r.tool_use_id <> '' AND r.decision = 'deny' AND NOT (r.hook_event = 'tool.call' AND r.guard_failure <> '')
  AND e.event_name = 'tool_result' AND e.success = 'true'
ORDER BY session_id, tool_use_id

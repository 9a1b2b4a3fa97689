-- A tool call that the engine decided and of which castellan has no record: it was not asked, or its record never came.
-- castellan's own first call starts the shell: `:`, of which the engine tells as of any plugin's. It passes castellan's own hooks by and has no record.
-- It is known by its size: Bash with {"command":":"}, 15 bytes. A plugin's call is a finding once the engine has told that it was another.
SELECT DISTINCT session_id, tool_use_id, tool, decision, source
FROM engine_event
WHERE time >= {since:DateTime} AND time < {until:DateTime}
  AND event_name = 'tool_decision' AND tool_use_id <> ''
  AND (tool_use_id NOT LIKE 'toolu_plugin_%'
    OR tool_use_id IN (SELECT tool_use_id FROM engine_event WHERE event_name = 'tool_result' AND (tool <> 'Bash' OR input_bytes <> 15)))
  AND tool_use_id NOT IN (SELECT tool_use_id FROM castellan_record WHERE tool_use_id <> '')
ORDER BY session_id, tool_use_id

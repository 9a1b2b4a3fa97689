-- A session that ran, in whole or in part, without castellan: events that a seat always stamps, and no stamp on them.
-- A guard that failed to load tells nobody: neither the engine's events nor its exit code differ.
SELECT session_id, COUNT(*) AS events, SUM(CASE WHEN policy_digest <> '' THEN 1 ELSE 0 END) AS stamped, MIN(time) AS first_seen
FROM engine_event
WHERE time >= {since:DateTime} AND time < {until:DateTime}
  AND event_name IN ('user_prompt', 'tool_decision', 'tool_result', 'api_request')
GROUP BY session_id
HAVING SUM(CASE WHEN policy_digest <> '' THEN 1 ELSE 0 END) < COUNT(*)
ORDER BY session_id

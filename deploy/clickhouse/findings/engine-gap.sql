-- Events of the engine that are missing: it numbers them, so what was lost on the road, or held back, leaves a hole.
SELECT session_id, MIN(event_seq) AS first_seq, MAX(event_seq) AS last_seq, COUNT(DISTINCT event_seq) AS kept
FROM engine_event
WHERE event_seq IS NOT NULL
  AND session_id IN (SELECT session_id FROM engine_event WHERE time >= {since:DateTime} AND time < {until:DateTime})
GROUP BY session_id
HAVING MAX(event_seq) - MIN(event_seq) + 1 <> COUNT(DISTINCT event_seq)
ORDER BY session_id

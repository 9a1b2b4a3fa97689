-- The engine's events carry castellan's head (chain, sequence, hash) by another road: a head that no record in the store has
-- means that the end of a chain was cut off, or changed, or has not been sent.
SELECT DISTINCT session_id, chain, seq, head
FROM engine_event
WHERE time >= {since:DateTime} AND time < {until:DateTime}
  AND chain <> '' AND head <> ''
  AND head NOT IN (SELECT hash FROM castellan_record WHERE hash <> '')
ORDER BY chain, seq

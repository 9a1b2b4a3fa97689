-- A record that does not follow from the one before it: edited, exchanged, or put in.
SELECT DISTINCT b.chain AS chain, b.seq AS seq, a.hash AS hash_before, b.prev AS prev_said
FROM castellan_record AS b
INNER JOIN castellan_record AS a ON a.chain = b.chain AND a.seq = b.seq - 1
WHERE b.time >= {since:DateTime} AND b.time < {until:DateTime}
  AND b.chain <> '' AND b.prev <> '' AND b.prev <> a.hash
ORDER BY chain, seq

-- Records that are missing within a chain or at its start, which is number 0, of chains that had a record in the window.
SELECT chain, MIN(seq) AS first_seq, MAX(seq) AS last_seq, COUNT(DISTINCT seq) AS kept
FROM castellan_record
WHERE chain <> '' AND chain IN (SELECT chain FROM castellan_record WHERE time >= {since:DateTime} AND time < {until:DateTime})
GROUP BY chain
HAVING MAX(seq) + 1 <> COUNT(DISTINCT seq)
ORDER BY chain

#!/bin/sh
# Asks ClickHouse for every finding, and leaves how many rows each had where node_exporter's textfile collector reads it. From a timer, every 5 minutes:
#
#   findings.sh /var/lib/node_exporter/castellan.prom --host clickhouse --secure --database otel [other options of clickhouse-client]
#
# The window is the last hour but the newest 5 minutes, in which records may still be on their way. What was found goes to the journal.
# A query that fails writes nothing: the file grows old, and CastellanFindingsStale says so.
set -eu
out=${1:?usage: findings.sh FILE.prom [clickhouse-client options]}
shift
here=$(cd "$(dirname "$0")" && pwd)
now=$(date +%s)
since=$(date -u -d "@$((now - 3900))" '+%Y-%m-%d %H:%M:%S')
until=$(date -u -d "@$((now - 300))" '+%Y-%m-%d %H:%M:%S')
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
echo '# TYPE castellan_findings gauge' > "$work/prom"
for query in "$here"/findings/*.sql; do
  name=$(basename "$query" .sql)
  clickhouse-client "$@" --session_timezone UTC --param_since="$since" --param_until="$until" --format JSONEachRow --queries-file "$query" > "$work/rows"
  sed "s/^/$name /" "$work/rows"
  echo "castellan_findings{finding=\"$name\"} $(wc -l < "$work/rows")" >> "$work/prom"
done
printf '# TYPE castellan_findings_time_seconds gauge\ncastellan_findings_time_seconds %s\n' "$now" >> "$work/prom"
chmod 644 "$work/prom"
cp "$work/prom" "$out.new"
mv "$out.new" "$out"

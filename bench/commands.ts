/** The lines whose decisions are timed. */

/** What Claude runs many times a day. */
export const TYPICAL = 'git add -A && git commit -m "fix: handle empty input" && npm test 2>&1 | tail -20'

/** Wrappers in a loop around a shell, a here-document, a search that deletes. */
export const HEAVY =
  'for f in $(git ls-files "*.ts"); do sudo env X=1 bash -c "sed -i s/a/b/ $f && cat <<EOF >> log\n$(date) $f\nEOF\n"; done; find . -name "*.tmp" -exec rm {} \\;'

/** A day's work, most of it innocent. */
export const DAY: readonly string[] = [
  TYPICAL,
  HEAVY,
  'ls -la src',
  'git status --short',
  'git diff HEAD~1 -- src/index.ts | head -50',
  'rg -n "TODO" src --glob "*.ts" | wc -l',
  'npm ci && npm run build && npm test -- --run',
  'cat package.json | jq .scripts',
  'find . -name node_modules -prune -o -name "*.test.ts" -print | xargs grep -l vitest',
  'sed -n 1,80p src/server.ts',
  'docker compose up -d && docker compose logs --tail 20 api',
  'kubectl --context dev get pods -n web -o wide',
  'git log --oneline --graph -20 origin/main..HEAD',
  'python3 -c \'import json,sys; print(json.load(sys.stdin)["name"])\' < package.json',
  'curl -sS http://localhost:3000/health | jq .status',
  'for d in packages/*; do (cd "$d" && npm run lint); done',
  "cat > /tmp/notes.md <<'EOF'\n# Notes\nnever run rm -rf /\nEOF",
  'cp -r dist /tmp/release && tar czf /tmp/release.tgz -C /tmp release',
  'export NODE_ENV=test; node --test "test/**/*.test.js"',
  'git push origin feature/login',
]

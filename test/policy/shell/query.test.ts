import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bareQuery, type Dialect } from '../../../policy/shell/bare-query.ts'
import { evaluateCommand } from '../../../policy/shell/evaluate.ts'
import { wordText } from './show.ts'

/** `sql: DROP TABLE x`, `?` for what cannot be told. */
const codeOf = (line: string): string[] =>
  evaluateCommand(line).effects.flatMap(effect =>
    effect.kind === 'run' && effect.code !== undefined ? [`${effect.code.language}: ${wordText(effect.code.text)}`] : [],
  )

describe('what a database client is handed', () => {
  it.each([
    ["psql app -c 'DROP TABLE users'", 'sql: DROP TABLE users'],
    ['psql --command="DROP TABLE users" app', 'sql: DROP TABLE users'],
    ["psql -XAtc 'DROP TABLE users' app", 'sql: DROP TABLE users'],
    ["psql -c 'select 1' -c 'DROP TABLE users'", 'sql: select 1\nDROP TABLE users'],
    ["sudo -u postgres psql -d app -c 'DROP TABLE users'", 'sql: DROP TABLE users'],
    ["PGPASSWORD=x psql -h db.example.com -U app -c 'DROP TABLE users'", 'sql: DROP TABLE users'],
    ["docker compose exec -T db psql -U app -c 'DROP TABLE users'", 'sql: DROP TABLE users'],
    ['ssh db.example.com "psql -c \'DROP TABLE users\'"', 'sql: DROP TABLE users'],
    ["psql <<'SQL'\nDROP TABLE users;\nSQL", 'sql: DROP TABLE users'],
    ["psql <<< 'DROP TABLE users'", 'sql: DROP TABLE users'],
    ["echo 'DROP TABLE users;' | psql app", 'sql: DROP TABLE users'],
    ["echo 'DROP TABLE users;' | psql -f -", 'sql: DROP TABLE users'],
    ["echo 'DROP TABLE users;' > d.sql && psql -f d.sql", 'sql: DROP TABLE users'],
    ["echo 'DROP TABLE users;' > d.sql && mysql app < d.sql", 'sql: DROP TABLE users'],
    ["mysql -uroot -psecret app -e 'DROP TABLE users'", 'sql: DROP TABLE users'],
    ["mariadb --execute='DROP TABLE users' app", 'sql: DROP TABLE users'],
    ["sqlite3 app.db 'DROP TABLE users'", 'sql: DROP TABLE users'],
    ["sqlite3 -cmd 'DROP TABLE users' app.db", 'sql: DROP TABLE users'],
    ["duckdb app.duckdb -c 'DROP TABLE users'", 'sql: DROP TABLE users'],
    ["clickhouse-client --query 'DROP TABLE users'", 'sql: DROP TABLE users'],
    ["clickhouse client -q 'DROP TABLE users'", 'sql: DROP TABLE users'],
    ["cockroach sql --insecure -e 'DROP TABLE users'", 'sql: DROP TABLE users'],
    ["sqlcmd -S db -Q 'DROP TABLE users'", 'sql: DROP TABLE users'],
    ["cqlsh -e 'DROP KEYSPACE app'", 'sql: DROP KEYSPACE app'],
    ["bq query --use_legacy_sql=false 'DROP TABLE app.users'", 'sql: DROP TABLE app.users'],
    ["wrangler d1 execute app --remote --command 'DROP TABLE users'", 'sql: DROP TABLE users'],
    ["heroku pg:psql -a web -c 'DROP TABLE users'", 'sql: DROP TABLE users'],
    ['su - postgres -c "psql -c \'DROP TABLE users\'"', 'sql: DROP TABLE users'],
    ["echo users | xargs -I{} psql -c 'DROP TABLE {}'", 'sql: DROP TABLE users'],
    ["mongosh app --eval 'db.dropDatabase()'", 'javascript: db.dropDatabase()'],
    ["mongosh app <<'JS'\ndb.dropDatabase()\nJS", 'javascript: db.dropDatabase()'],
    ['redis-cli -h cache -n 1 FLUSHALL ASYNC', 'redis: FLUSHALL ASYNC'],
    ["redis-cli set note 'a\nflushall'", 'redis: set note a flushall'],
    ["printf 'PING\\nFLUSHDB\\n' | redis-cli", 'redis: PING\nFLUSHDB'],
    ['psql -c "DROP TABLE $T"', 'sql: DROP TABLE ?'],
    ['psql -c "SELECT * FROM t WHERE id = \'$ID\'"', "sql: SELECT * FROM t WHERE id = ''"],
    ['psql -f dump.sql', 'sql: ?'],
    ['cat dump.sql | psql app', 'sql: ?'],
    ['psql <<SQL\nDROP TABLE $T;\nSELECT 1;\nSQL', 'sql: DROP TABLE ?\nSELECT 1\n?'],
  ])('%s', (line, expected) => {
    expect(codeOf(line)).toEqual([expected])
  })

  it.each([
    'psql app',
    'psql -l',
    'mysql -u root app',
    'sqlite3 app.db',
    'bq ls',
    "echo 'DROP TABLE users' | tee d.sql",
    "cat > d.sql <<'SQL'\nDROP TABLE users;\nSQL",
    "grep -rn 'DROP TABLE' migrations",
    "git commit -m 'DROP TABLE users'",
    "pg_dump -c 'DROP TABLE users'",
  ])('is nothing in %s', line => {
    expect(codeOf(line)).toEqual([])
  })
})

describe('a bare query', () => {
  it.each<readonly [dialect: Dialect, query: string, bare: string]>([
    ['sql', 'SELECT \'drop table\', "drop table" FROM log', "SELECT '', '' FROM log"],
    ['sql', "SELECT 'it''s; drop table x'", "SELECT ''''"],
    ['sql', 'SELECT 1 -- drop table x\nFROM t', 'SELECT 1 FROM t'],
    ['sql', 'SELECT 1 /* drop\ntable x */ FROM t', 'SELECT 1 FROM t'],
    ['sql', 'DROP/**/TABLE\n\tusers ;;', 'DROP TABLE users'],
    ['sql', "SELECT 'a\\'; DROP TABLE x; --'", "SELECT ''\nDROP TABLE x"],
    ['sql', "SELECT E'a\\'; DROP TABLE x; --'", "SELECT E''"],
    ['sql', 'SELECT $$drop table x$$, $a$ $$ drop $a$', "SELECT '', ''"],
    ['sql', 'DO $$ BEGIN DROP TABLE x; END $$', 'DO \nBEGIN DROP TABLE x\nEND'],
    ['sql', "DO $$ BEGIN EXECUTE 'DROP TABLE x'; END $$", 'DO \nBEGIN EXECUTE \nDROP TABLE x\n\nEND'],
    ['sql', "SELECT format('DROP TABLE %I', name) FROM t \\gexec", 'SELECT format(\nDROP TABLE %I\n, name) FROM t \\gexec'],
    ['sql', '\\timing on\nDROP TABLE x', '\\timing on\nDROP TABLE x'],
    ['sql', 'SELECT $1, $2', 'SELECT $1, $2'],
    ['plain', "EXEC ('DROP TABLE x')\nGO\nSELECT 1", 'EXEC (\nDROP TABLE x\n)\nGO\nSELECT 1'.replace(')\nGO', ') GO')],
    ['plain', 'DROP TABLE x\nGO\nDROP TABLE y', 'DROP TABLE x GO\nDROP TABLE y'],
    ['plain', 'SELECT $a$ x $a$', 'SELECT $a$ x $a$'],
    ['plain', '.headers on\nDROP TABLE x', '.headers on\nDROP TABLE x'],
    ['mysql', "SELECT 'a\\'; DROP TABLE x; --'", "SELECT ''"],
    ['mysql', 'SELECT 1 # drop table x\n; SELECT `drop`', "SELECT 1 \nSELECT ''"],
    ['mysql', 'SELECT 5--1; DROP TABLE x', 'SELECT 5--1\nDROP TABLE x'],
    ['mysql', 'SELECT 1 -- drop table x', 'SELECT 1'],
    ['mysql', '/*!50000 DROP TABLE x */', 'DROP TABLE x'],
    ['mysql', '/*M!100100 DROP TABLE x */', 'DROP TABLE x'],
    ['mysql', "PREPARE s FROM 'DROP TABLE x'", 'PREPARE s FROM \nDROP TABLE x'],
    ['javascript', 'db.log.insertOne({ note: "drop it all" }) // db.dropDatabase()', "db.log.insertOne({ note: '' })"],
    ['javascript', 'db.getCollection("users")["drop"]()', 'db.getCollection(users)[drop]()'],
    ['redis', 'PING\nSET a "x\\"y"\nFLUSHALL', "PING\nSET a ''\nFLUSHALL"],
    ['sql', "it's DROP TABLE x", "it's DROP TABLE x"],
  ])('%s: %s', (dialect, query, bare) => {
    expect(bareQuery(query, dialect)).toBe(bare)
  })

  it('never throws, always ends, and hides no word that stands outside quotes and comments', () => {
    const dialects: readonly Dialect[] = ['sql', 'mysql', 'plain', 'javascript', 'redis']
    const token = fc.constantFrom(
      "'",
      '"',
      '`',
      '\\',
      '$$',
      '$a$',
      '--',
      ' ',
      '\n',
      '/*',
      '*/',
      '/*!',
      '#',
      ';',
      'do ',
      'execute ',
      'x',
      'E',
      '//',
    )
    fc.assert(
      fc.property(fc.constantFrom(...dialects), fc.array(token, { maxLength: 60 }), (dialect, tokens) => {
        const bare = bareQuery(`DROP TABLE x;${tokens.join('')}`, dialect)
        return bare.startsWith('DROP TABLE x')
      }),
    )
  })

  it.each(["'", "'x'", "E'\\", '$a$ ', '$$ ', 'do $$x$$;', '/* ', '-- \n', "execute 'x' ", ' \n', 'a;', '`"'])(
    'takes 120 KB of %s quickly',
    unit => {
      const text = unit.repeat(120_000 / unit.length)
      const start = performance.now()
      for (const dialect of ['sql', 'mysql', 'javascript'] as const) bareQuery(text, dialect)
      expect(performance.now() - start).toBeLessThan(2000)
    },
  )
})

import { describe, expect, test } from 'vitest'
import { compilePolicy } from '../../../policy/compile/compile-policy.ts'
import { compile, errorsOf, HEAD, SHIPPED, SHIPPED_GIT, tableOf } from './policy.ts'

/** Exactly these errors, each by its place and the start of its message. */
const expectErrors = (found: readonly string[], expected: readonly string[]): void => {
  expect(found.map((one, i) => one.slice(0, expected[i]?.length))).toEqual(expected)
}
const headErrors = (lines: string): string[] => errorsOf(compile(`${HEAD}${lines}\n`, tableOf('{ read: "**/x" }')))
const whenErrors = (when: string): string[] => errorsOf(compile(HEAD, tableOf(when)))
const at = (message: string): string => `castellan.yaml:${message}`

describe('the head', () => {
  test.each([
    ['policy: Acme\nseat: { marketplace: acme }', ['1:9 policy is "Acme": expected the name of the policy']],
    ['seat: { marketplace: acme }', ['1:1 policy is missing: expected the name of the policy']],
    ['policy: p', ['1:1 seat is missing: expected a map like { marketplace: acme']],
    ['', ['1:1 the file is empty: expected a policy']],
    ['- a', ['1:1 the document is a list: expected a policy']],
  ])('%j', (head, expected) => {
    expectErrors(errorsOf(compile(head, tableOf('{ read: "**/x" }'))), expected.map(at))
  })

  test.each([
    ['mdoe: enforce', ['3:1 unknown key "mdoe". Did you mean mode? Known keys: policy, mode, include,']],
    ['mode: enforced', ['3:7 mode is "enforced": expected enforce or observe. Did you mean enforce?']],
    ['capabilities: {}', ['3:1 capabilities comes later']],
    ['include: [castellan/gti]', ['3:11 no table "castellan/gti"; these ship: castellan/git. Did you mean castellan/git?']],
    ['include: [castellan/git, castellan/git]', ['3:26 "castellan/git" is included twice']],
    ['include: castellan/git', ['3:10 include is "castellan/git": expected a list of tables']],
    ['override: { t.ruel: { mode: observe } }', ['3:13 no rule "t.ruel" is in this policy. Did you mean t.rule?']],
    ['override: { t.rule: {} }', ['3:21 t.rule: an override that says nothing']],
    ['override: { t.rule: { off: "" } }', ['3:28 off is "": expected why the rule is off']],
    ['override: { t.rule: { off: why, mode: observe } }', ['3:21 t.rule: off removes the rule']],
    ['override: { t.rule: { decide: allow } }', ['3:31 decide is "allow": expected deny or ask']],
    ['withhold: [audoi]', ['3:12 withhold[0]: "audoi" is no noun of $. Did you mean audio?']],
    ['withhold: [fs, tool]', ['3:12 withhold[0]: fs cannot be withheld', '3:16 withhold[1]: tool cannot be withheld']],
    ['withhold: [ui, session, settings, command, clock]', Array(5).fill('3:')],
    ['withhold: [env]', ['3:12 withhold[0]: env cannot be withheld: castellan needs it (HOME']],
    ['plugins: { unlisted: narrow }', ['3:22 unlisted is "narrow": expected allow, refuse or observe; narrow comes later.']],
    ['plugins: { entries: [{ answer: allow }] }', ['3:22 entries[0]: an entry for every plugin']],
    ['plugins: { entries: [{ id: "x*", answer: allow }] }', ['3:28 id: "x*" would be compared as it is: write { glob: "x*" }']],
    ['plugins: { entries: [{ tier: usr, answer: allow }] }', ['3:30 tier is "usr": expected prepend, user,']],
    ['plugins: { entries: [{ uses: {}, answer: allow }] }', ['3:30 uses: say which calls or which events.']],
    [
      'plugins: { entries: [{ uses: { calls: [proces.*] }, answer: allow }] }',
      ['3:40 calls[0]: "proces" is no noun of $. Did you mean process?'],
    ],
    ['plugins: { entries: [{ uses: { calls: [process] }, answer: allow }] }', ['3:40 calls[0] is "process": expected calls as noun.verb']],
    ['secrets: { dotenv: ["/abs/.env"] }', ['3:21 dotenv[0]: the glob "/abs/.env" is not relative to the project']],
    ['secrets: { file: { path: x.json } }', ['3:26 path: expected a path: /x, ~/x']],
    ['secrets: { file: { path: ~alice/x } }', ['3:26 path: expected a path: /x, ~/x']],
    ['secrets: { file: { path: $HOME/x } }', ['3:26 path: expected a path: /x, ~/x']],
    ['secrets: { file: { path: "/x/$USER/y" } }', ['3:26 path: variables are not read here']],
    ['secrets: { file: { path: "~/*.json" } }', ['3:26 path: a file is named by its path']],
    ['secrets: { file: { path: ~/../x } }', ['3:26 path: write the path without ".."']],
    ['secrets: { file: ~/x.json }', ['3:18 file is "~/x.json": expected a map like { path:']],
    ['secrets: { file: [{ path: ~/x, keys: [a] }] }', ['3:19 file[0]: keys are for json, yaml and dotenv']],
    ['secrets: { file: { path: ~/x.json, keys: [] } }', ['3:42 keys is an empty list: expected dotted ways']],
    ['secrets: { file: { path: ~/x, format: toml } }', ['3:39 format is "toml": expected json, yaml, dotenv or raw.']],
    ['secrets: { file: { path: ~/x, required: "yes" } }', ['3:41 required is "yes": expected true or false']],
    ['secrets: { file: { path: ~/x, key: [a] } }', ['3:31 unknown key "key". Did you mean keys?']],
    ['secrets: { command: [vault, print] }', Array(2).fill('3:')],
    ['secrets: { command: { argv: [v] } }', ['3:21 name is missing: expected a name for the marker']],
    ['secrets: { command: { name: "a b", argv: [v] } }', ['3:29 name is "a b": expected a name for the marker']],
    ['secrets: { command: { name: V, argv: v } }', ['3:38 argv is "v": expected a program and its arguments']],
    ['secrets: { command: { name: V, argv: [] } }', ['3:38 argv is an empty list: expected a program and its arguments']],
    ['secrets: { command: { name: V, argv: ["vault print"] } }', ['3:38 argv: no shell splits this']],
    ['secrets: { command: { name: V, argv: [~/bin/v] } }', ['3:38 argv: a program is named by its name or its whole path']],
    ['secrets: { command: { name: V, argv: [./v] } }', ['3:38 argv: a program is named by its name or its whole path']],
    ['secrets: { command: { name: V, argv: [v], timeout: 60 } }', ['3:52 timeout is 60: expected seconds, from 1 to 10']],
    ['secrets: { command: { name: V, argv: [v], keys: [a] } }', ['3:21 command: keys are for json, yaml and dotenv']],
    ['secrets: { settings-env: TOKEN }', ['3:26 settings-env is "TOKEN": expected true (the variables']],
    ['secrets: { patterns: [] }', ['3:22 patterns is an empty list: expected all, or a list of shapes']],
    ['secrets: { patterns: [gihub] }', ['3:23 patterns[0]: no shape is called "gihub". Did you mean github?']],
    ['secrets: { patterns: github }', ['3:22 patterns is "github": expected all, or a list of shapes']],
    ['secrets: { patterns: [{ name: strype, allow: ["sk_test_*"] }] }', ['3:31 name: no shape is called "strype". Did you mean stripe?']],
    ['secrets: { patterns: [{ name: stripe, allow: [] }] }', ['3:46 allow is an empty list: expected texts of tokens']],
    ['secrets: { patterns: [{ name: stripe, allow: ["sk["] }] }', ['3:47 allow[0]: the glob "sk[" has a [ that is not closed']],
    ['secrets: { patterns: [{ name: stripe, alow: [x] }] }', ['3:23 allow is missing', '3:39 unknown key "alow". Did you mean allow?']],
    ['secrets: { patterns: [{ allow: [x] }] }', ['3:23 name is missing']],
    ['secrets: { force: true }', ['3:19 force is true: expected names of secrets']],
    [
      'withhold: [process]\nsecrets: { command: { name: V, argv: [v] } }',
      ['3:12 process cannot be withheld: this policy needs it (secrets.command runs'],
    ],
    ['secrets: { hydrate: { tools: [Bash, Agent] } }', ['3:37 tools[1]: "Agent" hands on what it is given']],
    ['secrets: { hydrate: { tools: [TaskCreate] } }', ['3:31 tools[0]: "TaskCreate" hands on']],
    ['secrets: { hydrate: { tools: [WebFetch] } }', ['3:31 tools[0]: "WebFetch" hands on']],
    ['secrets: { hydrate: { tools: [PowerShell] } }', ['3:31 tools[0]: "PowerShell" cannot be handed a secret']],
    ['secrets: { hydrate: { tools: ["*"] } }', ['3:31 tools[0]: "*" names no tool of one MCP server']],
    ['secrets: { hydrate: { tools: ["mcp__*"] } }', ['3:31 tools[0]: "mcp__*" names no tool of one MCP server']],
    ['secrets: { hydrate: { tools: ["mcp__*__put"] } }', ['3:31 tools[0]: "mcp__*__put" names no tool']],
    ['secrets: { hydrate: { tools: Bash } }', ['3:30 tools is "Bash": expected names of tools']],
    ['secrets: { hydrate: { tool: [Bash] } }', ['3:23 unknown key "tool". Did you mean tools?']],
    ['secrets: { env: [A_TOKEN], hydrate: { env: [A_TOKEN, B_TOKEN] } }', ['3:54 env[1]: B_TOKEN is not among the names of secrets.env']],
    ['audit: { endpoint: "ftp://x/y" }', ['3:20 endpoint: expected an http or https address']],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: what somebody might write
    ['audit: { endpoint: "https://x/${Y}" }', ['3:20 endpoint: expected an http or https address']],
    ['audit: { endpoint: "https://x/$Y" }', ['3:20 endpoint: the engine wants one literal address']],
    ['audit: { endpoint: "https://x/y#z" }', ['3:20 endpoint: a # part never reaches a server']],
    ['audit: { endpoint: "unix://run/otel.sock" }', ['3:20 endpoint: the path of a socket is absolute: unix:///run/otel.sock']],
    ['audit: { endpoint: "unix:run/otel.sock" }', ['3:20 endpoint: the path of a socket is absolute: unix:///run/otel.sock']],
    ['audit: { endpoint: "unix:///" }', ['3:20 endpoint: expected an http or https address']],
    ['audit: { endpoint: "unix:///run/otel socket" }', ['3:20 endpoint: expected an http or https address']],
    ['audit: { endpoint: "unix:///run/otel.sock:v1" }', ['3:20 endpoint: expected an http or https address']],
    ['audit: { endpoint: "unix:///run/otel.sock:/v1#z" }', ['3:20 endpoint: a # part never reaches a server']],
    ['audit: { endpoint: "unix:///run/$USER/otel.sock" }', ['3:20 endpoint: the engine wants one literal address']],
    [`audit: { endpoint: "unix:///${'r'.repeat(100)}" }`, ['3:20 endpoint: the path of a socket is 100 characters at most']],
    ['audit: { endpoint: "https://x/y", reach: everything }', ['3:42 reach is "everything": expected complete, standard or decisions.']],
    ['audit: { endpoint: "https://x/y", levels: { noise: all } }', ['3:52 noise is "all": expected none, count, decision or full.']],
    ['audit: { endpoint: "https://x/y", durability: sure }', ['3:47 durability is "sure": expected memory, behind or ahead.']],
    [
      'audit: { endpoint: "https://x/y", spool: { cap: 1KiB, full: keep, deadline: 20s } }',
      [
        '3:49 cap: "1KiB" is not a size from 1MiB to 1GiB',
        '3:61 full is "keep": expected drop-oldest or refuse',
        '3:77 deadline: "20s" is not a time from 100ms to 10s',
      ],
    ],
    ['audit: { endpoint: "https://x/y", key: "a value" }', ['3:40 key: this is not the name of an environment variable']],
    [
      'audit: { endpoint: "https://x/y", headers: { "a b": env X } }',
      ['3:46 "a b" is no name for this: expected the name of an HTTP header'],
    ],
    ['withhold: [http]\naudit: { endpoint: "https://x/y" }', ['3:12 http cannot be withheld: this policy needs it (audit']],
  ])('%s', (lines, expected) => {
    expectErrors(headErrors(lines), expected.map(at))
  })

  test.each(['claude-acme', 'anthropic-x', 'anthropics-x', 'cc-plugin-x'])('the marketplace %s is the engine’s', name => {
    expectErrors(errorsOf(compile(`policy: p\nseat: { marketplace: ${name} }`, tableOf('{ read: "**/x" }'))), [
      at('2:22 marketplace: names that start with'),
    ])
  })

  test('http may go where there is no audit, and process always', () => {
    expect(headErrors('withhold: [http, process, agent, store]')).toEqual([])
  })

  test('what may be a secret is never repeated', () => {
    const value = 'placeholder/of+a+value=='
    const found = headErrors(
      `secrets: { env: ["${value}"], hydrate: { env: ["${value}"] } }\naudit: { endpoint: "https://user:${value.slice(0, 11)}@x/y", headers: { a: "Bearer ${value}", b: { env: "${value}" } } }`,
    )
    expectErrors(found, [
      at('3:18 env[0]: this is not the name of an environment variable'),
      at('3:64 env[0]: this is not the name of an environment variable'),
      at('4:20 endpoint: an address with credentials in it'),
      at('4:66 a: the value of a header never stands in a policy: write env NAME'),
      at('4:111 env: this is not the name of an environment variable'),
    ])
    expect(found.join('\n')).not.toContain('placeholder')
  })
})

describe('when', () => {
  test.each([
    ['{ runn: { program: git } }', ['4:13 unknown key "runn". Did you mean run?']],
    ['{}', ['4:11 when: an empty condition fits everything']],
    ['{ agent: main, caller: { tier: user } }', ['4:11 when: caller and agent alone']],
    ['{ any: [{ read: "**/x" }, { agent: sub }] }', ['4:11 when: caller and agent alone']],
    ['{ all: [{ agent: sub }, { not: { agent: main } }] }', ['4:11 when: caller and agent alone']],
    ['{ read: "**/x", not: { agent: main } }', ['4:11 when: one condition holds one kind, found read and not']],
    ['{ any: [] }', ['4:18 any is an empty list: expected a list of conditions']],
    ['{ all: [{}] }', ['4:19 all[0]: an empty condition']],
    ['{ connect: "https://x.example" }', ['4:22 connect: a host alone, like example.org']],
    ['{ connect: "[a" }', ['4:22 connect: the glob "[a" has a [ that is not closed']],
    ['{ connect: {} }', ['4:22 connect: say which hosts']],
    ['{ connect: { hosts: x } }', ['4:24 unknown key "hosts". Did you mean host?']],
    ['{ connect: { port: 70000 } }', ['4:30 port is 70000: expected a port from 1 to 65535']],
    ['{ count: 3 }', ['4:13 count comes later']],
    ['{ read: x/y }', ['4:19 read: the glob "x/y" does not say where']],
    ['{ read: ["**/ok", "~/+(*a)"] }', ['4:29 read[1]: the glob "~/+(*a)" uses the extended form']],
    ['{ read: { paths: "**/x" } }', ['4:19 glob is missing', '4:21 unknown key "paths". Known keys: glob, not, by.']],
    ['{ read: { glob: "**/x", not: y } }', ['4:40 not: the glob "y" does not say where']],
    ['{ read: 5 }', ['4:19 read is 5: expected a glob or a list of globs']],
    ['{ run: {} }', ['4:18 run: an empty run would mean every program']],
    ['{ run: { subcommand: push } }', ['4:18 run: a subcommand belongs to a program']],
    ['{ run: { program: "git*" } }', ['4:29 program: "git*" would be compared as it is: write { glob: "git*" }']],
    ['{ run: { program: git, subcommand: "push -f" } }', ['4:46 subcommand is "push -f": expected a subcommand']],
    ['{ run: { any-flag: [-9, --force=x, f] } }', ['4:31 any-flag[0] is -9', '4:35 any-flag[1] is "--force=x"', '4:46 any-flag[2] is "f"']],
    ['{ run: { all-flags: -f } }', ['4:31 all-flags is "-f": expected a list whose items']],
    ['{ run: { any: [{}] } }', ['4:26 any[0]: an empty item holds for everything']],
    ['{ run: { any: [{ any-flg: -f }] } }', ['4:28 unknown key "any-flg". Did you mean any-flag?']],
    ['{ run: { program: git, count: x } }', ['4:34 count comes later']],
    ['{ run: { program: curl, option: { flag: -X } } }', ['4:43 value is missing']],
    ['{ unread: argument }', ['4:21 unread']],
    ['{ run: { program: git, ref: {} } }', ['4:39 ref: every push and fetch moves refs: write a map like']],
    ['{ run: { program: git, ref: { to: main } } }', ['4:41 unknown key "to". Known keys: force, source, destination.']],
    ['{ run: { env: [A, B-C] } }', ['4:29 env[1] is "B-C": expected the name of a variable']],
    ['{ run: { remote: yes please } }', ['4:28 remote is "yes please": expected true or false']],
    ['{ run: { program: git, option: { flag: -n } } }', ['4:42 value is missing']],
    ['{ run: { program: git, option: { flag: n, value: x } } }', ['4:50 flag is "n": expected a flag']],
    ['{ run: { code: {} } }', ['4:26 code: ']],
    ['{ run: { program: git, operand: ~ } }', ['4:43 operand is null: expected a glob']],
    ['{ run: { program: git, operand: "[a" } }', ['4:43 operand: the glob "[a" has a [ that is not closed']],
    ['{ run: { program: git, operand: { regex: "(a+)+" } } }', ['4:43 operand: the regex "(a+)+" repeats something']],
    ['{ run: { program: git, operand: { regex: a, glob: b } } }', ['4:43 operand: a matcher is exactly one of']],
    ['{ run: { program: { glob: x, ignore-case: true } } }', ['4:29 program: ignore-case goes with regex alone.']],
    ['{ run: { program: { globb: x } } }', ['4:31 unknown key "globb". Did you mean glob?']],
    ['{ mcp: {} }', ['4:18 mcp: name a server or a tool']],
    ['{ mcp: { server: "git*" } }', ['4:28 server: "git*" would be compared as it is']],
    ['{ mcp: { server: s, args: { "a..b": x } } }', ['4:39 "a..b" is no name for this: expected the way to an argument']],
    ['{ tool: "mcp__*" }', ['4:19 tool: "mcp__*" would be compared as it is']],
    ['{ tool: { args: { a: b } } }', ['4:19 name is missing']],
    ['{ tool: { name: X, args: { a: { nested: b } } } }', ['4:43 unknown key "nested". Known keys: equals,']],
    ['{ mod: { call: "fs.*" } }', ['4:26 call is "fs.*": expected a call as noun.verb']],
    ['{ mod: { call: fz.read } }', ['4:26 call: "fz" is no noun of $.']],
    ['{ read: "**/x", caller: {} }', ['4:35 caller: say which plugin or which tier.']],
    ['{ read: "**/x", caller: { tier: root } }', ['4:43 tier is "root": expected prepend, user,']],
    ['{ read: "**/x", agent: child }', ['4:34 agent is "child": expected main or sub.']],
  ])('%s', (when, expected) => {
    expectErrors(
      whenErrors(when),
      expected.map(one => `rules/0.yaml:${one}`),
    )
  })
})

describe('rules and tables', () => {
  const rule = (lines: string): string[] => errorsOf(compile(HEAD, `table: t\nrules:\n  - ${lines.split('\n').join('\n    ')}\n`))
  const GOOD = 'id: t.a\nwhen: { tool: X }\ndecide: ask\nreason: r\ntests: { fires: [a], silent: [b] }'
  test.each([
    [GOOD.replace('t.a', 'nodot'), ['3:9 id is "nodot": expected lower-case words joined by -']],
    [GOOD.replace('t.a', 'T.a'), ['3:9 id is "T.a"']],
    [GOOD.replace('ask', 'allow'), ['5:13 decide is "allow": expected deny or ask (a policy only tightens']],
    [GOOD.replace('reason: r', 'reason: "  "'), ['6:13 reason is "  ": expected one sentence that says why.']],
    [GOOD.replace('reason: r', 'reason:'), ['6:12 reason is null: expected one sentence that says why']],
    [GOOD.replace('reason: r\n', ''), ['3:5 reason is missing: expected one sentence that says why.']],
    [GOOD.replace('reason: r', 'reason: "\\e[31m"'), ['6:13 reason is']],
    [GOOD.replace('[b]', '[]'), ['7:34 silent is an empty list: expected a list of at least one case']],
    [GOOD.replace('fires: [a], ', ''), ['7:12 fires is missing: expected a list of at least one case']],
    [GOOD.replace(/\ntests.*/, ''), ['3:5 tests is missing: expected a map with fires and silent: a rule needs']],
    [GOOD.replace('[b]', '[5]'), ['7:35 silent[0] is 5: expected a Bash command, or one of']],
    [GOOD.replace('[b]', '[{ tool: X, inptu: 1 }]'), ['7:46 unknown key "inptu". Did you mean input?']],
    [GOOD.replace('[b]', '[{ tool: X, mention: y }]'), ['7:35 silent[0]: a case is one of']],
    [GOOD.replace('[b]', '[{ call: fs.read }]'), ['7:35 silent[0]: a call has a caller']],
    [`${GOOD}\nunknown: maybe`, ['8:14 unknown is "maybe": expected deny, ask or ignore.']],
    [`${GOOD}\nunknown: { patern: deny }`, ['8:16 unknown key "patern". Did you mean pattern?']],
    [`${GOOD}\nunknown: { pattern: dny }`, ['8:25 pattern is "dny": expected deny, ask or ignore.']],
    [`${GOOD}\nunknown: {}`, ['8:14 unknown: an empty map says nothing: write deny, ask or ignore;']],
    [`${GOOD}\ncount: 3`, ['8:5 count comes later']],
    [`${GOOD}\n<<: {}`, ['8:5 merge keys (<<) are off']],
    [`${GOOD}\nmode: "${'x'.repeat(200)}"`, [`8:11 mode is "${'x'.repeat(78)}…: expected`]],
  ])('%s', (lines, expected) => {
    expectErrors(
      rule(lines),
      expected.map(one => `rules/0.yaml:${one}`),
    )
  })

  test('a table without rules', () => {
    expectErrors(errorsOf(compile(HEAD, 'table: t\nrules: []\n')), [
      'rules/0.yaml:2:8 rules is an empty list: expected a list of at least one rule',
    ])
  })
})

describe('across files', () => {
  test('a rule id taken in another file names the first place, schema errors or not', () => {
    const second = tableOf('{ readd: x }', { id: 'u.rule' }).replace('u.rule', 't.rule')
    expectErrors(errorsOf(compile(HEAD, tableOf('{ read: "**/x" }'), second)), [
      'rules/1.yaml:3:9 the rule id "t.rule" is taken by rules/0.yaml:3:9',
      'rules/1.yaml:4:13 unknown key "readd"',
    ])
  })

  test('a table name taken by a shipped table', () => {
    const found = errorsOf(compile(`${HEAD}include: [castellan/git]\n`, tableOf('{ read: "**/x" }', { id: 'git.own' })))
    expectErrors(found, ['rules/0.yaml:1:8 the table "git" is taken by policy/rules/git.yaml:1:8'])
  })

  test('an override never loosens', () => {
    const found = errorsOf(compile(`${HEAD}include: [castellan/git]\noverride: { git.force-push: { decide: ask } }\n`))
    expectErrors(found, ['castellan.yaml:4:39 git.force-push says deny, and an override only tightens'])
  })

  test('no override is called unknown while a table cannot be read', () => {
    const found = errorsOf(compile(`${HEAD}override: { q.x: { mode: observe } }\n`, 'table: [\n'))
    expect(found.every(one => one.startsWith('rules/0.yaml'))).toBe(true)
  })

  test('all errors of all files, by file and line', () => {
    const head = { path: 'castellan.yaml', text: 'policy: p\nmode: x\ninclude: [castellan/git, castellan/no]\n' }
    const tables = [
      { path: 'rules/b.yaml', text: tableOf('{ read: y, write: "~/ok" }') },
      { path: 'rules/a.yaml', text: 'a: 1\n---\nb: 2\n' },
    ]
    const shipped = new Map([
      ...SHIPPED,
      ['castellan/git', { ...SHIPPED_GIT, text: SHIPPED_GIT.text.replace('decide: deny', 'decide: no') }],
    ])
    expectErrors(errorsOf(compilePolicy({ head, tables, shipped }, { version: '1' })), [
      'castellan.yaml:1:1 seat is missing',
      'castellan.yaml:2:7 mode is "x"',
      'castellan.yaml:3:26 no table "castellan/no"',
      'policy/rules/git.yaml:10:13 decide is "no"',
      'rules/a.yaml:2:1 a second document',
      'rules/b.yaml:4:11 when: one condition holds one kind, found read and write',
      'rules/b.yaml:4:19 read: the glob "y" does not say where',
    ])
  })
})

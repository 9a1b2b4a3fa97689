import { describe, expect, it } from 'vitest'
import { MAX_PATHS, MAX_RESOLVED } from '../../../policy/facts/bound-paths.ts'
import { describeMention } from '../../../policy/facts/describe-mention.ts'
import { describeModCall } from '../../../policy/facts/describe-mod-call.ts'
import { describeToolCall } from '../../../policy/facts/describe-tool-call.ts'
import { type Draft, pathsToResolve, withResolved } from '../../../policy/facts/draft.ts'
import { ENGINE } from '../../../policy/facts/facts.ts'
import type { Evaluation } from '../../../policy/shell/effects.ts'
import { evaluation, file, run } from '../words.ts'

const places = { home: ['/home/p'], project: ['/w'] }
const at = { origin: ENGINE, cwd: '/w', places }
const MOD = { plugin: 'u', tier: 'user' } as const
const nothing = () => evaluation()
const tool = (name: string, input: unknown, answer: Evaluation = evaluation()) =>
  describeToolCall({ tool: name, input, ...at }, () => answer)
const mod = (call: string, args: unknown, evaluate: (line: string) => Evaluation = nothing) =>
  describeModCall({ call, args, ...at, origin: MOD }, evaluate)
const brief = ({ paths }: Draft) => paths.map(path => [path.action, path.spellings?.join(' ')])

describe('describeToolCall', () => {
  it('tells what each file tool does', () => {
    expect(brief(tool('Read', { file_path: '/a/../b' }))).toEqual([['read', '/b']])
    expect(brief(tool('Read', { file_path: '~/b' }))).toEqual([['read', '/home/p/b']])
    expect(brief(tool('Write', { file_path: 'b' }))).toEqual([['write', '/w/b']])
    for (const name of ['Edit', 'MultiEdit'])
      expect(brief(tool(name, { file_path: '/b' }))).toEqual([
        ['read', '/b'],
        ['write', '/b'],
      ])
    expect(brief(tool('NotebookEdit', { notebook_path: '/b' }))).toEqual([
      ['read', '/b'],
      ['write', '/b'],
    ])
    for (const name of ['LS', 'Glob', 'Grep']) expect(brief(tool(name, {}))).toEqual([['read', '/w']])
    expect(brief(tool('Grep', { path: 'src' }))).toEqual([['read', '/w/src']])
  })

  it('cannot tell the path of arguments in the wrong shape, rather than see none', () => {
    for (const input of [undefined, null, {}, { file_path: 5 }, 'x']) expect(brief(tool('Read', input))).toEqual([['read', undefined]])
    expect(brief(tool('Grep', { path: ['/x'] }))).toEqual([['read', undefined]])
  })

  it('evaluates command lines, and takes what it cannot read for anything', () => {
    const lines: string[] = []
    const evaluate = (line: string) => {
      lines.push(line)
      return evaluation([run('git', ['push'])])
    }
    expect(describeToolCall({ tool: 'Bash', input: { command: 'git push' }, ...at }, evaluate).command?.effects).toHaveLength(1)
    expect(describeToolCall({ tool: 'Monitor', input: { command: 'tail' }, ...at }, evaluate).command?.effects).toHaveLength(1)
    expect(lines).toEqual(['git push', 'tail'])
    for (const input of [{}, { command: ['git'] }, undefined]) expect(tool('Bash', input).command?.markers).toHaveLength(1)
    expect(tool('PowerShell', { command: 'ri x' }).paths).toMatchObject([{ action: 'delete' }])
    expect(tool('PowerShell', { command: ['ri x'] }).command?.markers).toHaveLength(1)
    expect(tool('Monitor', { ws: {} }).command).toBeUndefined()
  })

  it('takes the files of a command line from where it moved to', () => {
    const effects = [
      file('read', '.env'),
      file('write', 'x', 'sub/../lib'),
      file('delete', 'y', null),
      file('read', '/z', null),
      file('read', '~/q'),
    ]
    expect(brief(tool('Bash', { command: '' }, evaluation(effects)))).toEqual([
      ['read', '/w/.env'],
      ['write', '/w/lib/x'],
      ['delete', undefined],
      ['read', '/z'],
      ['read', '/home/p/q'],
    ])
    const somewhere = tool('Bash', { command: '' }, evaluation([file('read', 'x', '~someone'), file('read', '/x', '~someone')]))
    expect(somewhere.paths.map(path => path.mayLandElsewhere)).toEqual([true, undefined])
  })

  it('knows how a path ends in a directory that cannot be told, unless the way there goes up', () => {
    const effects = [file('read', './a/.env', null), file('read', '../.env', null), file('read', '~/x', null)]
    const { paths } = tool('Bash', { command: '' }, evaluation(effects))
    expect(paths.map(path => [path.spellings?.[0], path.tail])).toEqual([
      [undefined, 'a/.env'],
      [undefined, undefined],
      ['/home/p/x', undefined],
    ])
  })

  it('splits the names of MCP tools, and tells no paths of tools it does not know', () => {
    expect(tool('mcp__my_server__do_it__now', { query: '/x' })).toMatchObject({
      mcp: { server: 'my_server', tool: 'do_it__now' },
      paths: [],
    })
    expect(tool('mcp__alone', {}).mcp).toBeUndefined()
    expect(tool('constructor', { file_path: '/x' })).toMatchObject({ paths: [], tool: { name: 'constructor' } })
  })

  it('knows a sub-agent by its id', () => {
    expect(describeToolCall({ tool: 'X', input: {}, agentId: 'a1', ...at }, nothing).agent).toBe('sub')
    expect(tool('X', {}).agent).toBe('main')
  })
})

describe('describeMention', () => {
  it('reads one file', () => {
    const draft = describeMention({ path: '/w/.env', mention: '.env#L1', cwd: '/w', places })
    expect(draft).toMatchObject({
      subject: 'mention',
      caller: ENGINE,
      agent: 'main',
      paths: [{ action: 'read', written: '.env#L1', spellings: ['/w/.env'] }],
    })
    expect(describeMention({ path: '/x', agentId: 'a', cwd: '/w', places }).agent).toBe('sub')
  })
})

describe('describeModCall', () => {
  it('tells the files of $.fs calls', () => {
    for (const call of ['fs.read', 'fs.list', 'fs.stat', 'fs.exists']) expect(brief(mod(call, { path: 'b' }))).toEqual([['read', '/w/b']])
    expect(brief(mod('fs.write', { path: '/b', text: '' }))).toEqual([['write', '/b']])
    expect(brief(mod('fs.read', { path: 5 }))).toEqual([['read', undefined]])
    expect(mod('clock.now', {})).toMatchObject({ subject: 'mod-call', caller: MOD, call: { name: 'clock.now', args: {} }, paths: [] })
  })

  it('tells every file fs.ancestors looks for', () => {
    expect(brief(mod('fs.ancestors', { names: ['A.md', '.c/B.md'], of: 'src/x.ts' }))).toEqual([
      ['read', '/w/src/A.md'],
      ['read', '/w/src/.c/B.md'],
      ['read', '/w/A.md'],
      ['read', '/w/.c/B.md'],
      ['read', '/A.md'],
      ['read', '/.c/B.md'],
    ])
    expect(brief(mod('fs.ancestors', { names: ['A.md'] }))).toEqual([
      ['read', '/w/A.md'],
      ['read', '/A.md'],
    ])
    for (const args of [{}, { names: 'A.md' }, { names: [], of: 5 }, { names: ['A.md'], of: '/a'.repeat(50_000) }])
      expect(brief(mod('fs.ancestors', args))).toEqual([['read', undefined]])
    const deep = mod('fs.ancestors', { names: ['A.md'], of: '/a'.repeat(1000) })
    expect(deep.paths.length).toBeLessThanOrEqual(MAX_PATHS + 1)
    expect(deep.paths.at(-1)?.spellings).toBeUndefined()
  })

  it('evaluates a program as a quoted line, from the directory it starts in', () => {
    const lines: string[] = []
    const evaluate = (line: string) => {
      lines.push(line)
      return evaluation([file('read', 'x')])
    }
    const ran = mod('process.run', { argv: ['sh', '-c', "echo 'a'; $(b)"], init: { cwd: 'sub', stdin: "it's" } }, evaluate)
    const spawned = mod('process.spawn', { argv: ['bash'], cwd: '/opt', input: 'rm x' }, evaluate)
    expect(lines).toEqual([`'sh' '-c' 'echo '\\''a'\\''; $(b)' <<< 'it'\\''s'`, `'bash' <<< 'rm x'`])
    expect([brief(ran), brief(spawned)]).toEqual([[['read', '/w/sub/x']], [['read', '/opt/x']]])
    expect(brief(mod('process.run', { argv: ['x'], init: { cwd: 5 } }, evaluate))).toEqual([['read', undefined]])
    for (const argv of [undefined, [], 'git push', ['git', 5]]) expect(mod('process.run', { argv }).command?.markers).toHaveLength(1)
  })

  it('tells the MCP tool a mod calls, under the name tool calls have for it', () => {
    expect(mod('mcp.call', { server: 'plugin:a:b c', tool: 'go', args: {} }).mcp).toEqual({ server: 'plugin_a_b_c', tool: 'go' })
    expect(mod('mcp.call', { server: 5 }).mcp).toBeUndefined()
  })
})

describe('withResolved', () => {
  it('adds where links lead, and keeps what is written when nobody can follow them', () => {
    const draft = tool('Bash', { command: '' }, evaluation([file('read', 'a'), file('read', 'b'), file('read', 'c', null)]))
    expect(pathsToResolve(draft)).toEqual(['/w/a', '/w/b'])
    const facts = withResolved(
      draft,
      new Map([
        ['/w/a', '/real/a/'],
        ['/w/b', undefined],
      ]),
    )
    expect(facts.paths).toEqual([
      { action: 'read', written: 'a', spellings: ['/w/a', '/real/a'] },
      { action: 'read', written: 'b', spellings: ['/w/b'], mayLandElsewhere: true },
      { action: 'read', written: 'c', spellings: undefined, tail: 'c' },
    ])
    expect(withResolved(draft, new Map()).paths[0]?.mayLandElsewhere).toBe(true)
  })

  it('follows a bounded number of paths, keeps more as written, and says of the rest that it cannot tell', () => {
    const many = Array.from({ length: MAX_PATHS + 9 }, (_, i) => file('read', `f${i}`))
    const draft = tool('Bash', { command: '' }, evaluation([...many, ...many, file('delete', 'g')]))
    expect(pathsToResolve(draft)).toHaveLength(MAX_RESOLVED)
    const facts = withResolved(draft, new Map(pathsToResolve(draft).map(path => [path, path])))
    expect(facts.paths[MAX_RESOLVED - 1]).toEqual({ action: 'read', written: 'f63', spellings: ['/w/f63'] })
    expect(facts.paths[MAX_RESOLVED]).toEqual({ action: 'read', written: 'f64', spellings: ['/w/f64'], mayLandElsewhere: true })
    expect(facts.paths.slice(MAX_PATHS).map(path => [path.action, path.spellings])).toEqual([
      ['read', undefined],
      ['delete', undefined],
    ])
  })
})

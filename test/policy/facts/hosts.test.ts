import { describe, expect, it } from 'vitest'
import { hostName, readAddress } from '../../../policy/facts/address.ts'
import { describeModCall, describeToolCall } from '../../../policy/facts/describe.ts'
import { ENGINE } from '../../../policy/facts/facts.ts'
import { hostsOfCommand } from '../../../policy/facts/host-facts.ts'
import { mcpArguments } from '../../../policy/facts/mcp-arguments.ts'
import type { ConnectEffect, Word } from '../../../policy/shell/effects.ts'
import { evaluation, open, text } from '../words.ts'

const AT = { start: 0, end: 0 }
const HOME = ['/home/p']
const at = { origin: ENGINE, cwd: '/w', places: { home: HOME, project: ['/w'] } }
const connect = (address: Word, more: Partial<ConnectEffect> = {}): ConnectEffect => ({
  kind: 'connect',
  address,
  via: [],
  at: AT,
  ...more,
})

describe('an address', () => {
  it.each([
    ['https://Example.ORG/x', { host: 'example.org', scheme: 'https', port: 443 }],
    ['HTTP://example.org.:8080?x', { host: 'example.org', scheme: 'http', port: 8080 }],
    ['https://good.example@evil.example/', { host: 'evil.example', scheme: 'https', port: 443 }],
    ['https://bücher.example/', { host: 'xn--bcher-kva.example', scheme: 'https', port: 443 }],
    ['http://2130706433/', { host: '127.0.0.1', scheme: 'http', port: 80 }],
    ['http://0x7f.1/', { host: '127.0.0.1', scheme: 'http', port: 80 }],
    ['http://0177.0.0.1/', { host: '127.0.0.1', scheme: 'http', port: 80 }],
    ['http://[::1]:3000/', { host: '::1', scheme: 'http', port: 3000 }],
    ['ssh://git@Example.org/x', { host: 'example.org', scheme: 'ssh', port: 22 }],
    ['example.org', { host: 'example.org' }],
    ['example.org:443', { host: 'example.org', port: 443 }],
    ['git@example.org:acme/api.git', { host: 'example.org' }],
  ] as const)('%s', (address, expected) => {
    expect(readAddress(address)).toEqual(expected)
  })

  it('cannot be told where programs read it differently, or where it holds no host', () => {
    for (const address of [
      '',
      'https://',
      'http://a\\@b/',
      'https://{a,b}.example/',
      'https://[1-3].example/',
      'http://a b/',
      'http://%00/',
    ]) {
      expect(readAddress(address)).toBeUndefined()
    }
    expect(hostName('1.2.3.4.5.6')).toBe(undefined)
  })
})

describe('the hosts of a call', () => {
  it('are those a command line would contact', () => {
    expect(hostsOfCommand(evaluation([connect(text('https://example.org/x'))]))).toEqual([
      { written: 'https://example.org/x', host: 'example.org', scheme: 'https', port: 443 },
    ])
    expect(hostsOfCommand(evaluation([connect(open('https://example.org/'))]))).toMatchObject([{ host: 'example.org' }])
    for (const address of [open('https://example.org'), open('example'), open(), open('https://example.org/', true)]) {
      expect(hostsOfCommand(evaluation([connect(address)]))[0]).not.toHaveProperty('host')
    }
    expect(hostsOfCommand(evaluation([connect(text('example.org'), { certainty: 'may' })]))).toMatchObject([{ may: 'code' }])
    const many = Array.from({ length: 300 }, (_, n) => connect(text(`h${n}.example`)))
    expect(hostsOfCommand(evaluation(many)).at(-1)).toEqual({ written: '(further hosts)' })
  })

  it('are those of WebFetch and of a mod’s request, never none for a wrong shape', () => {
    expect(describeToolCall({ tool: 'WebFetch', input: { url: 'https://a.example' }, ...at }).hosts).toMatchObject([{ host: 'a.example' }])
    expect(describeToolCall({ tool: 'WebFetch', input: { url: 5 }, ...at }).hosts).toEqual([{ written: '' }])
    expect(describeModCall({ call: 'http.fetch', args: { url: 'https://a.example' }, ...at }).hosts).toMatchObject([{ host: 'a.example' }])
    expect(describeModCall({ call: 'http.fetch', args: {}, ...at }).hosts).toEqual([{ written: '' }])
    expect(describeToolCall({ tool: 'Read', input: { file_path: 'https://a.example' }, ...at }).hosts).toEqual([])
  })
})

describe('the arguments of an MCP tool', () => {
  const found = (args: unknown) => {
    const { paths, hosts } = mcpArguments(args, '/w', HOME)
    return {
      paths: paths.map(({ action, spelled, may }) => [action, spelled.spellings?.[0], may]),
      hosts: hosts.map(({ host, may }) => [host, may]),
    }
  }
  const both = (path: string | undefined) => [
    ['read', path, path && 'argument'],
    ['write', path, path && 'argument'],
  ]

  it('are files by their names, both read and written', () => {
    for (const name of ['path', 'file_path', 'filePath', 'filename', 'FILE-NAME', 'source'])
      expect(found({ [name]: '.env' }).paths).toEqual(both('/w/.env'))
    expect(found({ paths: ['a', '/b'] }).paths).toHaveLength(4)
    expect(found({ options: [{ path: '~/.ssh/id' }] }).paths).toEqual(both('/home/p/.ssh/id'))
    expect(found({ uri: 'file:///etc/a%20b' }).paths).toEqual(both('/etc/a b'))
    expect(found({ anything: 'FILE:///etc/x' }).paths).toEqual(both('/etc/x'))
    expect(found({ uri: 'file://other/x' }).paths).toEqual(both(undefined))
    expect(found({ query: '.env', body: 'see path: .env', path: 5 })).toEqual({ paths: [], hosts: [] })
  })

  it('are hosts by their names for certain, and by their form as may be', () => {
    expect(found({ url: 'https://a.example/x', body: 'https://b.example', note: 'at https://c.example' }).hosts.toSorted()).toEqual([
      ['a.example', undefined],
      ['b.example', 'argument'],
    ])
    expect(found({ path: 'https://a.example/x' })).toEqual({ paths: [], hosts: [['a.example', 'argument']] })
    expect(found({ uri: 'ssh://a.example' }).hosts).toEqual([['a.example', undefined]])
  })

  it('are bounded, and what is past the bounds cannot be told', () => {
    const deep = Array.from({ length: 20 }).reduce<unknown>(inner => ({ inner }), { path: '.env' })
    for (const args of [deep, { items: Array.from({ length: 2000 }, () => 'x') }]) {
      expect(found(args)).toEqual({ paths: both(undefined), hosts: [[undefined, undefined]] })
    }
    const cyclic: Record<string, unknown> = {}
    cyclic.path = cyclic
    expect(found(cyclic).paths).toEqual(both(undefined))
    expect(found(null)).toEqual({ paths: [], hosts: [] })
  })

  it('reach the facts of the tool’s call and of a mod’s', () => {
    const tool = describeToolCall({ tool: 'mcp__files__read', input: { path: '.env', url: 'https://a.example' }, ...at })
    expect(tool.paths).toMatchObject([{ action: 'read', spellings: ['/w/.env'], may: 'argument' }, { action: 'write' }])
    expect(tool.hosts).toMatchObject([{ host: 'a.example' }])
    const call = describeModCall({ call: 'mcp.call', args: { server: 's', tool: 't', args: { path: '.env' } }, ...at })
    expect(call.paths).toHaveLength(2)
    expect(describeToolCall({ tool: 'Task', input: { path: '.env' }, ...at }).paths).toEqual([])
  })
})

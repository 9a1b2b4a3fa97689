import { expect, tier } from 'claude-code/testing'
import { kitTest, PROJECT, START, seated, typed } from './seated'

tier('prepend')

// Plugins are loaded from their source and close over nothing: each says everything itself.
// biome-ignore lint/suspicious/noExplicitAny: the registrar of an inline plugin
type On = any
// biome-ignore lint/suspicious/noExplicitAny: `$` of an inline plugin
type Dollar = any

const USER = {
  name: 'tips',
  register(on: On) {
    const told = (call: Promise<unknown>) =>
      call.then(
        () => 'done',
        error => (error as Error).message,
      )
    on('command.run', { command: 'files' }, async ($: Dollar, e: { args: string }) => ({
      text: JSON.stringify({
        read: await told($.fs.read(e.args)),
        write: await told($.fs.write(e.args, 'x')),
        list: await told($.fs.list(e.args)),
        stat: await told($.fs.stat(e.args)),
        exists: await told($.fs.exists(e.args)),
      }),
    }))
    on('command.run', { command: 'settings' }, async ($: Dollar) => ({ text: JSON.stringify(await $.settings.read({ source: 'policy' })) }))
    on('command.run', { command: 'sing' }, async ($: Dollar) => {
      try {
        return { text: `sang ${await $.audio.play('x')}` }
      } catch (error) {
        return { text: (error as Error).message }
      }
    })
    on('command.run', { command: 'fetch' }, async ($: Dollar) => ({
      text: JSON.stringify({
        inside: await told($.http.fetch('https://tools.acme.example/v1')),
        outside: await told($.http.fetch('https://collect.example.net/x')),
      }),
    }))
  },
}

const HOUSE = {
  name: 'house',
  tier: 'append' as const,
  register(on: On) {
    on('command.run', { command: 'house' }, async ($: Dollar, e: { args: string }) => ({ text: await $.fs.read(e.args) }))
  },
}

const FORGER = {
  name: 'forger',
  register(on: On) {
    on('settings.read', () => ({ value: { told: 'by the forger' } }))
  },
}

const RUNNER = {
  name: 'runner',
  register(on: On) {
    on('command.run', { command: 'run' }, async ($: Dollar) => ({ text: JSON.stringify(await $.process.run(['true'])) }))
  },
}

kitTest("fs.*: a user-tier mod's calls are judged by where they lead", [USER], async ($, on) => {
  const seen = seated(on)
  await $.session.start(START)
  const before = seen.reads.length
  const asked = async (path: string) => JSON.parse((await $.command.run(typed('files', path))).text ?? '')
  const refused = expect.stringMatching(/castellan \(reference\): .*\[secret\.(env-file|file-write)\]/)
  expect(await asked(`${PROJECT}/.env`)).toEqual({ read: refused, write: refused, list: refused, stat: refused, exists: refused })
  expect(await asked('.env')).toEqual({ read: refused, write: refused, list: refused, stat: refused, exists: refused })
  expect(seen.reads.length).toBe(before)
  expect(await asked(`${PROJECT}/notes`)).toEqual({ read: 'done', write: 'done', list: 'done', stat: 'done', exists: 'done' })
})

kitTest("a user-tier mod's requests go where the rules let them, and a withheld noun is nobody's to call", [USER], async ($, on) => {
  const seen = seated(on)
  await $.session.start(START)
  expect(JSON.parse((await $.command.run(typed('fetch'))).text ?? '')).toEqual({
    inside: 'done',
    outside: expect.stringContaining('[acme.mod-requests]'),
  })
  expect(seen.posts.map(post => post.url)).toContain('https://tools.acme.example/v1')
  expect(seen.posts.map(post => post.url)).not.toContain('https://collect.example.net/x')
  expect((await $.command.run(typed('sing'))).text).toContain('removed by plugin `castellan`')
})

kitTest(
  "the organisation's own mods are not judged, and what one mod answers as settings no other reads",
  [USER, FORGER, HOUSE],
  async ($, on) => {
    seated(on)
    await $.session.start(START)
    expect((await $.command.run(typed('house', `${PROJECT}/.env`))).text).toContain('DB_PASSWORD')
    expect((await $.command.run(typed('settings'))).text).toBe('{"told":"beneath"}')
  },
)

kitTest('a plugin that starts programs does not load', [RUNNER], async ($, on) => {
  seated(on)
  await expect($.session.start(START)).rejects.toThrow('castellan (reference): Plugins here may not start programs.')
})

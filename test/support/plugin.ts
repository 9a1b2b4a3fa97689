import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeFiles } from './sandbox.ts'

/** Writes a small plugin folder whose hooks module is the JavaScript source given, and answers its path. */
export function writePlugin(parent: string, name: string, source: string, manifest: Readonly<Record<string, unknown>> = {}): string {
  const root = join(parent, name)
  const plugin = { name, version: '0.0.1', description: `${name}, for a test`, author: { name: 'castellan tests' }, ...manifest }
  writeFiles(root, {
    '.claude-plugin/plugin.json': JSON.stringify(plugin),
    'hooks/hooks.json': JSON.stringify({ modules: ['./register.js'] }),
    'hooks/register.js': source,
  })
  return root
}

/** The part of a settings file, a person's or managed alike, that seats plugins in tier prepend. */
export type SeatSettings = {
  extraKnownMarketplaces: Record<string, { source: { source: 'directory'; path: string } }>
  enabledPlugins: Record<string, true>
  prependPlugins: string[]
}

/**
 * Makes a directory marketplace `test` of copies of these plugin folders and answers the settings that seat them, outermost first.
 * `sec` says where the engine's own guard is listed; in a person's settings the engine does not seat it wherever it is listed.
 */
export function seatPlugins(parent: string, folders: readonly string[], sec: 'first' | 'last' | 'none' = 'first'): SeatSettings {
  const market = join(parent, 'market')
  const names = folders.map(folder => {
    const { name } = JSON.parse(readFileSync(join(folder, '.claude-plugin/plugin.json'), 'utf8')) as { name: string }
    cpSync(folder, join(market, 'plugins', name), { recursive: true })
    return name
  })
  const plugins = names.map(name => ({ name, source: `./plugins/${name}`, description: name }))
  const marketplace = { name: 'test', owner: { name: 'castellan tests' }, plugins }
  writeFiles(market, { '.claude-plugin/marketplace.json': JSON.stringify(marketplace) })
  const ids = names.map(name => `${name}@test`)
  const guard = 'sec-default@builtin'
  return {
    extraKnownMarketplaces: { test: { source: { source: 'directory', path: market } } },
    enabledPlugins: Object.fromEntries(ids.map(id => [id, true as const])),
    prependPlugins: sec === 'first' ? [guard, ...ids] : sec === 'last' ? [...ids, guard] : ids,
  }
}

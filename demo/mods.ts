import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../cli/package-root.ts'
import { writeFiles } from '../test/support/sandbox.ts'

/** The two plugins that the person of the story has: the policy refuses the first and admits the second. */
export const MODS = { refused: 'branch-badge', admitted: 'env-tips' } as const

/** The source of one of them, from `demo/mods`. */
export const modSource = (name: string): string => readFileSync(join(packageRoot(), 'demo/mods', `${name}.ts`), 'utf8')

/** Writes the plugin folders under `parent` and answers their paths. */
export function writeMods(parent: string): string[] {
  return Object.values(MODS).map(name => {
    const root = join(parent, 'plugins', name)
    const manifest = { name, version: '1.0.0', description: `${name}, a plugin of the demo`, author: { name: 'castellan demo' } }
    writeFiles(root, {
      '.claude-plugin/plugin.json': JSON.stringify(manifest),
      'hooks/hooks.json': JSON.stringify({ modules: ['./register.ts'] }),
      'hooks/register.ts': modSource(name),
    })
    return root
  })
}

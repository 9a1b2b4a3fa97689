/** A generated seat imported under Node as a module of its own, its registrations recorded by a fake `on`. */
import { copyFileSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { renderPolicyModule } from '../../cli/build/policy-module.ts'
import { packageRoot } from '../../cli/package-root.ts'
import type { CompiledPolicy } from '../../policy/compile/compiled.ts'

// biome-ignore lint/suspicious/noExplicitAny: hooks of some twenty events, each of its own shape, called with hand-made arguments.
export type Handler = (...args: any[]) => any

export type Registration = {
  readonly event: string
  readonly matcher: Readonly<Record<string, unknown>>
  readonly hook: Handler
  readonly catches: readonly Handler[]
}

/** A runtime that nothing can be asked of: what a hook and its `.catch` find when the module's state is unusable. */
const BROKEN_RUNTIME = `export const createCastellan = () => new Proxy({}, { get() { throw new Error('the runtime is broken') } })\n`

/** What `register` of this seat registers, in order. `work`: a folder of the caller's, who removes it. Rejects where the seat does not load. */
export async function registrationsOf(
  seat: string,
  policy: CompiledPolicy,
  work: string,
  runtime: 'built' | 'broken',
): Promise<Registration[]> {
  const folder = mkdtempSync(join(work, 'seat-'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'seat.js'), seat)
  writeFileSync(join(folder, 'policy.js'), renderPolicyModule(policy))
  if (runtime === 'broken') writeFileSync(join(folder, 'castellan.js'), BROKEN_RUNTIME)
  else for (const name of ['castellan.js', 'vendor.js']) copyFileSync(join(packageRoot(), 'dist', name), join(folder, name))
  const { register } = (await import(pathToFileURL(join(folder, 'seat.js')).href)) as { register: (on: unknown) => void }
  const registrations: Registration[] = []
  register((event: string, ...rest: unknown[]) => {
    const hook = rest.pop() as Handler
    const catches: Handler[] = []
    registrations.push({ event, matcher: (rest[0] ?? {}) as Registration['matcher'], hook, catches })
    const registered = {
      catch(handler: Handler) {
        catches.push(handler)
        return registered
      },
    }
    return registered
  })
  return registrations
}

export const seatFolder = (): string => mkdtempSync(join(tmpdir(), 'castellan-seat-'))

/** A matcher as the engine's report says it. */
export function reportedMatcher(matcher: Registration['matcher']): Record<string, unknown> {
  const said = (value: unknown): unknown => {
    if (value instanceof RegExp) return { regex: value.source, flags: value.flags }
    return Array.isArray(value) ? { anyOf: value.map(said) } : { is: value }
  }
  return Object.fromEntries(Object.entries(matcher).map(([key, value]) => [key, said(value)]))
}

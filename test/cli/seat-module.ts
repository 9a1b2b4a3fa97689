/** A generated seat imported under Node as a module of its own, its registrations recorded by a fake `on`. */
import { copyFileSync, mkdtempSync, writeFileSync } from 'node:fs'
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
const createBroken = (): object =>
  new Proxy(
    {},
    {
      get() {
        throw new Error('the runtime is broken')
      },
    },
  )

type Register = (on: unknown) => void

/** The `register` of a seat over the broken runtime, evaluated as it stands but for its imports. Throws where the text is no module. */
function brokenRegister(seat: string, policy: CompiledPolicy): Register {
  const body = seat.replace(/^import .*$/gm, '').replace('export function register', 'return function register')
  const parts = ['moreSources', 'createHydration']
  const evaluated = new Function('createCastellan', 'policy', ...parts, `'use strict'\n${body}`)
  return evaluated(createBroken, policy, ...parts.map(createBroken)) as Register
}

/** The `register` of a seat beside the built runtime, imported from a folder of its own in `work`. */
async function builtRegister(seat: string, policy: CompiledPolicy, work: string): Promise<Register> {
  const folder = mkdtempSync(join(work, 'seat-'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'seat.js'), seat)
  writeFileSync(join(folder, 'policy.js'), renderPolicyModule(policy))
  for (const name of ['castellan.js', 'vendor.js', 'sources.js', 'hydrate.js', 'endpoint.js'])
    copyFileSync(join(packageRoot(), 'dist', name), join(folder, name))
  return ((await import(pathToFileURL(join(folder, 'seat.js')).href)) as { register: Register }).register
}

/** What a seat registers, in order: over the runtime that `npm run build` made, in the caller's folder `work`. */
export const builtRegistrations = async (seat: string, policy: CompiledPolicy, work: string): Promise<Registration[]> =>
  registrationsOf(await builtRegister(seat, policy, work))

/** What a seat registers, in order: over a runtime that is broken. */
export const brokenRegistrations = (seat: string, policy: CompiledPolicy): Registration[] => registrationsOf(brokenRegister(seat, policy))

function registrationsOf(register: Register): Registration[] {
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

/** A matcher as the engine's report says it. */
export function reportedMatcher(matcher: Registration['matcher']): Record<string, unknown> {
  const said = (value: unknown): unknown => {
    if (value instanceof RegExp) return { regex: value.source, flags: value.flags }
    return Array.isArray(value) ? { anyOf: value.map(said) } : { is: value }
  }
  return Object.fromEntries(Object.entries(matcher).map(([key, value]) => [key, said(value)]))
}

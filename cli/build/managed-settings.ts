/** `managed-settings.json`: what an administrator ships so that the built folder is seated and a floor stands where no mod loads. */
import { INNER_NAME, OWN_NAME } from '../../hooks/doors.ts'
import type { CompiledPolicy } from '../../policy/compile/compiled.ts'
import { engineSwitches, engineTelemetry } from './engine-switches.ts'
import type { Mirror } from './mirror/mirror.ts'

/** `seatAt`: the absolute folder where the built marketplace will lie on the machines. */
export function managedSettings(policy: CompiledPolicy, mirror: Mirror, seatAt: string): string {
  const id = `${OWN_NAME}@${policy.seat.marketplace}`
  const inner = `${INNER_NAME}@${policy.seat.marketplace}`
  const switches = [...engineSwitches(policy), ...engineTelemetry(policy)]
  const settings = {
    extraKnownMarketplaces: { [policy.seat.marketplace]: { source: { source: 'directory', path: seatAt } } },
    enabledPlugins: { [id]: true, ...(policy.seat.inner ? { [inner]: true } : {}) },
    // sec-default is seated by default only while this list is absent: naming it keeps managed deny rules above every person's mod.
    prependPlugins: ['sec-default@builtin', id],
    ...(policy.seat.inner ? { appendPlugins: [inner] } : {}),
    ...(switches.length === 0 ? {} : { env: Object.fromEntries(switches.map(({ name, value }) => [name, value])) }),
    permissions: { deny: mirror.deny, ask: mirror.ask },
  }
  return `${JSON.stringify(settings, null, 2)}\n`
}

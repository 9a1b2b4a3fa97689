/**
 * Who put castellan where it stands, as the managed settings tell it. It can stand in tier prepend alone: its `next.to(e, 'append')` keeps the engine from
 * loading it in another (seen on 2.1.332), so that whoever hears it hears it from there.
 */

/**
 * `organisation`: the managed settings seat it. `person`: they say nothing of plugins, so the person did. `no-longer`: they seat plugins, and not this one,
 * or in a tier where it does not load: they have changed since it was loaded.
 */
export type Seating = 'organisation' | 'person' | 'no-longer'

const isArray = Array.isArray
const has = Object.hasOwn
const KEYS = ['prependPlugins', 'appendPlugins', 'enabledPlugins'] as const

const isListed = (list: unknown, id: string): boolean => isArray(list) && list.includes(id)
const isEnabled = (map: unknown, id: string): boolean =>
  typeof map === 'object' && map !== null && has(map, id) && (map as Readonly<Record<string, unknown>>)[id] === true

/** Who seats a plugin (`name@marketplace`). One that managed settings enable and list nowhere lands in prepend too; one in both lists is prepended. */
export function seatingOf(settings: Readonly<Record<string, unknown>>, id: string): Seating {
  const isAppended = isListed(settings.appendPlugins, id)
  const isPrepended = isListed(settings.prependPlugins, id) || (isEnabled(settings.enabledPlugins, id) && !isAppended)
  if (isPrepended) return 'organisation'
  return KEYS.some(key => has(settings, key)) ? 'no-longer' : 'person'
}

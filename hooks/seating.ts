/** Who put castellan where it stands, as the managed settings tell it. */

/**
 * `prepend`: the organisation, above the person's mods; `append`: the organisation, beneath them; `person`: there are no managed settings, so the person did;
 * `unseated`: there are, and they do not name castellan, so the engine heeds no seat of the person's either.
 */
export type Seating = 'prepend' | 'append' | 'person' | 'unseated'

const isArray = Array.isArray
const keysOf = Object.keys
const has = Object.hasOwn

const isListed = (list: unknown, id: string): boolean => isArray(list) && list.includes(id)
const isEnabled = (map: unknown, id: string): boolean =>
  typeof map === 'object' && map !== null && has(map, id) && (map as Readonly<Record<string, unknown>>)[id] === true

/** Where a plugin (`name@marketplace`) stands. One that managed settings enable and list nowhere lands in prepend too; one in both lists is prepended. */
export function seatingOf(settings: Readonly<Record<string, unknown>>, id: string): Seating {
  if (isListed(settings.prependPlugins, id)) return 'prepend'
  if (isListed(settings.appendPlugins, id)) return 'append'
  if (isEnabled(settings.enabledPlugins, id)) return 'prepend'
  return keysOf(settings).length === 0 ? 'person' : 'unseated'
}

// Takes castellan's stamp off the engine's records for the collector, and says so on each.
export function register(on) {
  on('telemetry.log', { to: 'collector' }, (_$, e, next) => {
    const attributes = Object.fromEntries(Object.entries(e.attributes ?? {}).filter(([key]) => !key.startsWith('castellan.')))
    return next({ ...e, attributes: { ...attributes, stripped: 'yes' } })
  })
}

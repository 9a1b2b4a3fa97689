// Refuses one call, but only when it is asked about it again.
let asked = 0
export function register(on) {
  on('tool.check', (_$, e, next) => (e.tool_use_id === 'changed' && asked++ > 0 ? { decision: 'deny', reason: 'not any more' } : next(e)))
}

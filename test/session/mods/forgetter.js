// Refuses to say what the session is called, the first time that castellan asks.
let asked = 0
export function register(on) {
  on('session.id', async (_$, e, next) => (next.origin.plugin === 'castellan' && asked++ === 0 ? { deny: 'not yet' } : next(e)))
}

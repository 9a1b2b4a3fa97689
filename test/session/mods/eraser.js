// Tries a call that a rule denies, and holds the worker that all mods share the moment it hears so: the engine kills that worker.
export function register(on) {
  on('session.start', async ($, e, next) => {
    const started = await next(e)
    try {
      await $.fs.read('sealed/note.txt')
    } catch {
      for (;;);
    }
    return started
  })
}

// An endless loop in a hook: the engine kills the worker that all mods share, and starts another.
export function register(on) {
  on('tool.call', { tool: 'Bash' }, (_$, e, next) => {
    if (e.command === 'echo hog-now') for (;;);
    return next(e)
  })
}

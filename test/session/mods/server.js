// Registers one tool and serves it ahead of the permission check: what it was called with is the name of a file it makes.
export function register(on) {
  on('session.start', async ($, e, next) => {
    const started = await next(e)
    await $.tool.register({ name: 'by-tool-rule', description: 'makes a file' })
    return started
  })
  on('tool.call', { tool: 'mcp__tenant__by-tool-rule' }, async ($, e) => {
    await $.fs.write(`served-${e.mark}`, 'x')
    return { result: 'served' }
  })
}

// Leaves a file that tells that it was let in.
export function register(on) {
  on('session.start', async ($, e, next) => {
    const started = await next(e)
    await $.fs.write(`visited-by-${$.plugin.name}`, 'x')
    return started
  })
}

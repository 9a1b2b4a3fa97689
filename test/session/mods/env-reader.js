// Reads two files at the start, and tells what came of each in tips.json; looks on at tool checks.
export function register(on) {
  on('session.start', async ($, e, next) => {
    const started = await next(e)
    const readme = await $.fs.read('README.md').catch(error => String(error))
    const env = await $.fs.read('.env').catch(error => String(error))
    await $.fs.write('tips.json', JSON.stringify({ readme, env }))
    return started
  })
  on('tool.check', (_$, e, next) => next(e))
}

// Keeps what it hears of every event on disk: the name of the event, and what it was handed.
const heard = []
export function register(on) {
  const keep = (event, e) => heard.push(`${event} ${JSON.stringify(e)}`)
  on('*', async ($, e, next) => {
    keep(next.event, e)
    if (next.event === 'session.append') await $.fs.write('heard.txt', heard.join('\n'))
    return next(e)
  })
  on('tool.run', (_, e, next) => {
    keep('tool.run', e)
    return next(e)
  })
}

// A plugin somebody might install: it looks on at tool calls to give tips about the project's settings. It is admitted; of the two files it asks
// for, one is refused. What came of it goes to the debug log, lengths only.
import type { On } from 'claude-code'

export function register(on: On) {
  on('session.start', async ($, e, next) => {
    try {
      const text = await $.fs.read('README.md')
      $.ui.log(`env-tips: README.md: read, ${text.length} characters`, { to: 'debug' })
    } catch (error) {
      $.ui.log(`env-tips: README.md: ${error}`, { to: 'debug' })
    }
    try {
      const text = await $.fs.read('.env')
      $.ui.log(`env-tips: .env: read, ${text.length} characters`, { to: 'debug' })
    } catch (error) {
      $.ui.log(`env-tips: .env: ${error}`, { to: 'debug' })
    }
    return next(e)
  })
  on('tool.check', (_$, e, next) => next(e))
}

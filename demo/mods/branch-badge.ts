// A plugin somebody might install: it shows the branch in the status line, and starts git to learn it. The reference policy refuses plugins
// that start programs. Were it admitted, the file it leaves would show it.
import type { On } from 'claude-code'

export function register(on: On) {
  on('session.start', async ($, e, next) => {
    await $.process.run(['sh', '-c', 'git branch --show-current > .branch-badge'])
    return next(e)
  })
}

import { join } from 'node:path'
import { engineEnv } from '../test/support/engine.ts'
import { runProcess } from '../test/support/process.ts'
import type { Sandbox } from '../test/support/sandbox.ts'
import { PUSH } from './story.ts'

/** A project with a remote of its own, whose `main` holds a colleague's commit that the project has not seen. */
export type Repository = {
  /** The commit at the remote's `main`. */
  readonly remoteHead: () => Promise<string>
  /** Whether git says that the story's push, if it ran now, would replace what the remote holds. */
  readonly wouldReplace: () => Promise<boolean>
}

const IDENTITY = ['-c', 'user.name=demo', '-c', 'user.email=demo@example.invalid']
const TIME_LIMIT_MS = 20_000

/** Makes both repositories from what stands in the project. Rejects where git is missing or fails. */
export async function makeRepository(sandbox: Sandbox): Promise<Repository> {
  const remote = join(sandbox.dir, 'remote.git')
  const env = { ...engineEnv(sandbox), GIT_CONFIG_NOSYSTEM: '1' }
  const run = (args: readonly string[]) => runProcess(['git', ...args], { cwd: sandbox.cwd, env, timeoutMs: TIME_LIMIT_MS })
  const git = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await run(args)
    if (code !== 0) throw new Error(`git ${args.join(' ')} failed: ${stderr.trim()}`)
    return stdout.trim()
  }
  const commit = (message: string) => git(...IDENTITY, 'commit', '-q', '--allow-empty', '-m', message)

  await git('init', '-q', '-b', 'main')
  await git('init', '-q', '--bare', '-b', 'main', remote)
  await git('remote', 'add', 'origin', remote)
  await git('add', '-A')
  await commit('Start')
  const start = await git('rev-parse', 'HEAD')
  await commit("A colleague's fix")
  await git('push', '-q', 'origin', 'main')
  await git('reset', '-q', '--hard', start)
  await commit('My change')

  const [program = '', ...pushed] = PUSH.split(' ')
  return {
    remoteHead: () => git('--git-dir', remote, 'rev-parse', 'main'),
    async wouldReplace() {
      const { stdout, stderr } = await runProcess([program, ...pushed, '--dry-run'], { cwd: sandbox.cwd, env, timeoutMs: TIME_LIMIT_MS })
      return `${stdout}${stderr}`.includes('forced update')
    },
  }
}

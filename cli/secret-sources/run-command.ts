/** A program that prints a secret, run as a session would run it. */
import { spawnSync } from 'node:child_process'
import type { SecretCommand } from '../../policy/compile/compiled.ts'
import type { Found } from '../../redact/found.ts'
import { printedBy } from '../../redact/printed.ts'
import type { Io } from '../io.ts'

/** More than a secret, and what the engine keeps of a program's output is of this order. */
const MAX_BYTES = 1024 * 1024

/** What it prints is shown nowhere, nor is what it says on stderr. Never throws. */
export function runCommand(command: SecretCommand, io: Io): Found {
  const [program = '', ...args] = command.argv
  const { status, stdout, error } = spawnSync(program, args, {
    cwd: io.cwd,
    env: { ...io.env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: command.timeoutMs,
    killSignal: 'SIGKILL',
    maxBuffer: MAX_BYTES,
  })
  const isStdoutTruncated = (error as NodeJS.ErrnoException | undefined)?.code === 'ENOBUFS'
  if (isStdoutTruncated) return printedBy(command, { exitCode: 0, stdout: '', isStdoutTruncated })
  return printedBy(command, error || status === null ? undefined : { exitCode: status, stdout, isStdoutTruncated })
}

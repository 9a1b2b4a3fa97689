/** Runs commands in real bash with a PATH of recorders; for the oracle tests only. */
import { execFileSync } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RECORDED } from './oracle-commands.ts'

/** Wrappers that really run, so that their own reading of options is the judge. */
const REAL = [
  'env',
  'nice',
  'timeout',
  'nohup',
  'setsid',
  'stdbuf',
  'xargs',
  'find',
  'bash',
  'cat',
  'mkdir',
  'base64',
  'xxd',
  'rev',
  'tr',
  'head',
  'tail',
  'tee',
  'chmod',
  'cp',
  'mv',
]

export type Ran = { readonly name: string; readonly args: readonly string[] }

/** The path of bash; undefined where there is none. */
export function findBash(): string | undefined {
  return ['/bin/bash', '/usr/bin/bash'].find(path => {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/** One write a call, its words counted: those of a pipeline run at the same time and write to the same file. */
const RECORDER = `#!/bin/sh
printf '%s\\0' "$#" "\${0##*/}" "$@" >> "$REC"
`

const DRIVER = `i=0
while [ -e "$ROOT/command.$i" ]; do
  mkdir -p "$ROOT/cwd.$i/sub"
  cd "$ROOT/cwd.$i"
  ( REC="$ROOT/ran.$i"; export REC; eval "$(< "$ROOT/command.$i")"; wait ) < /dev/null > /dev/null 2>&1
  i=$((i + 1))
done
`

/** What each command really ran of the recorded programs, in the order of the commands. */
export function runInBash(bash: string, commands: readonly string[]): Ran[][] {
  const root = mkdtempSync(join(tmpdir(), 'castellan-oracle-'))
  try {
    const bin = join(root, 'bin')
    mkdirSync(bin)
    for (const name of RECORDED) {
      writeFileSync(join(bin, name), RECORDER)
      chmodSync(join(bin, name), 0o755)
    }
    for (const name of REAL) {
      const real = ['/bin', '/usr/bin'].map(folder => join(folder, name)).find(existsSync)
      if (real !== undefined) symlinkSync(real, join(bin, name))
    }
    // A `sh` that is no bash expands less: the evaluator reads every shell as bash.
    symlinkSync(bash, join(bin, 'sh'))
    commands.forEach((command, index) => {
      writeFileSync(join(root, `command.${index}`), command)
    })
    execFileSync(bash, ['--norc', '--noprofile', '-c', DRIVER], {
      env: { PATH: bin, ROOT: root, HOME: root, LC_ALL: 'C.UTF-8' },
      timeout: 280_000,
      stdio: 'ignore',
    })
    return commands.map((_, index) => recorded(join(root, `ran.${index}`)))
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

function recorded(path: string): Ran[] {
  if (!existsSync(path)) return []
  const words = readFileSync(path, 'utf8').split('\0').slice(0, -1)
  const calls: Ran[] = []
  for (let at = 0; at < words.length; ) {
    const count = Number(words[at])
    calls.push({ name: words[at + 1] ?? '', args: words.slice(at + 2, at + 2 + count) })
    at += 2 + count
  }
  return calls
}

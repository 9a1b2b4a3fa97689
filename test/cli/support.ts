import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { main } from '../../cli/main.ts'

export type Ran = { readonly code: number; readonly out: string; readonly err: string }

/** Runs one command line in this process; `input` is its stdin, which otherwise cannot be read; `managedFolder` where managed settings would be. */
export function run(argv: readonly string[], cwd: string, env: Record<string, string> = {}, input?: string, managedFolder?: string): Ran {
  let out = ''
  let err = ''
  const code = main(argv, {
    out: text => {
      out += text
    },
    err: text => {
      err += text
    },
    cwd,
    env,
    managedFolder,
    input: input === undefined ? undefined : () => input,
  })
  return { code, out, err }
}

export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'castellan-cli-'))

export function putFiles(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

export const HEAD = 'policy: acme\nseat: { marketplace: acme }\n'

/** One rule with its tests; `extra` goes into the rule. */
export const pushTable = (extra = '', fires = '"git push -f"', silent = '"git push origin main"'): string => `table: own
rules:
  - id: own.force-push
    when: { run: { program: git, subcommand: push, any-flag: [-f, --force] } }
    decide: deny
    reason: It rewrites what others have.
    instead: Push a new branch.
${extra}    tests:
      fires: [${fires}]
      silent: [${silent}]
`

/** A small policy that is well. */
export const policyFiles = (): Record<string, string> => ({ 'p/castellan.yaml': HEAD, 'p/rules/own.yaml': pushTable() })

/** From a policy folder to a compiled policy, or every error of every file. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { compilePolicy } from '../policy/compile/compile-policy.ts'
import type { CompileResult, PolicySource } from '../policy/compile/result.ts'
import { castellanVersion } from './package-root.ts'
import { HEAD, readPolicyFolder } from './policy-folder.ts'

export function loadPolicy(folder: string, cwd: string): CompileResult {
  return loadWithSource(folder, cwd).result
}

/** The same with the files it was made of; `source` undefined where they cannot be read. */
export function loadWithSource(folder: string, cwd: string): { readonly result: CompileResult; readonly source?: PolicySource } {
  const read = readPolicyFolder(folder, cwd)
  const compile = (source: PolicySource) => compilePolicy(source, { version: castellanVersion() })
  if (read.ok) return { result: compile(read.source), source: read.source }
  const rest = read.source && compile(read.source)
  return { result: { ok: false, errors: [...read.errors, ...(rest === undefined || rest.ok ? [] : rest.errors)] } }
}

/** The policy meant when none is named: here, else `policies/reference` beneath here; undefined when neither is one. */
export function defaultPolicy(cwd: string): string | undefined {
  return ['.', join('policies', 'reference')].find(folder => existsSync(join(resolve(cwd, folder), HEAD)))
}

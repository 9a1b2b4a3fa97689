/** One case: something that could happen in a session. Rule tests and `castellan check` rows are parsed into it. */
import type { PluginFacts } from '../decide/plugin.ts'
import type { Caller } from '../facts/facts.ts'

export type CaseSubject =
  | { readonly kind: 'tool'; readonly tool: string; readonly input: unknown /** Default: the model. */; readonly from?: Caller }
  | { readonly kind: 'mention'; readonly path: string }
  | { readonly kind: 'call'; readonly call: string; readonly args: unknown; readonly from: Caller }
  | { readonly kind: 'plugin'; readonly plugin: PluginFacts }

export type Case = CaseSubject & {
  readonly agent?: 'main' | 'sub'
  /** Where relative paths start; default: the project directory. */
  readonly cwd?: string
  /** Symbolic links, path -> target; relative ones start at the project directory. A case never touches the disk. */
  readonly links?: Readonly<Record<string, string>>
  /** Texts of scripts that the command runs, by path. */
  readonly files?: Readonly<Record<string, string>>
}

export type Expect = 'deny' | 'ask' | 'none'

/** The directories that cases live in. */
export const CASE_PROJECT = '/srv/project'
export const CASE_HOME = '/home/person'

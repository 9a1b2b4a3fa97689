/**
 * The ways out of the realm, as thunks. The engine demands that every `$` call is spelled in the module it loads,
 * so the generated seat makes these and hands them over; nothing here ever sees `$`.
 */

import type { Head } from '../audit/trail.ts'

export type Entry = { readonly name: string; readonly kind: 'file' | 'dir' | 'other'; readonly mtimeMs: number; readonly size?: number }
export type ToolEntry = { readonly name: string; readonly registeredBy?: { readonly plugin: string; readonly tier: string } }
export type Ran = { readonly exitCode: number; readonly stdout: string; readonly isStdoutTruncated: boolean }
export type Reply = { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly text: string }

export type Doors = {
  /** The person's home directory, as the environment says. */
  readonly home: () => Promise<string | undefined>
  /** The engine's own folder, where the environment names another than `~/.claude`. */
  readonly configFolder: () => Promise<string | undefined>
  readonly projectRoot: () => Promise<string>
  readonly cwd: () => Promise<string>
  readonly sessionId: () => Promise<string>
  /** Rejects when the file is missing or unreadable. */
  readonly readText: (path: string) => Promise<string>
  /** Writes over the file, in place; folders are made. Absent where the policy has no secrets: nothing is then written. */
  readonly writeText?: (path: string, text: string) => Promise<unknown>
  /** Of what the path leads to: bytes, and milliseconds since the epoch. Rejects when nothing is there. */
  readonly stat: (path: string) => Promise<{ readonly kind: Entry['kind']; readonly mtimeMs: number; readonly size: number }>
  /** Where the path leads, links followed; undefined for a link that leads nowhere; rejects when nothing is there. */
  readonly realPath: (path: string) => Promise<string | undefined>
  readonly list: (path: string) => Promise<readonly Entry[]>
  /** Runs a command that does nothing, as the model would. Rejects where there is no such tool, or it is refused. */
  readonly startShell: () => Promise<unknown>
  readonly tools: () => Promise<readonly ToolEntry[]>
  /** The managed settings; rejects or answers {} where there are none. */
  readonly managedSettings: () => Promise<Readonly<Record<string, unknown>>>
  /** The named environment secrets of the policy, by name; undefined where unset. */
  readonly secretEnv: () => Promise<Readonly<Record<string, string | undefined>>>
  /** Runs the policy's secret command of this number. Rejects when it cannot be started, or is not done in time. Absent where there is none. */
  readonly secretCommand?: (index: number) => Promise<Ran>
  /** One layer of the settings as loaded. Absent where none of them names secrets. */
  readonly settings?: (
    source: 'user' | 'project' | 'local' | 'flag' | 'policy',
  ) => Promise<{ readonly env?: Readonly<Record<string, unknown>> }>
  /** Sets `CASTELLAN_NAME` for commands, for each variable that the policy shares and whose value is a secret; absent where it shares none. */
  readonly share?: (isSecret: (value: string) => boolean) => Promise<unknown>
  /** Whether everybody but castellan would let this call run without a question; absent where no call is handed secrets. */
  readonly allows?: (tool: string, input: unknown) => Promise<boolean>
  readonly registerCommand: () => Promise<unknown>
  /** Calls back every `ms` milliseconds for the life of the module. */
  readonly every: (ms: number, fn: () => void) => void
  /** One line to the debug log. Never a secret, never an argument value. */
  readonly log: (line: string) => void
  /** Learns what `post` needs, so that a post then waits for nothing on its way out: the headers that are sent; undefined: nothing says where to. Absent where there is no `post`. */
  readonly ready?: () => Promise<Readonly<Record<string, string>> | undefined>
  /** What was remembered last in this session, by a module that a worker was lost with too; undefined: nothing. Absent where the policy ships no audit. */
  readonly remembered?: () => Promise<Head | undefined>
  readonly remember?: (head: Head) => Promise<unknown>
  /** The key of the records' macs; absent where the policy names none. */
  readonly auditKey?: () => Promise<string | undefined>
  /** Posts an OTLP body to the policy's endpoint; absent where the policy ships no audit. Rejects when nothing answers. */
  readonly post?: (body: string) => Promise<Reply>
}

export type Origin = { readonly plugin: string; readonly tier: string }

export const OWN_NAME = 'castellan'

export const INNER_NAME = 'castellan-inner'

/** Whether a call is castellan's own, of either seat. Some of its hooks hear what it calls itself. */
export const isOwn = ({ plugin, tier }: Origin): boolean =>
  (plugin === OWN_NAME && tier === 'prepend') || (plugin === INNER_NAME && tier === 'append')

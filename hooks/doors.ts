/**
 * The ways out of the realm, as thunks. The engine demands that every `$` call is spelled in the module it loads,
 * so the generated seat makes these and hands them over; nothing here ever sees `$`.
 */

export type Entry = { readonly name: string; readonly kind: 'file' | 'dir' | 'other'; readonly mtimeMs: number }
export type ToolEntry = { readonly name: string; readonly registeredBy?: { readonly plugin: string; readonly tier: string } }
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
  readonly registerCommand: () => Promise<unknown>
  /** Calls back every `ms` milliseconds for the life of the module. */
  readonly every: (ms: number, fn: () => void) => void
  /** One line to the debug log. Never a secret, never an argument value. */
  readonly log: (line: string) => void
  /** Learns what `post` needs, so that a post then waits for nothing on its way out; absent where there is no `post`. */
  readonly ready?: () => Promise<unknown>
  /** Posts an OTLP body to the policy's endpoint; absent where the policy ships no audit. Rejects when nothing answers. */
  readonly post?: (body: string) => Promise<Reply>
}

export type Origin = { readonly plugin: string; readonly tier: string }

export const OWN_NAME = 'castellan'

/** Whether a call is castellan's own. Some of its hooks hear what it calls itself. */
export const isOwn = (origin: Origin): boolean => origin.plugin === OWN_NAME && origin.tier === 'prepend'

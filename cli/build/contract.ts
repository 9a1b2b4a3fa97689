/** What the seat keeps in the engine for the session, declared as the engine wants it: a types file that the manifest names. */

/** Relative to the plugin's folder. */
export const CONTRACT_FILE = '.claude-plugin/contract.d.ts'

/** `plugin.key` of every value, as the engine tells them. */
export const STATES: readonly string[] = ['castellan.head']

export const CONTRACT = `/** The last record of a session's chain: where a worker is lost, the module that comes after learns from it what it follows. */
export type Head = { readonly sessionId: string; readonly chain: string; readonly seq: number; readonly hash: string }

declare module 'claude-code' {
  interface PluginState {
    castellan: { head: Head }
  }
}
`

/** The last record of a session's chain: where a worker is lost, the module that comes after learns from it what it follows. */
export type Head = { readonly sessionId: string; readonly chain: string; readonly seq: number; readonly hash: string }

declare module 'claude-code' {
  interface PluginState {
    castellan: { head: Head }
  }
}

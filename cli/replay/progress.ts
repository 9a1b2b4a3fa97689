/** A bar on a terminal's last line, for runs that take long enough to wonder. */
const FIRST_AFTER_MS = 1000
const EVERY_MS = 200
const WIDTH = 30

export type Progress = { readonly step: (done: number, text: string) => void; readonly end: () => void }

/** Draws through `write`; `total` and `done` are in the same unit. Nothing is drawn in the first second. */
export function createProgress(total: number, write: (text: string) => void, now: () => number): Progress {
  const start = now()
  let last = start + FIRST_AFTER_MS - EVERY_MS
  let isDrawn = false
  return {
    step: (done, text) => {
      const time = now()
      if (time - last < EVERY_MS) return
      last = time
      isDrawn = true
      const part = total === 0 ? 1 : Math.min(1, done / total)
      const full = Math.round(part * WIDTH)
      write(`\r[${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}] ${String(Math.floor(part * 100)).padStart(3)}% ${text}\u001b[K`)
    },
    end: () => {
      if (isDrawn) write('\r\u001b[K')
    },
  }
}

export const NO_PROGRESS: Progress = { step: () => {}, end: () => {} }

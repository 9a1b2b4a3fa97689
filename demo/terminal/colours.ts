type Paint = (text: string) => string

/** How things look on a terminal; without colours each answers its text as it is. */
export type Colours = { readonly strong: Paint; readonly quiet: Paint; readonly good: Paint; readonly bad: Paint; readonly rule: Paint }

const coded =
  (code: number): Paint =>
  text =>
    `\u001b[${code}m${text}\u001b[0m`
const none: Paint = text => text

/** Colours where they are wanted, else none. */
export function colours(isWanted: boolean): Colours {
  if (!isWanted) return { strong: none, quiet: none, good: none, bad: none, rule: none }
  return { strong: coded(1), quiet: coded(2), good: coded(32), bad: coded(31), rule: coded(36) }
}

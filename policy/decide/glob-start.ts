/** The characters every text that fits a glob starts with: the glob up to its first open place or escape. */
export const globStart = (source: string): string => {
  const open = source.search(/[*?[{\\]/)
  return open < 0 ? source : source.slice(0, open)
}

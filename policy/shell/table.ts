/** Tables written as lines, `name other|field|field`: names in front, then the fields that `read` makes an entry of. */
export function tableOf<Entry>(lines: string, read: (...fields: readonly string[]) => Entry): ReadonlyMap<string, Entry> {
  return new Map(
    lines.split('\n').flatMap(line => {
      const [names = '', ...fields] = line.split('|')
      const entry = read(...fields)
      return names.split(' ').map(name => [name, entry] as const)
    }),
  )
}

/** Words with spaces between; a field that is left out has none that anything equals. */
export const wordsOf = (field = ''): readonly string[] => field.split(' ')

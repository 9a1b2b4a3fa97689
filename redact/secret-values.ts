import { isNameIn } from '../policy/decide/name-glob.ts'
import { type Assignment, parseDotenv } from './dotenv.ts'
import { jsonValues, type Leaves } from './json-values.ts'
import { isSecretKey } from './secret-name.ts'
import { yamlValues } from './yaml-values.ts'

export type SecretFormat = 'raw' | 'json' | 'yaml' | 'dotenv'

/**
 * How the text of a source is read. `keys`: dotted ways to values, or globs over them, where `*` crosses dots and a way to a map takes in all it holds; absent: values
 * whose keys look like those of secrets, and of a dotenv file all. `name`: what a raw value is called, and what stands before the keys of others.
 */
export type Reading = { readonly format: SecretFormat; readonly keys?: readonly string[]; readonly name?: string }

const READERS: Readonly<Record<Exclude<SecretFormat, 'raw'>, (text: string) => Leaves>> = {
  json: jsonValues,
  yaml: yamlValues,
  dotenv: text => ({ leaves: parseDotenv(text).map(({ name, value }) => ({ keys: [name], value })) }),
}

/** The secrets in a text, by name. `badLine`: the first line that is not of its format; what could be read is there all the same. Never throws. */
export function secretValues(
  text: string,
  { format, keys, name }: Reading,
): { readonly values: readonly Assignment[]; readonly badLine?: number } {
  if (format === 'raw') return { values: [{ name: name ?? '', value: text }] }
  const { leaves, badLine } = READERS[format](text)
  const isAsked = (way: readonly string[]): boolean => {
    if (keys === undefined) return format === 'dotenv' || isSecretKey(way)
    return way.some((_, i) => keys.some(glob => isNameIn(glob, way.slice(0, i + 1).join('.'))))
  }
  const values = leaves
    .filter(leaf => isAsked(leaf.keys))
    .map(leaf => ({ name: [...(name ? [name] : []), ...leaf.keys].join('.'), value: leaf.value }))
  return { values, badLine }
}

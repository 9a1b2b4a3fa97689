/** What an MCP tool is handed: files and addresses among its arguments, whatever the tool does with them. */
import type { FoundPath } from './bound-paths.ts'
import type { HostFact } from './facts.ts'
import { hostOfAddress } from './host-facts.ts'
import { CANNOT_SPELL, spellPath } from './spell.ts'

/** Arguments that are files by their names, `_` and `-` and case aside. */
const PATH_NAMES: ReadonlySet<string> = new Set(
  'path paths file files filepath filepaths filename filenames absolutepath relativepath directory dir folder source destination sourcepath destinationpath targetpath'.split(
    ' ',
  ),
)
/** Arguments that are addresses by their names: the tool contacts them. */
const ADDRESS_NAMES: ReadonlySet<string> = new Set('url urls uri uris href endpoint baseurl'.split(' '))

const MAX_DEPTH = 8
const MAX_VALUES = 1000

export type McpArguments = { readonly paths: readonly FoundPath[]; readonly hosts: readonly HostFact[] }

/**
 * A path may be read or written and both are told, since no one says which; an address that no name calls one may be contacted. Past the bounds one
 * path and one host stand for the rest, and cannot be told.
 */
export const mcpArguments = (args: unknown, cwd: string, home: readonly string[]): McpArguments => {
  const paths: FoundPath[] = []
  const hosts: HostFact[] = []
  const addPath = (written: string, spelled = spellPath(written, cwd, home, 'mod')) => {
    const may = spelled === CANNOT_SPELL ? {} : { may: 'argument' as const }
    for (const action of ['read', 'write'] as const) paths.push({ action, written, spelled, ...may })
  }
  const addText = (name: string, text: string) => {
    const isAddress = /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
    if (/^file:/i.test(text)) addFile(text)
    else if (isAddress && (ADDRESS_NAMES.has(name) || /^(?:https?|wss?):/i.test(text)))
      hosts.push(hostOfAddress(text, ADDRESS_NAMES.has(name) ? undefined : 'argument'))
    else if (!isAddress && PATH_NAMES.has(name)) addPath(text)
  }
  const addFile = (text: string) => {
    const path = filePath(text)
    if (path === undefined) addPath(text, CANNOT_SPELL)
    else addPath(path)
  }
  const open: { readonly name: string; readonly value: unknown; readonly depth: number }[] = [{ name: '', value: args, depth: 0 }]
  let left = MAX_VALUES
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { name, value, depth } = next
    if (typeof value === 'string') addText(name, value)
    if (typeof value !== 'object' || value === null) continue
    const entries = Array.isArray(value) ? value.map((one): [string, unknown] => [name, one]) : Object.entries(value)
    left -= entries.length
    if (left < 0 || depth === MAX_DEPTH) {
      addPath('(further arguments)', CANNOT_SPELL)
      hosts.push({ written: '(further arguments)' })
      if (left < 0) break
      continue
    }
    for (const [key, one] of entries) open.push({ name: Array.isArray(value) ? key : plainName(key), value: one, depth: depth + 1 })
  }
  return { paths, hosts }
}

const plainName = (key: string): string => key.toLowerCase().replace(/[_-]/g, '')

const OwnURL = URL

/** `file:///a%20b` is `/a b`; undefined for a file of another machine and for what is no address. */
const filePath = (text: string): string | undefined => {
  try {
    const { hostname, pathname } = new OwnURL(text)
    return hostname === '' || hostname === 'localhost' ? decodeURIComponent(pathname) : undefined
  } catch {
    return undefined
  }
}

/** Where an address leads, as far as its text tells. */

/** `host`: lower case, IDN in its ASCII form, IPv4 in four decimals whatever its spelling, IPv6 without brackets, no trailing dot. */
export type Address = { readonly host: string; readonly scheme?: string; readonly port?: number }

const OwnURL = URL

const SCHEME = /^([a-z][a-z0-9+.-]*):\/\//i
/** Characters that programs read differently (`\`), expand (`{a,b}`, `[1-3]`), or that no host has. */
const IS_UNCLEAR = /[\\\s{}|^<>"`\p{Cc}]/u
const DEFAULT_PORTS: Readonly<Record<string, number>> = {
  http: 80,
  https: 443,
  ws: 80,
  wss: 443,
  ftp: 21,
  ftps: 990,
  ssh: 22,
  sftp: 22,
  git: 9418,
}

/** Reads `https://user@example.org:8443/x`, `example.org:443`, `user@example.org:path`. undefined: it cannot be told which host that is. */
export const readAddress = (text: string): Address | undefined => {
  const scheme = SCHEME.exec(text)?.[1]?.toLowerCase()
  const rest = scheme === undefined ? text : text.slice(scheme.length + 3)
  const authority = rest.split(/[/?#]/, 1)[0] ?? ''
  if (IS_UNCLEAR.test(authority)) return undefined
  const place = authority.slice(authority.lastIndexOf('@') + 1)
  const [, name = '', port] = /^(\[[0-9a-f:.]+\]|[^:[\]]*)(?::(.*))?$/i.exec(place) ?? []
  const host = hostName(name)
  if (host === undefined) return undefined
  const given = port !== undefined && /^\d{1,5}$/.test(port) ? Number(port) : scheme === undefined ? undefined : DEFAULT_PORTS[scheme]
  return { host, ...(scheme === undefined ? {} : { scheme }), ...(given === undefined ? {} : { port: given }) }
}

/** A host in its one spelling; undefined for what is none. */
export const hostName = (name: string): string | undefined => {
  if (name === '' || IS_UNCLEAR.test(name)) return undefined
  try {
    const { hostname } = new OwnURL(`http://${name}/`)
    const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
    return host === '' ? undefined : host
  } catch {
    return undefined
  }
}

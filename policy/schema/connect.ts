/** `connect`: which hosts. */
import { z } from 'zod'
import { hostGlob } from '../compile/host-glob.ts'
import { compileTextGlob } from '../compile/text-glob.ts'
import { complain, oneOrMany, strict } from './strict.ts'

const RIGHT = 'a host or a glob like "*.example.org" (* crosses dots), or a list of them'
/** One host, or a glob of hosts. */
export const host = z.string({ error: RIGHT }).check(
  complain(glob => {
    const isAddress = /[/@\s]|:\d+$/.test(glob)
    if (glob === '' || isAddress) return `a host alone, like example.org: scheme and port have keys of their own.`
    const compiled = compileTextGlob(hostGlob(glob))
    return compiled.ok ? undefined : compiled.message
  }),
)
const hosts = oneOrMany(RIGHT, host)

const SCHEME = 'a scheme like https, or a list of them'
const PORT = 'a port from 1 to 65535, or a list of them'
const MAP = 'a map like { host: ["*.example.org"], not: [api.example.org], scheme: http, port: 8080 }'

export const connectShape = z.union(
  [
    hosts,
    strict(MAP, {
      host: hosts.optional(),
      not: hosts.optional(),
      scheme: oneOrMany(SCHEME, z.string({ error: SCHEME }).regex(/^[a-z][a-z0-9+.-]*$/, SCHEME)).optional(),
      port: oneOrMany(PORT, z.number({ error: PORT }).int(PORT).min(1, PORT).max(65_535, PORT)).optional(),
    }).check(
      complain(map =>
        map.host === undefined && map.scheme === undefined && map.port === undefined ? `say which hosts: write ${MAP}.` : undefined,
      ),
    ),
  ],
  { error: `${RIGHT}; or ${MAP}` },
)
export type ConnectSource = z.infer<typeof connectShape>

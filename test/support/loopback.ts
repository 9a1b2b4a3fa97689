import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

/** Where a server listens. `close` also ends what is still open, so that a test never waits for a kept connection; `reopen` listens at the same place again. */
export type Loopback = { url: string; close: () => Promise<void>; reopen: () => Promise<void> }

/** Puts a server on a free loopback port, or on the Unix socket `socketPath`, which `url` then names. */
export async function listenOnLoopback(server: Server, socketPath?: string): Promise<Loopback> {
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      if (socketPath === undefined) server.listen(port, '127.0.0.1', resolve)
      else server.listen(socketPath, resolve)
    })
  await listen(0)
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>(resolve => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  const url = socketPath === undefined ? `http://127.0.0.1:${port}` : `unix://${socketPath}`
  return { url, close, reopen: () => listen(port) }
}

/** A request's whole body as text, decompressed. A body that does not decompress reads as its raw bytes. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  const bytes = Buffer.concat(pieces)
  try {
    return decompress(bytes, request.headers['content-encoding']).toString('utf8')
  } catch {
    return bytes.toString('utf8')
  }
}

function decompress(bytes: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'gzip') return gunzipSync(bytes)
  if (encoding === 'br') return brotliDecompressSync(bytes)
  if (encoding === 'deflate') return inflateSync(bytes)
  return bytes
}

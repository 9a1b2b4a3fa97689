import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const SOURCES = ['scripts/collector/main.go', 'scripts/collector/packages.txt']

/** The collector that scripts/collector/build.sh made of these sources, or the one that $OTELCOL names. Undefined where there is none. */
export function findCollector(): string | undefined {
  const key = createHash('sha256')
    .update(SOURCES.map(file => readFileSync(file, 'utf8')).join(''))
    .digest('hex')
    .slice(0, 12)
  const cache = process.env.CASTELLAN_CACHE ?? join(homedir(), '.cache', 'castellan')
  return [process.env.OTELCOL, join(cache, `collector-${key}`, 'otelcol')].find(path => path !== undefined && existsSync(path))
}

export type Validated = { readonly isValid: boolean; readonly said: string }

/** What the collector itself says of a configuration. */
export function validate(program: string, config: string, env: Record<string, string> = {}): Validated {
  const { status, stderr } = spawnSync(program, ['validate', '--config', config], { env: { ...process.env, ...env }, encoding: 'utf8' })
  return { isValid: status === 0, said: stderr }
}

/** A running collector: where it takes OTLP, where it tells its own metrics, what it printed so far. */
export type Running = { readonly url: string; readonly metrics: string; readonly said: () => string; readonly stop: () => Promise<void> }

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise(resolve => server.close(resolve))
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

/** Starts deploy/collector/core.yaml on free ports of loopback, exporting to `store`. Throws, with what it printed, where it does not come up. */
export async function startCollector(program: string, store: string): Promise<Running> {
  const [port, metricsPort] = [await freePort(), await freePort()]
  const env = { ...process.env, OTLP_PORT: String(port), METRICS_PORT: String(metricsPort), OTLP_EXPORT: store }
  const child = spawn(program, ['--config', 'deploy/collector/core.yaml'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', piece => (printed += String(piece)))
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; !(await answers(url)); tries++) {
    if (child.exitCode !== null || tries > 1000) throw new Error(`the collector did not start:\n${printed}`)
    await sleep(20)
  }
  return { url, metrics: `http://127.0.0.1:${metricsPort}/metrics`, said: () => printed, stop: () => ended(child) }
}

async function answers(url: string): Promise<boolean> {
  try {
    await fetch(url)
    return true
  } catch {
    return false
  }
}

/** SIGTERM: what it holds it sends first. */
function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return Promise.resolve()
  return new Promise(resolve => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

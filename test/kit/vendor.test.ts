/** What the build makes smaller must do as the packages themselves do. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { forEachChild, parse } from 'unbash'
import { expect, test } from 'vitest'
import { ATTACK_SHAPES } from '../policy/shell/attack-shapes.ts'

type Parser = { parse: typeof parse; forEachChild: typeof forEachChild }
const CORPUS = join(import.meta.dirname, '../policy/corpus')
const commands = ['cases.jsonl', 'forms.jsonl', 'own-cases.jsonl'].flatMap(file =>
  readFileSync(join(CORPUS, file), 'utf8')
    .split('\n')
    .flatMap(line => (line === '' ? [] : [(JSON.parse(line) as { input?: { command?: string } }).input?.command ?? '']))
    .filter(command => command !== ''),
)

/** What the build calls some fields of the trees, by the package's name. */
const { tree: SHORT } = JSON.parse(readFileSync(join(import.meta.dirname, '../../scripts/short-names.json'), 'utf8')) as {
  tree: Record<string, string>
}
const LONG = Object.fromEntries(Object.entries(SHORT).map(([name, short]) => [short, name]))

/** The whole tree as data, under the package's names; what is read lazily is read. */
const treeOf = (parser: Parser, text: string, named: Readonly<Record<string, string>> = {}): string => {
  const seen = new Set<object>()
  const plain = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (seen.has(value)) return 'again'
    seen.add(value)
    if (Array.isArray(value)) return value.map(plain)
    const entries = keysOf(value).flatMap(key => {
      const name = named[key] ?? key
      return TOLD.has(name) ? [[name, plain((value as Record<string, unknown>)[key])] as const] : []
    })
    return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)))
  }
  return JSON.stringify(plain(parser.parse(text)))
}

/** Own fields and the getters of its class. */
function keysOf(value: object): string[] {
  const prototype = Object.getPrototypeOf(value) as object | null
  const getters =
    prototype === null || prototype === Object.prototype
      ? []
      : Object.entries(Object.getOwnPropertyDescriptors(prototype)).flatMap(([key, { get }]) => (get === undefined ? [] : [key]))
  return [...Object.keys(value), ...getters]
}

/** Every name that the package declares of its trees, but what it says of an error: where one is must be the same. */
const TOLD = new Set(readFileSync(join(import.meta.dirname, '../../node_modules/unbash/dist/types.d.ts'), 'utf8').match(/[A-Za-z]\w*/g))
TOLD.delete('message')

test('the bundled parser reads every line of the corpora and every shape of attack as the package does', async () => {
  const bundled = (await import(join(import.meta.dirname, '../../dist/vendor.js'))) as Parser
  const lines = [...commands, ...Object.values(ATTACK_SHAPES).map(shape => shape(200))]
  expect(lines.length).toBeGreaterThan(2000)
  const differing = lines.filter(line => treeOf(bundled, line, LONG) !== treeOf({ parse, forEachChild }, line))
  expect(differing).toEqual([])
  expect(treeOf(bundled, 'a | b', LONG)).toContain('Pipeline')
  expect(treeOf(bundled, 'a |', LONG)).toContain('"errors":[{"pos":3}]')
})

test('the bundled SHA-256 is that of the standard, whatever the length', async () => {
  const { sha256 } = (await import(join(import.meta.dirname, '../../dist/vendor.js'))) as { sha256: (bytes: Uint8Array) => Uint8Array }
  for (let length = 0; length < 300; length++) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 31 + length) % 256)
    expect(Buffer.from(sha256(bytes)).toString('hex')).toBe(createHash('sha256').update(bytes).digest('hex'))
  }
})

/** Dumps that the real programs make of files with a value in them: no piece of it is left in any column. */
import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withBytes } from '../../redact/bytes-layer.ts'
import { createRedactor } from '../../redact/redactor.ts'

const SEED = 20_260_107
/** So many characters of a value are a piece of it. */
const PIECE = 6

const COMMANDS: readonly (readonly string[])[] = [
  ['xxd'],
  ['xxd', '-g1'],
  ['xxd', '-u', '-g4'],
  ['xxd', '-g0', '-c', '24'],
  ['xxd', '-c', '4'],
  ['xxd', '-c', '7'],
  ['xxd', '-c', '32', '-g', '1'],
  ['xxd', '-i'],
  ['xxd', '-p'],
  ['hexdump', '-v', '-C'],
  ['hexdump', '-v'],
  ['hexdump', '-v', '-x'],
  ['od', '-v', '-x'],
  ['od', '-v', '-tx1'],
  ['od', '-v', '-tx1z'],
  ['od', '-v', '-An', '-tx1'],
  ['od', '-v', '-Ax', '-tx1z', '-w8'],
  ['od', '-v', '-tx4'],
]

const letters = fc.constantFrom(...'abcdefXYZ0189 .-_=|<>:\\/"\'%&')
const value = fc
  .string({ unit: letters, minLength: 8, maxLength: 40 })
  .map(drawn => drawn.trim())
  .filter(drawn => !withBytes(createRedactor([{ name: 'N', value: drawn }])).isEmpty)
const around = fc.array(
  fc.oneof(
    fc.constantFrom('API_KEY=', '\n', ' ', '    ', '# ä€ comment\n', '|', '00 11', '\t', 'deadbeef', '\\n', '›'),
    fc.uint8Array({ maxLength: 20 }).map(drawn => Buffer.from(drawn)),
  ),
  { maxLength: 6 },
)
const bytesOf = (pieces: readonly (string | Buffer)[]) => Buffer.concat(pieces.map(piece => Buffer.from(piece as string)))

/** What is left of a text for somebody who reads only characters, only digits, or only what stands in columns. */
const readings = (text: string): readonly string[] => {
  const bare = text.replace(/‹secret:N›/g, '\0')
  return [bare, bare.replace(/\s/g, ''), bare.replace(/^[\da-f]+:? /gm, '').replace(/[\s,]|0x/g, '')]
}
const isLeft = (text: string, secret: string): boolean => {
  for (let at = 0; at + PIECE <= secret.length; at++) {
    const piece = secret.slice(at, at + PIECE)
    const hex = Buffer.from(piece).toString('hex')
    const octal = [...Buffer.from(piece)].map(byte => byte.toString(8).padStart(3, '0')).join('')
    if (readings(text).some(read => [piece, hex, hex.toUpperCase(), octal].some(shown => shown.trim() !== '' && read.includes(shown))))
      return true
  }
  return false
}
const dumpOf = ([program = '', ...args]: readonly string[], file: Buffer) =>
  spawnSync(program, args, { input: file, encoding: 'utf8', env: { PATH: process.env.PATH } })

describe.each(COMMANDS.map(command => [command.join(' '), command] as const))('%s', (_name, command) => {
  const isThere = dumpOf(command, Buffer.from('x')).status === 0

  test.skipIf(!isThere)('leaves no piece of a value, and is masked once', () => {
    let found = 0
    fc.assert(
      fc.property(value, around, around, (secret, before, after) => {
        const file = Buffer.concat([bytesOf(before), Buffer.from(secret), bytesOf(after)])
        const dump = dumpOf(command, file).stdout
        const { text } = withBytes(createRedactor([{ name: 'N', value: secret }]))
        const masked = text(dump).text
        if (masked !== dump) found++
        // Others may hold the same piece.
        const others = dumpOf(command, Buffer.concat([bytesOf(before), Buffer.from('\0'), bytesOf(after)])).stdout
        if (!isLeft(others, secret) && (masked === dump || isLeft(masked, secret)))
          expect({ secret, dump, masked }).toBe('without the value')
        expect(text(masked).text).toBe(masked)
      }),
      { seed: SEED, numRuns: 40 },
    )
    expect(found).toBeGreaterThan(30)
  })
})

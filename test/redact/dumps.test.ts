/** Dumps as xxd, hexdump and od print them: what they show of a value is masked in all columns, and a dump without one stays as it is. */
import { describe, expect, test } from 'vitest'
import { withBytes } from '../../redact/bytes-layer.ts'
import { createRedactor } from '../../redact/redactor.ts'
import { redactRequestBody } from '../../redact/request-body.ts'

const redactor = withBytes(createRedactor([{ name: 'N', value: 'hV7a-Secret.99' }]))
const { text } = redactor

/** Of `API_KEY=hV7a-Secret.99`, a line break, and `X=ä€`. */
const DUMPS: Readonly<Record<string, readonly [string, string]>> = {
  xxd: [
    `00000000: 4150 495f 4b45 593d 6856 3761 2d53 6563  API_KEY=hV7a-Sec
00000010: 7265 742e 3939 0a58 3dc3 a4e2 82ac 0a    ret.99.X=......
`,
    `00000000: 4150 495f 4b45 593d ‹secret:N› 0a58 3dc3 a4e2 82ac 0a    ‹secret:N›.X=......
`,
  ],
  'xxd -g1 -c8': [
    `00000000: 41 50 49 5f 4b 45 59 3d  API_KEY=
00000008: 68 56 37 61 2d 53 65 63  hV7a-Sec
00000010: 72 65 74 2e 39 39 0a 58  ret.99.X
00000018: 3d c3 a4 e2 82 ac 0a     =......
`,
    `00000000: 41 50 49 5f 4b 45 59 3d  API_KEY=
00000008: ‹secret:N› 0a 58  ‹secret:N›.X
00000018: 3d c3 a4 e2 82 ac 0a     =......
`,
  ],
  'hexdump -C, the value in one line': [
    `00000000  4b 3d 68 56 37 61 2d 53  65 63 72 65 74 2e 39 39  |K=hV7a-Secret.99|
00000010  0a                                                |.|
00000011
`,
    `00000000  4b 3d ‹secret:N›  |K=‹secret:N›|
00000010  0a                                                |.|
00000011
`,
  ],
  'hexdump -C': [
    `00000000  41 50 49 5f 4b 45 59 3d  68 56 37 61 2d 53 65 63  |API_KEY=hV7a-Sec|
00000010  72 65 74 2e 39 39 0a 58  3d c3 a4 e2 82 ac 0a     |ret.99.X=......|
0000001f
`,
    `00000000  41 50 49 5f 4b 45 59 3d  ‹secret:N› 0a 58  3d c3 a4 e2 82 ac 0a     |‹secret:N›.X=......|
0000001f
`,
  ],
  'hexdump, words with the low byte first': [
    `0000000 5041 5f49 454b 3d59 5668 6137 532d 6365
0000010 6572 2e74 3939 580a c33d e2a4 ac82 000a
000001f
`,
    `0000000 5041 5f49 454b 3d59 ‹secret:N› 580a c33d e2a4 ac82 000a
000001f
`,
  ],
  'od -An -tx1': [
    ` 41 50 49 5f 4b 45 59 3d 68 56 37 61 2d 53 65 63
 72 65 74 2e 39 39 0a 58 3d c3 a4 e2 82 ac 0a
`,
    ` 41 50 49 5f 4b 45 59 3d ‹secret:N› 0a 58 3d c3 a4 e2 82 ac 0a
`,
  ],
  'od -tx1z, with numbers of lines': [
    `     1\t0000000 41 50 49 5f 4b 45 59 3d 68 56 37 61 2d 53 65 63  >API_KEY=hV7a-Sec<
     2\t0000020 72 65 74 2e 39 39 0a 58 3d c3 a4 e2 82 ac 0a     >ret.99.X=......<
     3\t0000037
`,
    `     1\t0000000 41 50 49 5f 4b 45 59 3d ‹secret:N› 0a 58 3d c3 a4 e2 82 ac 0a     >‹secret:N›.X=......<
     3\t0000037
`,
  ],
  'xxd, its lines ended by CRLF': [
    '00000000: 4150 495f 4b45 593d 6856 3761 2d53 6563  API_KEY=hV7a-Sec\r\n00000010: 7265 742e 3939 0a                        ret.99.\r\n',
    '00000000: 4150 495f 4b45 593d ‹secret:N› 0a                        ‹secret:N›.\r\n',
  ],
  'xxd -i': [
    `unsigned char _env[] = {
  0x41, 0x50, 0x49, 0x5f, 0x4b, 0x45, 0x59, 0x3d, 0x68, 0x56, 0x37, 0x61,
  0x2d, 0x53, 0x65, 0x63, 0x72, 0x65, 0x74, 0x2e, 0x39, 0x39, 0x0a
};
`,
    `unsigned char _env[] = {
  0x41, 0x50, 0x49, 0x5f, 0x4b, 0x45, 0x59, 0x3d, 0x‹secret:N›, 0x0a
};
`,
  ],
}

describe.each(Object.entries(DUMPS))('%s', (_name, [dump, masked]) => {
  test('is masked, wherever in a text it stands, and once', () => {
    expect(text(dump).text).toBe(masked)
    expect(text(`It says:\n${dump}and no more.`).text).toBe(`It says:\n${masked}and no more.`)
    expect(text(masked).text).toBe(masked)
  })

  test('stays as it is where nobody knows the value', () => {
    expect(withBytes(createRedactor([{ name: 'N', value: 'an-Other.value-1' }])).text(dump).text).toBe(dump)
  })

  test('is a leak in a request', () => {
    const body = JSON.stringify({ messages: [{ role: 'user', content: [{ type: 'tool_result', content: dump }] }] })
    const read = redactRequestBody(body, redactor)
    expect(read).toMatchObject({ kind: 'redacted', channels: ['user.tool_result'] })
  })
})

const xxd = DUMPS.xxd?.[0] ?? ''

test('what is no dump of the value stays: its lines in another order, one of them alone, one left out', () => {
  const [first = '', second = ''] = xxd.split('\n')
  for (const lines of [`${second}\n${first}\n`, `${first}\n`, `${first}\n\n${second}\n`, `${first}\n*\n${second}\n`])
    expect(text(lines).text).toBe(lines)
})

test('od -c is not recognised: a stated limit', () => {
  const columns = `0000000${[...'hV7a-Secret.99'].map(unit => `   ${unit}`).join('')}\n`
  expect(text(columns).text).toBe(columns)
})

test('a stream leaves dumps and wholly encoded values to whole texts', () => {
  const stream = redactor.stream()
  expect(stream.push(xxd) + stream.end()).toBe(xxd)
})

test('of a long text only the beginning is read so: a stated limit', () => {
  const masked = DUMPS.xxd?.[1]
  const before = (length: number) => 'x'.repeat(length)
  expect(text(`${before(262_000)}\n${xxd}`).text).toBe(`${before(262_000)}\n${masked}`)
  expect(text(`${before(262_144)}\n${xxd}`).text).toBe(`${before(262_144)}\n${xxd}`)
})

test('what is spelled and what stands in bytes are found together, each once', () => {
  const line = '00000000: 4b3d 6856 3761 2d53 6563 7265 742e 3939  K=hV7a-Secret.99\n'
  const found = redactor.find(`hV7a-Secret.99\n${line}`)
  expect(found.map(({ form }) => form)).toEqual(['value', 'bytes', 'value'])
  expect(text(`hV7a-Secret.99\n${line}`)).toEqual({ text: '‹secret:N›\n00000000: 4b3d ‹secret:N›  K=‹secret:N›\n', hits: { N: 3 } })
  expect(redactor.deep({ a: [line] }).value).toEqual({ a: ['00000000: 4b3d ‹secret:N›  K=‹secret:N›\n'] })
})

test('characters that show something else than the bytes say are no part of a dump', () => {
  const other = xxd.replace('hV7a-Sec', 'not-that')
  expect(text(other).text).toBe(other)
})

test.each([
  ['a log', '2024-01-02T03:04:05.678Z INFO [12345] id=550e8400-e29b-41d4-a716-446655440000 10:20:30:40:50:60:70:80 200 1234 5678\n'],
  ['numbers', '12,34,56,78,90,12,34,56\n1234 5678 9012 3456\n10 20 30 40 50 60 70 80 90\n   1   2   3   4   5\n'],
  ['hashes', `${'0123456789abcdef'.repeat(4)}  a.txt\n${'fedcba9876543210'.repeat(4)}  b.txt\n`],
  ['a diff of dumps', '-00000000: 4150 495f  API_\n+00000000: 4150 495e  API^\n'],
  ['code', 'const mask = [0xff, 0x00, 0xfe, 0x01, 0x7f]\n        return "%20%3A\\u0041\\x41&#65;"\n'],
  ['signs alone', `${'\\'.repeat(99)}${'%'.repeat(99)}${'&#'.repeat(99)}${'0x'.repeat(99)}${' '.repeat(99)}`],
])('%s without a value stays as it is', (_name, lines) => {
  const many = lines.repeat(50)
  expect(text(many).text).toBe(many)
})

test('escapes after groups are read whole', () => {
  const escapes = [...Buffer.from('hV7a-Secret.99')].map(byte => `\\x${byte.toString(16)}`).join('')
  expect(text(`00000010: 6856 3761 2d53 ${escapes}`).text).toBe('00000010: 6856 3761 2d53 ‹secret:N›')
})

import { describe, expect, test } from 'vitest'
import { readYaml } from '../../../policy/compile/read-yaml.ts'

const errors = (text: string): string[] => {
  const read = readYaml({ path: 'f.yaml', text })
  return read.ok ? [] : read.errors.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`)
}
const bomb = [
  'a: &a [x, x, x, x, x]',
  ...[...'bcdefghi'].map((name, i) => `${name}: &${name} [${Array(2).fill(`*${'abcdefghi'[i]}`)}]`),
].join('\n')

describe('what is refused, and where', () => {
  test.each([
    ['two documents', 'a: 1\n---\nb: 2\n', ['f.yaml:2:1 a second document starts here']],
    ['a repeated key', 'a: 1\nb: 2\na: 3\n', ['f.yaml:3:1 this key is there twice']],
    ['a tab', 'a:\n\tb: 1\n', ['f.yaml:2:1 a tab indents this line']],
    ['a map in a line', 'a: b: c\n', ['f.yaml:1:4 a map starts inside a one-line value']],
    ['an open list', 'a: [1\nb: 2\n', ['f.yaml:2:1 ']],
    ['a tag', 'a: 1\nb: !secret x\n', ['f.yaml:2:12 the tag !secret is not known']],
    ['a binary', 'b: !!binary aGk=\n', ['f.yaml:1:13 the tag tag:yaml.org,2002:binary is not known']],
    ['an unknown anchor', 'a: *b\n', ['f.yaml:1:4 no anchor &b stands before this alias']],
    ['an anchor inside itself', 'a: &a [x, *a]\n', ['f.yaml:1:11 this alias stands inside what it stands for']],
    ['a list as a key', '? [a]\n: 1\n', ['f.yaml:1:3 this key is not plain text']],
    ['more than 20 aliases', `a: &a x\nb: [${Array(21).fill('*a').join(', ')}]\n`, ['f.yaml:2:85 aliases (*name) multiply']],
    ['an alias bomb', bomb, ['f.yaml:1:1 aliases (*name) multiply']],
    ['deep nesting', `a: ${'['.repeat(200)}${']'.repeat(200)}\n`, ['f.yaml:1:67 it nests too deep: at most 64 levels']],
    ['a wall of brackets', `a: ${'['.repeat(1_000_000)}`, ['f.yaml:1:1 it nests too deep']],
    [
      'two megabytes',
      `a: ${'x'.repeat(2 * 1024 * 1024)}`,
      ['f.yaml:1:1 the file has 2097155 bytes: a policy file may have at most 1048576 (1 MiB)'],
    ],
    ['two megabytes of three-byte letters', `a: ${'€'.repeat(400_000)}`, ['f.yaml:1:1 the file has 1200003 bytes']],
  ])('%s', (_name, text, expected) => {
    const found = errors(text)
    expect(found).toHaveLength(expected.length)
    for (const [i, message] of expected.entries()) expect(found[i]).toContain(message)
  })

  const rule = 'rules:\n  - id: x\n    when:\n      tool: y\n    decide: ask\n    reason: z\n    mode: observe\n'
  test.each([
    ['a line too deep', 'policy: x\n  seat: y\n', ['2:3 this line is indented deeper than the one above it, which has its value already']],
    ['a text that goes on, with a colon', 'a: b\n\n  c: d\n', ['3:3 this line is indented deeper']],
    ['a key of a rule not deep enough', rule.replace('    decide', '   decide'), ['5:1 this line stands among the items of a list']],
    ['a tab in a rule', rule.replace('    decide', '\tdecide'), ['5:1 a tab indents this line']],
    [
      'a slip, and what is wrong besides',
      `${rule.replace('    decide', '   decide')}    b: c: d\n`,
      ['5:1 this line', '8:8 a map starts inside'],
    ],
    ['keys that do not begin in one column', 'a:\n  - b\n  c: d\n', ['3:1 what belongs together begins in the same column']],
    ['a key without a colon', 'policy x\nseat: y\n', ['1:1 a key needs a colon and a space after it']],
    ['a key without a space', 'policy:x\nseat: y\n', ['1:1 a key needs a colon and a space after it']],
    ['an open bracket', 'a: [b, c\nd: e\n', ['2:1 a bracket before this is not closed']],
    ['an open brace', 'a: { b: c\nd: e\n', ['2:1 a bracket before this is not closed']],
    ['a bracket too many', 'a: [b]]\n', ['1:7 this does not belong here']],
    ['an open quote', 'a: "b\nc: d\n', ['3:1 a quote before this is not closed']],
    ['quotes inside quotes', "a: 'it's'\n", ['1:8 this does not belong here']],
    ['a regex in double quotes', 'a: "\\d+"\n', ['1:5 in double quotes a backslash']],
    ['a percent sign', 'a: %x\n', ['1:4 text that begins with this sign goes in quotes']],
    ['a first line further in than the second', ' a: b\nc: d\n', ['2:1 this does not belong here']],
  ])('what is not YAML says what would be, once: %s', (_name, text, expected) => {
    expect(errors(text)).toEqual(expected.map(message => expect.stringContaining(`f.yaml:${message}`)))
  })

  test('a thousand syntax errors are told as ten', () => {
    expect(errors('&a '.repeat(1000))).toHaveLength(10)
  })
})

test('a merge key is a plain key', () => {
  const read = readYaml({ path: 'f', text: 'a: &a {x: 1}\nb: { <<: *a }\n' })
  expect(read.ok && read.value).toEqual({ a: { x: 1 }, b: { '<<': { x: 1 } } })
})

test('YAML 1.1 words are text', () => {
  const read = readYaml({ path: 'f', text: '%YAML 1.1\n---\na: [yes, no, on, 012, 1_000]\n' })
  expect(read.ok && read.value).toEqual({ a: ['yes', 'no', 'on', 12, '1_000'] })
})

describe('where a problem stands', () => {
  const text = 'top:\n  - id: one\n    when: { a: &x [p, q], b: *x }\n  - id: two\nempty:\n'
  const read = readYaml({ path: 'f.yaml', text })
  const place = (path: (string | number)[], key?: string): string => {
    if (!read.ok) throw new Error('unread')
    const { line, column } = read.errorAt({ path, message: '', ...(key === undefined ? {} : { key }) })
    return `${line}:${column}`
  }
  test.each([
    ['a value', ['top', 0, 'id'], undefined, '2:9'],
    ['a key', ['top', 0], 'when', '3:5'],
    ['an item', ['top', 1], undefined, '4:5'],
    ['an item of a list in a line', ['top', 0, 'when', 'a', 1], undefined, '3:23'],
    ['through an alias, where it is written', ['top', 0, 'when', 'b', 0], undefined, '3:20'],
    ['what is missing: the map that lacks it', ['top', 1, 'when', 'deep'], undefined, '4:5'],
    ['a key that is not there: the map', ['top', 1], 'nope', '4:5'],
    ['an empty value', ['empty'], undefined, '5:7'],
    ['the document', [], undefined, '1:1'],
  ])('%s', (_name, path, key, expected) => {
    expect(place(path, key)).toBe(expected)
  })
})

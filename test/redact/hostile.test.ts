/** Texts and values made to cost: what must stay right when the cheap ways are given up. */
import { expect, test } from 'vitest'
import { withBytes } from '../../redact/bytes-layer.ts'
import { createMatcher } from '../../redact/matcher.ts'
import { createRedactor } from '../../redact/redactor.ts'
import { createWindowIndex } from '../../redact/window-index.ts'

const none = () => []
const rotations = Array.from({ length: 40 }, (_, at) => 'abcd'.repeat(20).slice(at % 4, 8 + at))

test('needles that share all their windows go to the automaton, the others do not', () => {
  const different = ['FAKE-hunter2-0001', 'FAKE-hunter2-0002', 'FAKE-hunter2-0003']
  const indexOf = (forms: readonly string[]) => createWindowIndex(forms, [...forms.keys()], 8)
  expect(indexOf(different).crowded).toEqual([])
  expect(indexOf(rotations).crowded.length).toBeGreaterThan(20)
})

test('the longest of them is found wherever it stands', () => {
  const { match } = createMatcher(rotations.map((form, at) => ({ form, name: `N${at}` })))
  const text = `x${'abcd'.repeat(30)}x${'bcda'.repeat(2)}x`
  expect(match(text, none)).toMatchObject([
    { start: 1, end: 121 },
    { start: 122, end: 130 },
  ])
})

/** Every place of the text where one of them stands is masked: no more can be asked past the budget, and no less. */
function expectCovered(text: string, forms: readonly string[]): void {
  const hits = createMatcher(forms.map((form, at) => ({ form, name: `N${at}` }))).match(text, none, { budget: { looks: 0 } })
  /** How many units before each are not masked. */
  const bare = new Int32Array(text.length + 1).fill(1, 1)
  for (const { start, end } of hits) bare.fill(0, start + 1, end + 1)
  for (let at = 0; at < text.length; at++) bare[at + 1] = (bare[at + 1] as number) + (bare[at] as number)
  for (const form of forms) {
    for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
      if (bare[at] !== bare[at + form.length]) throw new Error(`${form} at ${at}`)
    }
  }
}

const periodic = 'abcdefgh'.repeat(1500)
const rare = 'zyxw-vuts-rqpo-nmlk'
const tail = `${periodic}..${rare}..${'abcdefgh'.repeat(3)}!${rare}${periodic}`

test('past the budget nothing is missed: needles of one window each', () => {
  expectCovered(tail, ['abcdefghabcd', 'habcdefgha', rare, `..${rare}`, 'gh..zyxw'])
})

test('past the budget nothing is missed: an automaton', () => {
  const many = Array.from({ length: 100 }, (_, at) => 'abcdefgh'.repeat(5).slice(at % 8, 12 + (at % 25)))
  expectCovered(tail, [...new Set(many), rare])
})

test('past the budget nothing is missed: groups of more needles than an automaton takes', () => {
  const many = Array.from({ length: 800 }, (_, at) => `${'abcdefgh'.repeat(20).slice(at % 8, 40 + (at % 110))}`)
  const forms = [...new Set(many), rare]
  expect(createWindowIndex(forms, [...forms.keys()], 8).crowded).toEqual([])
  expectCovered(tail, forms)
})

test('few of a group are told apart; a text without any is left as it is', () => {
  const many = Array.from({ length: 800 }, (_, at) => 'abcdefgh'.repeat(20).slice(at % 8, 40 + (at % 110)))
  const { match } = createMatcher([...new Set(many)].map((form, at) => ({ form, name: `N${at}` })))
  expect(match(`x abcdefghijklmnop ${'lorem ipsum '.repeat(200)}`, none).length).toBe(0)
})

test('values that base64 writes alike but for the last bits are told apart', () => {
  const needles = ['secret-number-a', 'secret-number-b'].map((value, at) => ({ value, name: `N${at}` }))
  const { text } = withBytes(createRedactor(needles))
  for (const { value, name } of needles) {
    const encoded = Buffer.from(`xy${value}`).toString('base64')
    expect(text(`${encoded} .`).text).toBe(`eH‹secret:${name}› .`)
  }
})

test('counts of many pieces are joined and nobody else’s counts are touched', () => {
  const secrets = ['FAKE-hunter2-0001', 'FAKE-hunter2-0002'].map((value, at) => ({ name: `N${at}`, value }))
  const redactor = withBytes(createRedactor(secrets))
  const values = secrets.map(({ value }) => value)
  const once = redactor.text(values.join(' ')).hits
  expect(redactor.deep([...values, values.join(' ')]).hits).toEqual({ N0: 2, N1: 2 })
  const stream = redactor.stream()
  for (const value of values) stream.push(`${value} . ${value} . `)
  stream.end()
  expect(stream.hits).toEqual({ N0: 2, N1: 2 })
  expect(once).toEqual({ N0: 1, N1: 1 })
})

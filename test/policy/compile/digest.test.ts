import { expect, test } from 'vitest'
import { canonicalJson, digestOf } from '../../../policy/compile/digest.ts'

test('keys are sorted, absent ones left out, expressions are text', () => {
  expect(canonicalJson({ b: [{ z: 1, y: /a\/b/iu }], a: undefined, c: null })).toBe('{"b":[{"y":"/a\\\\/b/iu","z":1}],"c":null}')
})

test('SHA-256 of the canonical JSON', () => {
  expect(digestOf({})).toBe('44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a')
})

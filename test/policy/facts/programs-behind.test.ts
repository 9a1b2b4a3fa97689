import { describe, expect, it } from 'vitest'
import { programsBehind } from '../../../policy/facts/programs-behind.ts'
import type { FileEffect } from '../../../policy/shell/effects.ts'
import { evaluateCommand } from '../../../policy/shell/evaluate.ts'

/** The programs behind each file that the line writes. */
const behind = (line: string) => {
  const { effects } = evaluateCommand(line)
  const files = effects.filter((effect): effect is FileEffect => effect.kind === 'write')
  const by = programsBehind(effects, files.length)
  return Object.fromEntries(files.map(file => [file.path, by(file)]))
}

describe('the program behind a file', () => {
  it.each([
    ['echo x > f', ['echo']],
    ["cat > f <<'EOF'\nnpm test\nEOF", ['cat']],
    ['npm test > f; echo done', ['npm']],
    ['echo start; npm test > f', ['npm']],
    ['echo "$(npm test > f)"', ['npm']],
    ['npm test | tee f', ['tee']],
    ['echo x | sudo tee f', ['sudo', 'tee']],
    ['sudo echo x > f', ['sudo', 'echo']],
    ["sed -i 's/a/b/' f", ['sed']],
    ['{ echo a; date; } > f', ['echo', 'date']],
    ['(npm test) > f && echo done', ['npm']],
    ['for a in 1 2; do echo "$a"; done > f', ['echo']],
    ["bash -c 'echo x > f'", ['bash', 'echo']],
    ['> f', []],
    ['"$X" > f', [undefined]],
  ])('%s', (line, expected) => expect(behind(line)).toEqual({ f: expected }))

  it('is not told where there are too many to compare', () => {
    const line = Array.from({ length: 300 }, (_, at) => `echo ${at} > f${at}`).join('\n')
    expect(behind(line).f7).toEqual([undefined])
  })
})

import { expect, it } from 'vitest'
import { evaluateCommand } from '../../../../policy/shell/evaluate.ts'
import { effectText } from './table.ts'

const effectsOf = (command: string): readonly string[] =>
  evaluateCommand(command)
    .effects.map(effect => (effect.certainty === 'may' ? `may ${effectText(effect)}` : effectText(effect)))
    .slice(1)

it.each<[string, string[]]>([
  ['python3 -c \'import os; os.unlink("a")\'', ['may run rm -- a', 'delete a']],
  ['python3 -c \'import shutil; shutil.rmtree("d")\'', ['may run rm -rf -- d', 'delete d']],
  ['node -e \'fetch("https://x.example/a")\'', ['may run curl https://x.example/a', 'connect https://x.example/a']],
  ['node -e \'require("fs").unlinkSync(p)\'', ['may run rm -- ?', 'may delete ?']],
  ['python3 -c \'open("a", "w")\'', ['write a']],
  ['python3 -c \'open(p, "w")\'', ['may write ?']],
  ['perl -e \'system("frob x")\'', ['run frob x']],
  ["make --eval='$(shell frob x)'", ['may run frob x']],
])('%s: what is spelled out counts, a program that stands for a call only may run', (command, effects) => {
  expect(effectsOf(command)).toEqual(effects)
})

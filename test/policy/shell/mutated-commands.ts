// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell expansions are written as they are
import fc from 'fast-check'

/** What breaks readers of shell, to be put anywhere. */
const SHARDS = [
  '$(',
  ')',
  '`',
  '"',
  "'",
  '{',
  '}',
  '${',
  '<<E\n',
  '\nE\n',
  '$((',
  '))',
  ';',
  '&&',
  '|',
  '\\',
  '\n',
  "$'",
  '[[',
  ']]',
  'X=',
  '$X',
  '((',
  '*',
  '~',
  '{a,b}',
  ' -c ',
  '\0',
  '\ud800',
  'é',
  '#',
  '<(',
  '>',
  'eval ',
  'sudo ',
  'xargs ',
  '!',
  'case x in ',
  ';;',
  'esac',
  'do ',
  'done',
]

/** Real command lines with pieces put in and cut out, some of two lines joined. */
export function mutatedCommands(seeds: readonly string[]): fc.Arbitrary<string> {
  const edit = fc.tuple(fc.constantFrom(...SHARDS), fc.nat(200), fc.nat(6))
  return fc
    .tuple(fc.constantFrom(...seeds), fc.constantFrom(...seeds), fc.array(edit, { maxLength: 8 }), fc.boolean())
    .map(([seed, other, edits, isJoined]) =>
      edits.reduce((text, [shard, at, cut]) => text.slice(0, at) + shard + text.slice(at + cut), isJoined ? `${seed} ${other}` : seed),
    )
}

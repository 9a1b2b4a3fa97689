import { utf8Of } from './base64.ts'

/** What each quoting replaces, and by what: where nothing is said, a backslash goes before it. */
const QUOTINGS: readonly (readonly [RegExp, string?])[] = [
  // In single quotes: bash and zsh, Python's shlex, fish; PowerShell and SQL.
  [/'/g, "'\\''"],
  [/'/g, `'"'"'`],
  [/'/g, "\\'"],
  [/'/g, "''"],
  // In double quotes: shells; CSV and batch; PowerShell.
  [/[\\"$`]/g],
  [/[\\"$`!]/g],
  [/"/g, '\\"'],
  [/\$/g, '\\$$'],
  [/"/g, '""'],
  [/[`"$]/g, '`$&'],
  // Without quotes: zsh; bash's printf %q before and since it escapes commas; regular expressions of JavaScript and Python; what a shell takes away.
  [/[^\w@%+=:,./~\x80-\uffff-]|^[=~]/g],
  [/[^\w@%+=:,./#~\x80-\uffff-]|^[#~]/g],
  [/[^\w@%+=:./#~\x80-\uffff-]|^[#~]/g],
  [/[.*+?^${}()|[\]\\]/g],
  [/[.*+?^${}()|[\]\\&~#\s-]/g],
  [/\\/g, ''],
  // Java's properties.
  [/[\\:=#!]/g],
  // Strings of Python, JavaScript and C in single quotes, and $'...'.
  [/[\\']/g],
  [/\\/g, '\\\\'],
  // cmd.exe, which takes carets away as well; batch files and printf; make and compose files.
  [/[&|<>^]/g, '^$&'],
  [/[&|<>^()]/g, '^$&'],
  [/[&|<>^()"%!]/g, '^$&'],
  [/\^/g, ''],
  [/%/g, '%%'],
  [/\$/g, '$$$$'],
]

/** How a character past ASCII is written in strings of programs: its number, or its bytes. */
const NUMBERED: readonly ((character: string) => string)[] = [
  character => {
    const digits = (character.codePointAt(0) as number).toString(16)
    const [sign, length] = digits.length > 4 ? ['U', 8] : digits.length > 2 ? ['u', 4] : ['x', 2]
    return `\\${sign}${digits.padStart(length, '0')}`
  },
  character =>
    utf8Of(character)
      .map(byte => `\\x${byte.toString(16)}`)
      .join(''),
]
const inOctal = (character: string) =>
  utf8Of(character)
    .map(byte => `\\${byte.toString(8)}`)
    .join('')

/** Longer is no password: so many spellings of a long text would take more memory than they are worth. */
const MOST_OF_NUMBERED = 4096

/** Python and YAML, git and sed, and bash where the language is C write no character past ASCII as it is. */
function numberedSpellings(text: string): readonly string[] {
  const past = /[^\0-\x7f]/gu
  if (text.length > MOST_OF_NUMBERED || !past.test(text)) return []
  const capital = (spell: (character: string) => string) => (character: string) =>
    spell(character).replace(/[a-f\d]+/g, digits => digits.toUpperCase())
  const spellings = [...NUMBERED, ...NUMBERED.map(capital), inOctal]
  return [/\\/g, /[\\']/g, /[\\"]/g].flatMap(quoted => {
    const plain = text.replace(quoted, '\\$&')
    return spellings.map(spell => plain.replace(past, spell))
  })
}

/** How the text reads once a shell, a batch file or a string of a program has quoted it. */
export function shellSpellings(text: string): readonly string[] {
  const all = [...QUOTINGS.map(([units, replacement = '\\$&']) => text.replace(units, replacement)), ...numberedSpellings(text)]
  return /[\n\t]/.test(text) ? [...all, ...all.map(form => form.replaceAll('\n', '\\n').replaceAll('\t', '\\t'))] : all
}

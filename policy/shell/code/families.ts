/** How the languages that castellan reads look to a tokenizer. */

/** One lexical family; TypeScript is read as `js`, and so on. */
export type Family = 'python' | 'js' | 'ruby' | 'perl' | 'php' | 'lua' | 'r' | 'haskell' | 'awk' | 'applescript'

export type Quote = {
  readonly escapes: 'all' | 'quote' | 'none'
  readonly into: '' | '#{' | '${' | '$'
  readonly isCommand?: true
}

export type Lexical = {
  readonly lineComments: readonly string[]
  readonly blockComments: readonly (readonly [open: string, close: string])[]
  readonly quotes: Readonly<Record<string, Quote>>
  readonly hasRegex: boolean
  /** Sticky. A variable's sigil belongs to its name. */
  readonly name: RegExp
  readonly members: ReadonlySet<string>
  readonly concats: ReadonlySet<string>
  /** A call needs no parentheses (`system "x"`); `words`: its arguments stand side by side, without commas. */
  readonly bareCalls: 'none' | 'commas' | 'words'
}

const ALL: Quote = { escapes: 'all', into: '' }
const DOUBLE_ONLY = { '"': ALL }
const BOTH = { '"': ALL, "'": ALL }
const QUOTE: Quote = { escapes: 'quote', into: '' }
const C_COMMENT = ['/*', '*/'] as const

export const LEXICAL: Readonly<Record<Family, Lexical>> = {
  python: {
    lineComments: ['#'],
    blockComments: [],
    quotes: {},
    hasRegex: false,
    name: /[A-Za-z_\u0080-\uDFFF]\w*/y,
    members: new Set(['.']),
    concats: new Set(['+']),
    bareCalls: 'none',
  },
  js: {
    lineComments: ['//', '#!'],
    blockComments: [C_COMMENT],
    quotes: { ...BOTH, '`': { escapes: 'all', into: '${' } },
    hasRegex: true,
    name: /[A-Za-z_$\u0080-\uDFFF][\w$]*/y,
    members: new Set(['.', '?.']),
    concats: new Set(['+']),
    bareCalls: 'none',
  },
  ruby: {
    lineComments: ['#'],
    blockComments: [],
    quotes: { '"': { escapes: 'all', into: '#{' }, "'": QUOTE, '`': { escapes: 'all', into: '#{', isCommand: true } },
    hasRegex: true,
    name: /[@$]{0,2}[A-Za-z_]\w*[?!]?/y,
    members: new Set(['.', '::', '&.']),
    concats: new Set(['+']),
    bareCalls: 'commas',
  },
  perl: {
    lineComments: ['#'],
    blockComments: [],
    quotes: { '"': { escapes: 'all', into: '$' }, "'": QUOTE, '`': { escapes: 'all', into: '$', isCommand: true } },
    hasRegex: true,
    name: /[$@%&]*\^?[A-Za-z_]\w*|[$@][^\w\s({]/y,
    members: new Set(['->', '::']),
    concats: new Set(['.']),
    bareCalls: 'commas',
  },
  php: {
    lineComments: ['//', '#'],
    blockComments: [C_COMMENT],
    quotes: { '"': { escapes: 'all', into: '$' }, "'": QUOTE, '`': { escapes: 'all', into: '$', isCommand: true } },
    hasRegex: false,
    name: /[$\\]?[A-Za-z_]\w*/y,
    members: new Set(['->', '::']),
    concats: new Set(['.']),
    bareCalls: 'none',
  },
  lua: {
    lineComments: ['--'],
    blockComments: [],
    quotes: BOTH,
    hasRegex: false,
    name: /[A-Za-z_]\w*/y,
    members: new Set(['.', ':']),
    concats: new Set(['..']),
    bareCalls: 'commas',
  },
  r: {
    lineComments: ['#'],
    blockComments: [],
    quotes: BOTH,
    hasRegex: false,
    name: /[A-Za-z.][\w.]*/y,
    members: new Set(['::', '$']),
    concats: new Set(),
    bareCalls: 'none',
  },
  haskell: {
    lineComments: ['--'],
    blockComments: [['{-', '-}']],
    quotes: DOUBLE_ONLY,
    hasRegex: false,
    name: /[A-Za-z_][\w']*/y,
    members: new Set(['.']),
    concats: new Set(['++', '<>']),
    bareCalls: 'words',
  },
  awk: {
    lineComments: ['#'],
    blockComments: [],
    quotes: DOUBLE_ONLY,
    hasRegex: true,
    name: /@?[A-Za-z_]\w*/y,
    members: new Set(),
    concats: new Set(),
    bareCalls: 'none',
  },
  applescript: {
    lineComments: ['--', '#'],
    blockComments: [['(*', '*)']],
    quotes: DOUBLE_ONLY,
    hasRegex: false,
    name: /[A-Za-z_]\w*/y,
    members: new Set(),
    concats: new Set(['&']),
    bareCalls: 'none',
  },
}

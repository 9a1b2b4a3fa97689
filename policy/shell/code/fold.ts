/** Strings put together, and modules by their names: what code spells out in pieces is written in one. */
import { GAP, REF } from './mask.ts'

const ROUNDS = 4
/** Longer code is read without its loops. */
const MAX_LOOPED = 8192
const MAX_TURNS = 32
const TEXT = '\\s{0,9}\ue000(\\d+)\ue001'
/** `TEXT`: a string's mark, with its number. `LIST`: one or more of them. */
const shape = (source: string, flags = 'g'): RegExp =>
  new RegExp(
    source.replaceAll('LIST', `(${TEXT.replace('(', '(?:')}(?: ?,\\s{0,9}\ue000\\d+\ue001){0,63},?\\s{0,9})`).replaceAll('TEXT', TEXT),
    flags,
  )
const JOINED = /\ue000(\d+)\ue001[ \t]{0,9}(?:(?:\+|\.\.?|&|(\/))\s{0,9})?\ue000(\d+)\ue001/g
const PATHS = shape('(?<![\\w$])(?:new |[\\w.]{1,40}\\.)?(?:Path|Pathname|URI(?:\\.parse)?|URL|str|expanduser)\\(TEXT ?\\)')
const MEMBER = shape('(?<=[\\w)\\]])[[{]TEXT ?[\\]}]')
const MODULE = shape('(?:\\w{1,40}\\.)?(?:require|import|__import__|import_module)\\(TEXT ?\\)|\\bfrom TEXT')
const IN_BRACKETS = /(?<![\w$)\]])\((?:await )?(\w+|\ue000\d+\ue001)\)(?=\.)/g
const PLACES = /(?<![\w$.])(?:(sys\.executable\b)|(?:[\w.]{1,20}\.)?home(?:dir)?\(\))/g
/** Methods that leave a path the one it is. */
const SAME = /(?<=\ue001)\.(?:expanduser|resolve|strip)\(\)/g
/** `os.path.join('a', 'b')`, `Path('a', 'b')`, `Path('a').joinpath('b')`. */
const SEGMENTS = shape(
  '(?:(?<![\\w$.\ue001])(?:[\\w.]{1,40}\\.(?:join\\((?=[^(),]{1,9},)|resolve\\()|(?:\\w{1,9}\\.)?Path\\()|TEXT\\.joinpath\\()LIST\\)',
)
/** A name that is given a text or a list of them; and every way to give one anything, to count. */
const SET = shape('(?<![\\w$.])(\\$?\\w{1,40})[ \\t]?=(?:TEXT|\\s?[[(]LIST[\\])])[ \\t]?(?=[\\n;]|$)')
const BOUND =
  /\bfor\b[^:;{\n]{0,99}?(?=\s(?:in|of)\b)|\b(?:def|function|lambda|for|as|import|sub)\b[^:;{\n]{0,99}|\([\w ,]{0,40}\) =>|\b\w{1,40} =>|^[\w \t]{1,40},[\w, \t]{1,40}=|(?<!\w)\$?\w{1,40}(?=[ \t]?(?:[-+*/|.%:?]{0,2}=(?![=~>])|\+\+|\[|\.(?:append|extend|insert|push)\b))|(?<== ?)[a-z]\w*(?=\s*[\n;])/gim
const NAME = /(?<![\w$.])\$?[a-zA-Z_]\w*(?![\w(]|[ \t]?=[^=])/g
/** A name that is one text of a list after another. */
const LOOP = shape('\\bfor(?:each)?[ (]{1,2}(?:my |const |let |var )?(\\$?\\w{1,40}) (?:(?:in|of) )?[[({]LIST[\\])}](?= ?[:)\\]{])', '')

/** `b` in `a`: what begins at the root is in nothing. */
const inside = (a: string, b: string): string => (b[0] === '/' ? b : `${a.replace(/\/$/, '')}/${b}`)

/** The code, once for each turn of its loops over texts. `texts` grows. */
export function fold(
  code: string,
  texts: string[],
  from = 0,
  turns = code.length > MAX_LOOPED ? 0 : MAX_TURNS,
): readonly { readonly code: string; readonly texts: readonly string[] }[] {
  const add = (text: string): string => `\ue000${texts.push(text) - 1}\ue001`
  const of = (index: string): string => texts[Number(index)] ?? GAP
  const textsOf = (marks: string): string[] => Array.from(marks.matchAll(/\ue000(\d+)/g), ([, index = '']) => of(index))
  let folded = code
  for (let round = from; round < ROUNDS; round++) {
    const before = folded
    let isMoving = false
    folded = folded
      .replace(MODULE, (whole, called, from) => {
        const name = of(called ?? from).replace(/^node:|\/promises$|-extra$/g, '')
        return /^[\w.]+$/.test(name) ? (called ? name : `from ${name}`) : whole
      })
      .replace(IN_BRACKETS, '$1')
      .replace(MEMBER, (whole, index) => (/^\w+$/.test(of(index)) ? `.${of(index)}` : whole))
      .replace(PLACES, (_, python) => add(python ? 'python3' : '~'))
      .replace(PATHS, '\ue000$1\ue001')
      .replace(SAME, '')
      .replace(SEGMENTS, (_, first, list) => add([...(first ? [of(first)] : []), ...textsOf(list)].reduce(inside)))
      .replace(JOINED, (_, first, slash, second) => add(slash ? inside(of(first), of(second)) : of(first) + of(second)))
    const [header = '', looped, list = ''] = (turns > 0 && LOOP.exec(folded)) || []
    const all = textsOf(list)
    if (header !== '' && all.length <= turns) {
      const rest = `${looped}=\ue000${texts.length}\ue001\n${folded.replace(header, ';')}`
      return all.flatMap(text => fold(rest, [...texts, text], round, turns / all.length - 1))
    }
    // A name that is set once, to a text, and bound in no other way is that text wherever it stands.
    const counts = new Map<string, number>()
    for (const [whole] of folded.matchAll(BOUND)) {
      for (const [name] of whole.matchAll(/\$?\w+/g)) counts.set(name, (counts.get(name) ?? 0) + (name === whole ? 1 : 2))
    }
    const values = new Map<string, string>()
    for (const [, name = '', text, list] of folded.matchAll(SET)) {
      if (counts.get(name) === 1) values.set(name, list ? `[${list}]` : `\ue000${text}\ue001`)
    }
    texts.forEach((text, at) => {
      texts[at] = text.replace(REF, (ref, name) => textsOf(values.get(name) ?? '')[0] ?? (round < ROUNDS - 1 ? ref : GAP))
      isMoving ||= texts[at] !== text
    })
    folded = folded.replace(NAME, name => values.get(name) ?? name)
    // Nothing moves any more: the last round, in which what is not known by then becomes a gap, is next.
    if (folded === before && !isMoving && round < ROUNDS - 1) round = ROUNDS - 2
  }
  return [{ code: folded, texts }]
}

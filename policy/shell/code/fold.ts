/** Strings put together, and modules by their names: what code spells out in pieces is written in one. */
import { GAP } from './mask.ts'

const ROUNDS = 4
const TEXT = '\\s{0,9}\ue000(\\d+)\ue001'
const shape = (source: string): RegExp => new RegExp(source.replaceAll('TEXT', TEXT), 'g')
const JOINED = /\ue000(\d+)\ue001[ \t]{0,9}(?:(?:\+|\.\.?|&|(\/))\s{0,9})?\ue000(\d+)\ue001/g
const PATHS = shape('(?<![\\w$])(?:new |[\\w.]{1,40}\\.)?(?:Path|Pathname|URI|URL|str|expanduser)\\(TEXT ?\\)')
const MEMBER = shape('(?<=[\\w)\\]])[[{]TEXT ?[\\]}]')
const MODULE = shape('(?:\\w{1,40}\\.)?(?:require|import|__import__|import_module)\\(TEXT ?\\)|\\bfrom TEXT')
const IN_BRACKETS = /(?<![\w$)\]])\((?:await )?(\w+|\ue000\d+\ue001)\)(?=\.)/g
/** A name that is given a text; and every way to give one anything, to count. */
const SET = shape('(?<![\\w$.])(\\$?\\w{1,40})[ \\t]?=TEXT[ \\t]?(?=[\\n;]|$)')
const BOUND =
  /\b(?:def|function|lambda|for|as|import|sub)\b[^:;{\n]{0,99}|\([\w ,]{0,40}\) =>|\b\w{1,40} =>|^[\w \t]{1,40},[\w, \t]{1,40}=|(?<!\w)\$?\w{1,40}(?=[ \t]?(?:[-+*/|.%:?]{0,2}=(?![=~>])|\+\+))/gm
const NAME = /(?<![\w$.])\$?[a-zA-Z_]\w*(?![\w(]|[ \t]?=[^=])/g

/** `texts` grows. */
export function fold(code: string, texts: string[]): string {
  const add = (text: string): string => `\ue000${texts.push(text) - 1}\ue001`
  const of = (index: string): string => texts[Number(index)] ?? GAP
  let folded = code
  for (let round = 0; round < ROUNDS; round++) {
    folded = folded
      .replace(MODULE, (whole, called, from) => {
        const name = of(called ?? from).replace(/^node:|\/promises$|-extra$/g, '')
        return /^[\w.]+$/.test(name) ? (called ? name : `from ${name}`) : whole
      })
      .replace(IN_BRACKETS, '$1')
      .replace(MEMBER, (whole, index) => (/^\w+$/.test(of(index)) ? `.${of(index)}` : whole))
      .replace(PATHS, '\ue000$1\ue001')
      .replace(JOINED, (_, first, slash = '', second) => add(of(first) + slash + of(second)))
    // A name that is set once, to a text, and bound in no other way is that text wherever it stands.
    const counts = new Map<string, number>()
    for (const [whole] of folded.matchAll(BOUND)) {
      for (const [name] of whole.matchAll(/\$?\w+/g)) counts.set(name, (counts.get(name) ?? 0) + (name === whole ? 1 : 2))
    }
    const values = new Map(
      [...folded.matchAll(SET)].map(([, name = '', index]) => [counts.get(name) === 1 ? name : '', `\ue000${index}\ue001`]),
    )
    folded = folded.replace(NAME, name => values.get(name) ?? name)
  }
  return folded
}

/** The calls in masked code, with what they are handed. No grammar: a name is looked for wherever it stands, and what is no text and no list is unknown. */
import { sinksOf } from './sinks.ts'

/** `text`: a string. `list`: a list of values. `code`: as it stands. */
export type Value = { readonly text?: string; readonly list?: readonly Value[]; readonly code: string }
/** `does`: a letter of `sinks.ts`. `args`: what it is done to, first, and all else that is handed over; `keys`: by name. */
export type Call = { readonly does: string; readonly args: readonly Value[]; readonly keys: ReadonlyMap<string, Value> }

/** Characters of a call's arguments that are looked at. */
const MAX_ARGS = 1000
/** Steps that looking at one call costs. */
const STEPS = 24

const PATH = /[$%@&\\]?[a-z_$][\w$]*(?:(?:::|\.|->|\?\.|&\.)[$a-z_][\w$]*)*/gi
const FETCHING = /(?:^|\.)(?:get|post|put|patch|delete|head|request|open|download|connect|goto|start|new)$/i
const ENVIRONMENT = /^(?:os\.environ|process\.env|Deno\.env\.toObject|%?ENV|ENVIRON|\$_ENV)(?:\.(?:items|values|to_\w|each|inspect|map))?$/

/** What stands between the brackets, or behind a name that needs none, up to the end of it. */
function argsAt(code: string, start: number, texts: readonly string[], depth: number): Call {
  const args: Value[] = []
  const keys = new Map<string, Value>()
  const isBracketed = code[start] === '('
  const end = Math.min(code.length, start + MAX_ARGS)
  let from = start + (isBracketed ? 1 : 0)
  let nesting = 0
  for (let at = from; from <= end; at++) {
    const char = at < end ? (code[at] as string) : ')'
    const isClosing = /[)\]}]/.test(char)
    const isOver = at >= end || (nesting === 0 && (isClosing || (!isBracketed && /[;\n|]/.test(char))))
    if ('([{'.includes(char)) nesting++
    else if (isOver || (nesting === 0 && char === ',')) {
      const written = code.slice(from, at).replace(isBracketed ? /^$/ : / (?:if|unless|or|and|do|with)\b[\s\S]*/, '')
      const [, key, rest = ''] = /^(?:([\w$]+)\s?(?:=>?|:)(?![=:])\s?)?(?:new |await |my |\*)?([\s\S]*)$/.exec(written.trim()) ?? []
      // `['a'] + ['b']` is no list.
      const inner =
        /^[[({](?![\s\S]*(?:=>|\]\s?[^\s,)\]}]))[\s\S]*[\])}]$/.test(rest) && depth < 2
          ? argsAt(`(${rest.slice(1)}`, 0, texts, depth + 1)
          : undefined
      // An options object says by name what others say in their own arguments.
      for (const [name, value] of inner?.keys ?? []) keys.set(name, value)
      const [, mark] = /^\ue000(\d+)\ue001$/.exec(rest) ?? []
      const value = { code: rest, ...(mark && { text: texts[Number(mark)] ?? '' }), ...(inner && rest[0] !== '{' && { list: inner.args }) }
      if (key !== undefined) keys.set(key, value)
      else if (rest !== '') args.push(value)
      from = isOver ? end + 1 : at + 1
    } else if (isClosing) nesting--
  }
  return { does: '', args, keys }
}

/** `isBare`: the language calls without brackets. `told`: what is found; `X` for what runs and is not told. Stops when `spend` says so. */
export function findCalls(
  code: string,
  texts: readonly string[],
  isBare: boolean,
  told: (call: Call) => void,
  spend: (steps: number) => boolean,
): void {
  const known = new Map<string, boolean>()
  /** Whether the code calls the module by that name. */
  const isNamed = (name: string, module: string): boolean => {
    const key = `${name} ${module}`
    const shape = name === '' ? `from ${module}|= ?${module}\\b` : `\\b${module} as ${name}\\b|\\b${name}(?: ?= ?| from )${module}\\b`
    const is =
      known.get(key) ?? (/^[\w$]*$/.test(name) && spend(1 + code.length / 64) && new RegExp(shape.replaceAll('$', '\\$')).test(code))
    known.set(key, is)
    return is
  }
  for (const { 0: written, index } of code.matchAll(PATH)) {
    const before = code.slice(Math.max(0, index - 16), index)
    const start = index + written.length
    const at = start + (code.startsWith('?.(', start) ? 2 : /[ \t]/.test(code[start] ?? '') ? 1 : 0)
    const after = code.slice(at, at + 3)
    const [, front] = /\ue000(\d+)\ue001\.$/.exec(before) ?? []
    // `socket().connect`; on a text.
    const called = front ? "'" : (/\w+\(\)(?=\.$)/.exec(before)?.[0] ?? '?')
    const path =
      (/[.>]$/.test(before) ? `${called}.` : '') +
      written.replace(/::|->|[?&]\./g, '.').replace(/^[\\&]|^(?:builtins|globalThis)\.|(?<=fs\.)promises\./g, '')
    const last = path.slice(path.lastIndexOf('.') + 1)
    const base = path.slice(0, -last.length - 1)
    const does = sinksOf(last).find(
      ([module]) => module === '' || (module === '!' ? base === '' : `.${base}`.endsWith(`.${module}`) || isNamed(base, module)),
    )?.[1]
    const isCall = after[0] === '(' || after[0] === '\ue000' || (isBare && (base === "'" || /^[\w$@[:]/.test(after)))
    // `globals()[x]`, `$f(...)`.
    const isAny =
      /^(?:(?:globals|locals|vars)\(\)|fs|child_process|process|globalThis|Deno|Bun|_G)\[|^__builtins__/.test(
        code.slice(index, index + 16),
      ) || /^&?\$(?!sh\()[a-z]\w*\($/.test(written + after[0])
    const isDumped = ENVIRONMENT.test(path) && !/^[[.{=]/.test(after) && !/(?:\*\*|\.\.\.|env\s?[=:]\s?(?:dict\()?)$/.test(before)
    // `system { 'x' } 'x'`.
    const isBlock = isBare && after[0] === '{' && does === 'P'
    if (isAny || isDumped || isBlock) told({ does: 'X', args: [], keys: new Map() })
    // `from a import (b, c)`.
    else if (/\b(?:def|function|fn|sub) $/.test(before)) continue
    else if (isCall && !(last === 'import' && at > start) && (does !== undefined || FETCHING.test(path))) {
      if (!spend(STEPS)) return
      const { args, keys } = argsAt(code, at, texts, 0)
      const named = ['args', 'cmd', 'path', 'url', 'file'].flatMap(key => keys.get(key) ?? [])
      const on = { code: '', ...(front && { text: texts[Number(front)] ?? '' }) }
      const all = [...args, ...named]
      const isOn = base === "'" || does === 'T' || does === 'Q'
      const given = isOn ? [on, ...all] : all.length > 0 ? all : base === '' ? [] : [on]
      // Of a text, with two.
      if (isOn && last === 'replace' && args.length !== 1) continue
      const address = args.find(({ text }) => /^(?:https?|ftp|wss?):\/\//.test(text ?? ''))
      if (does === undefined && address !== undefined) told({ does: 'f', args: [address], keys })
      // What is called on nothing and handed nothing (`platform.system()`) runs nothing.
      else if (does !== undefined && given.length > 0 && (given[0] !== on || isOn || 'dDRX'.includes(does)))
        told({ does, args: given, keys })
    } else if (!isCall && does !== undefined) {
      // By another name, or handed over, to be called elsewhere.
      const isRun = 'PdDreX'.includes(does)
      const isHanded = /(?<!import )[(:=]\s*$/.test(before) ? /^[,)\]}\n;]|^$/.test(after) : after[0] === ')' && /,\s*$/.test(before)
      const isRenamed = /^as /.test(after) || (/^: ?\w/.test(after) && (isRun || /Sync$/.test(last)))
      if (isRenamed || (isRun && isHanded)) told({ does: isRun ? 'X' : does, args: [{ code: '' }], keys: new Map() })
    }
  }
}

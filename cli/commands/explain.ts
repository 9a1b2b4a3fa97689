/** `castellan explain`: what castellan finds in one call, which rules speak about it and what comes of it. Nothing is run or looked up. */
import type { Case } from '../../policy/check/case.ts'
import { explainCase } from '../../policy/check/explain.ts'
import { indexPolicy } from '../../policy/decide/decide.ts'
import { TOOL_READINGS, toolMeant } from '../../policy/facts/tools.ts'
import { parseCase } from '../../policy/schema/parse-case.ts'
import { evaluateCommand } from '../../policy/shell/evaluate.ts'
import { EXIT } from '../exit.ts'
import type { Io } from '../io.ts'
import { loadPolicy } from '../load-policy.ts'
import { json, place, printable } from '../messages.ts'
import { explanationText } from './explanation-text.ts'

export type ExplainOptions = {
  readonly tool?: string
  readonly input?: string
  readonly mention?: string
  readonly call?: string
  readonly args?: string
  readonly from?: string
  readonly tier?: string
  readonly agent?: string
  readonly cwd?: string
  readonly json?: boolean
}

type Asked = { readonly ok: true; readonly case: Case } | { readonly ok: false; readonly message: string }

const EXAMPLES = { '--input': '{"command":"git push -f"}', '--args': '{"path":".env"}' } as const

function parsedJson(
  flag: keyof typeof EXAMPLES,
  text: string | undefined,
): { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string } {
  if (text === undefined) return { ok: true, value: {} }
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    return { ok: false, message: `${flag} is not JSON: write a map in single quotes, like '${EXAMPLES[flag]}'.` }
  }
}

/** The case the options describe, judged by the same reader that reads cases files. */
function askedCase(options: ExplainOptions): Asked {
  const kinds = (['tool', 'mention', 'call'] as const).filter(kind => options[kind] !== undefined)
  if (kinds.length !== 1) return { ok: false, message: 'Name one thing to explain: --tool NAME, --mention PATH or --call NOUN.VERB.' }
  const input = parsedJson('--input', options.input)
  if (!input.ok) return input
  const args = parsedJson('--args', options.args)
  if (!args.ok) return args
  const isFrom = options.from !== undefined || options.tier !== undefined
  const from = { plugin: options.from ?? 'a-mod@inline', tier: options.tier ?? 'user' }
  const subject = {
    tool: { tool: options.tool, input: input.value, ...(isFrom ? { from } : {}) },
    mention: { mention: options.mention },
    call: { call: options.call, args: args.value, from },
  }[kinds[0] as 'tool' | 'mention' | 'call']
  const parsed = parseCase({ ...subject, ...(options.agent ? { agent: options.agent } : {}), ...(options.cwd ? { cwd: options.cwd } : {}) })
  return parsed.ok ? parsed : { ok: false, message: parsed.message }
}

const askedText = (options: ExplainOptions): string => {
  if (options.mention !== undefined) return `@${options.mention}`
  return options.call === undefined ? `${options.tool} ${options.input ?? '{}'}` : `$.${options.call} ${options.args ?? '{}'}`
}

/** What was probably meant otherwise: the name of a tool, or of what it takes. */
function doubtOf(asked: Case): string | undefined {
  if (asked.kind !== 'tool') return undefined
  const reading = TOOL_READINGS.get(asked.tool)
  if (reading === undefined) {
    const meant = toolMeant(asked.tool)
    return meant === undefined ? undefined : `the engine has no tool ${JSON.stringify(asked.tool)}. Did you mean ${meant}?`
  }
  const isOptional = reading.kind !== 'address' && reading.isOptional
  const given = asked.input as Readonly<Record<string, unknown>> | null
  return isOptional || typeof given?.[reading.key] === 'string'
    ? undefined
    : `${asked.tool} takes "${reading.key}" in its --input, and there is none: castellan cannot tell what such a call would do.`
}

export function explain(folder: string, options: ExplainOptions, io: Io): number {
  const asked = askedCase(options)
  if (!asked.ok) {
    io.err(`${printable(asked.message)}\n`)
    return EXIT.badInput
  }
  const result = loadPolicy(folder, io.cwd)
  if (!result.ok) {
    for (const error of result.errors) io.err(place(error))
    return EXIT.badInput
  }
  const doubt = doubtOf(asked.case)
  if (doubt !== undefined) io.err(`note: ${printable(doubt)}\n`)
  const found = explainCase(indexPolicy(result.policy), asked.case, evaluateCommand)
  io.out(
    options.json
      ? json({ policy: result.policy.name, digest: result.policy.digest, ...found })
      : explanationText(result.policy, askedText(options), found),
  )
  return EXIT.well
}

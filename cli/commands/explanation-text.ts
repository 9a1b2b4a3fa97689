/** An explanation for a terminal: no colours, at most 100 columns, one thing a line. */
import { type Considered, UNTOLD } from '../../policy/check/consider.ts'
import type { ExplainedEffect, ExplainedPath, Explanation, Place } from '../../policy/check/explain.ts'
import type { CompiledPolicy } from '../../policy/compile/compiled.ts'
import type { Spoken } from '../../policy/decide/decision.ts'
import { plural } from '../messages.ts'
import { column } from '../wrap.ts'

const block = (head: string, lines: readonly string[], otherwise: string): string =>
  lines.length === 0 ? column(head, otherwise) : lines.map((text, index) => column(index === 0 ? head : '', text)).join('')

function placeText({ start, end, line, column: from }: Place, isManyLines: boolean): string {
  const columns = end - start > 1 ? `columns ${from}-${from + end - start - 1}` : `column ${from}`
  return isManyLines ? `line ${line}, ${columns}` : columns
}

function landingOf(path: ExplainedPath | undefined): string {
  if (path === undefined) return ''
  const landing = path.spellings === null ? 'cannot tell where it lands' : path.spellings.join(', ')
  return ` -> ${landing}${path.spellings !== null && path.mayLandElsewhere ? ' (may land elsewhere)' : ''}`
}

const MAX_CODE = 200

function oneLine(text: string): string {
  const line = text.slice(0, MAX_CODE * 2).replace(/\s*\n\s*/g, '; ')
  return line.length <= MAX_CODE ? line : `${line.slice(0, MAX_CODE - 1)}…`
}

function effectText(effect: ExplainedEffect, path: ExplainedPath | undefined, isManyLines: boolean): string {
  const chain = effect.via.length > 0 ? `; through ${effect.via.join(' > ')}` : ''
  const remote = effect.isRemote ? '; on another machine' : ''
  const may = effect.certainty === 'may' ? 'may ' : ''
  const code = effect.code === undefined ? '' : `; heard as ${effect.code.language}: ${oneLine(effect.code.text)}`
  return `${may}${effect.kind} ${effect.what}${landingOf(path)}  (${placeText(effect.at, isManyLines)}${chain}${remote}${code})`
}

/** What would happen, in the order it was found; then the paths that no effect of a command names. */
function factLines(found: Explanation): string[] {
  const left = [...found.paths]
  const isManyLines = [...found.effects, ...found.markers].some(one => one.at.line > 1)
  const pathOf = ({ kind, what }: ExplainedEffect): ExplainedPath | undefined => {
    const at = left.findIndex(path => path.action === kind && path.written === what)
    return at < 0 ? undefined : left.splice(at, 1)[0]
  }
  const effects = found.effects.map(effect => effectText(effect, pathOf(effect), isManyLines))
  const marks = found.markers.map(
    ({ kind, source, at }) => `cannot tell what runs: ${kind} at ${source || 'this place'}  (${placeText(at, isManyLines)})`,
  )
  const mcp = found.mcp ? [`mcp server ${found.mcp.server}, tool ${found.mcp.tool}`] : []
  return [...mcp, ...effects, ...left.map(path => `${path.action} ${path.written}${landingOf(path)}`), ...marks]
}

function spokenLines(spoken: Spoken, unlisted: readonly string[] = []): string[] {
  const sure = spoken.certainty === 'certain' ? '' : ', cannot tell for certain'
  const watched = spoken.mode === 'observe' ? ', observed only' : ''
  return [
    `${spoken.rule}: ${spoken.verdict}${sure}${watched}`,
    ...(unlisted.length === 0 ? [`  matched  ${spoken.matched}`] : unlisted.map(part => `  unlisted ${part}`)),
    `  reason   ${spoken.reason}`,
    ...(spoken.instead ? [`  instead  ${spoken.instead}`] : []),
  ]
}

/** One line a rule; those that stay silent because they cannot tell, in one. */
function silentLines(considered: readonly Considered[]): string[] {
  const silent = considered.filter(one => !one.speaks)
  const untold = silent.filter(one => one.silentBecause === UNTOLD).map(one => one.rule)
  return [
    ...silent.filter(one => one.silentBecause !== UNTOLD).map(one => `${one.rule}: ${one.silentBecause}`),
    ...(untold.length === 0 ? [] : [`cannot tell, and unknown: ignore: ${untold.join(', ')}`]),
  ]
}

/** What becomes of markers in a call of this tool. */
function hydratesText({ secrets: { env, dotenv, hydrate } }: CompiledPolicy, { subject, tool }: Explanation): string | undefined {
  if (subject !== 'tool' || tool === undefined || env.length + dotenv.length === 0) return undefined
  return hydrate?.re.test(tool)
    ? 'markers of secrets become their values, once rules and permissions allow the call'
    : 'no: markers of secrets stay markers'
}

export function explanationText(policy: CompiledPolicy, asked: string, found: Explanation): string {
  const { caller, agent } = found
  const hydrates = hydratesText(policy, found)
  const who = caller && `${caller.plugin} (tier ${caller.tier}), ${agent === 'sub' ? 'a sub-agent' : 'the main conversation'}`
  return [
    column('policy', `${policy.name}, mode ${policy.mode}, digest ${policy.digest.slice(0, 12)}`),
    column('asked', asked),
    ...(who === undefined ? [] : [column('by', who)]),
    block('facts', factLines(found), 'nothing that a rule could be about but the call itself'),
    block(
      'rules',
      found.spoken.flatMap(one => spokenLines(one, found.considered.find(({ rule }) => rule === one.rule)?.unlisted)),
      'none speaks',
    ),
    block('silent', silentLines(found.considered), `no other of the ${plural(policy.rules.length, 'rule')} is about such a call`),
    ...(hydrates === undefined ? [] : [column('hydrates', hydrates)]),
    column('decision', found.verdict === 'none' ? 'none: what is beneath decides' : found.verdict),
    column('why', found.why),
  ].join('')
}

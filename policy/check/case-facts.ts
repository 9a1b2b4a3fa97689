import type { Evaluate } from '../facts/command-facts.ts'
import { describeMention } from '../facts/describe-mention.ts'
import { describeModCall } from '../facts/describe-mod-call.ts'
import { describeToolCall } from '../facts/describe-tool-call.ts'
import { type Draft, pathsToResolve, withResolved } from '../facts/draft.ts'
import { ENGINE, type Facts, type Places } from '../facts/facts.ts'
import { foldPath } from '../facts/lexical-path.ts'
import { describeWithScripts } from '../facts/script-texts.ts'
import { CASE_HOME, CASE_PROJECT, type Case } from './case.ts'
import { absolute, followLinks, type Links, linksOf } from './links.ts'

/** A case about a call, as opposed to one about a plugin. */
export type CallCase = Exclude<Case, { kind: 'plugin' }>

/** The facts of a case, its links followed. Nothing is looked up outside the case. */
export const factsOfCase = (one: CallCase, evaluate: Evaluate): Facts => {
  const links = linksOf(one.links)
  const places = placesWith(links)
  const texts = new Map(Object.entries(one.files ?? {}).map(([path, text]) => [followLinks(absolute(path), links), text]))
  const steps = describeWithScripts(
    // A mod's own process may start elsewhere: its scripts are not read.
    command => draftOf(one, places, command === undefined ? evaluate : () => command),
    foldPath(absolute(one.cwd ?? '')),
    places.home,
  )
  let step = steps.next()
  while (!step.done) {
    const found = step.value.flatMap(({ place, path }) => {
      const text = texts.get(followLinks(path, links))
      return text === undefined ? [] : [[place, text] as const]
    })
    step = steps.next(new Map(found))
  }
  const draft = step.value
  return withResolved(draft, new Map(pathsToResolve(draft).map(path => [path, followLinks(path, links)])))
}

const draftOf = (one: CallCase, places: Places, evaluate: Evaluate): Draft => {
  const cwd = foldPath(absolute(one.cwd ?? ''))
  const agentId = one.agent === 'sub' ? 'sub' : undefined
  switch (one.kind) {
    case 'tool':
      return describeToolCall({ tool: one.tool, input: one.input, agentId, origin: one.from ?? ENGINE, cwd, places }, evaluate)
    case 'mention':
      return describeMention({ path: one.path, agentId, cwd, places })
    case 'call': {
      const draft = describeModCall({ call: one.call, args: one.args, origin: one.from, cwd, places }, evaluate)
      return { ...draft, agent: one.agent ?? draft.agent }
    }
  }
}

const placesWith = (links: Links): Places => ({ home: everySpelling(CASE_HOME, links), project: everySpelling(CASE_PROJECT, links) })

const everySpelling = (directory: string, links: Links): readonly string[] => [
  ...new Set([directory, followLinks(directory, links) ?? directory]),
]

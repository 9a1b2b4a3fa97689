/** Entries of an allowlist that nothing shows to be needed, or that let more through than they say. */
import { factsOfCase } from '../check/case-facts.ts'
import { conditionText } from '../check/condition-text.ts'
import type { RunCondition } from '../compile/compiled.ts'
import { conditionsOf } from '../compile/conditions.ts'
import { show } from '../compile/show.ts'
import { isEntryOf, type OnlyCondition } from '../decide/match-only.ts'
import type { Evaluate } from '../facts/command-facts.ts'
import type { Run } from '../shell/effects.ts'
import { isShell } from '../shell/shells.ts'
import { isUnreadWrapper, wrapperOf } from '../shell/wrappers.ts'
import type { Finding } from './finding.ts'
import { found, type RuleSite } from './rule-site.ts'

export const allowlistFindings = (site: RuleSite, evaluate: Evaluate): readonly Finding[] => {
  const only = [...conditionsOf(site.rule.when)].find((one): one is OnlyCondition => one.kind === 'only')
  if (only === undefined) return []
  const runs = silentRuns(site, evaluate)
  return only.allow.flatMap((entry, index) => [...unused(site, entry, index, runs), ...wide(site, entry, index)])
}

/** Everything that some silent test runs. */
const silentRuns = ({ tests }: RuleSite, evaluate: Evaluate): readonly Run[] =>
  tests.flatMap(({ expect, case: one }) => {
    if (expect !== 'silent' || one.kind === 'plugin') return []
    return factsOfCase(one, evaluate).command?.effects.filter(effect => effect.kind === 'run') ?? []
  })

const unused = (site: RuleSite, entry: RunCondition, index: number, runs: readonly Run[]): readonly Finding[] => {
  if (runs.some(run => isEntryOf(entry, run) === 'yes')) return []
  const message = `${site.rule.id}: no silent test runs what this entry allows (${conditionText(entry)}): add one, or drop the entry.`
  return [found(site, 'unused-entry', ['allow', index], message)]
}

/** Programs that run whatever file, or code, they are handed. */
const INTERPRETER =
  /^(?:python|pypy|node|nodejs|deno|bun|tsx|ts-node|ruby|irb|perl|php|lua|luajit|Rscript|osascript|pwsh|powershell|tclsh|awk|gawk)[\d.]*$/
/** Beside the wrappers: programs that run others by an option. */
const RUNNERS: ReadonlySet<string> = new Set(['find', 'fd', 'xargs', 'parallel', 'eval', 'exec', 'command', 'builtin', 'ssh', 'make'])

const wide = (site: RuleSite, { program, checks, subcommand }: RunCondition, index: number): readonly Finding[] => {
  const at = (code: Finding['code'], message: string, level: Finding['level']) => [
    found(site, code, ['allow', index, 'program'], `${site.rule.id}: ${message}`, level),
  ]
  if (program === undefined) return []
  if ('glob' in program && /^\*+$/.test(program.source))
    return at('fits-everything', 'this entry allows every program there is.', 'warning')
  const names = 'equals' in program ? [program.equals] : 'oneOf' in program ? program.oneOf : []
  return names.map(String).flatMap(name => {
    const isBare = checks.length === 0 && subcommand === undefined
    if (isBare && (isShell(name) || INTERPRETER.test(name))) {
      return at(
        'wide-entry',
        `${name} runs any file and code it is handed, which nobody reads: say which with operand, code or only-flags.`,
        'warning',
      )
    }
    if (isUnreadWrapper(name))
      return at('unused-entry', `what ${show(name)} runs cannot be told, so a line with it is never silent.`, 'warning')
    const isWrapper = wrapperOf(name, []) !== undefined || RUNNERS.has(name)
    return isWrapper
      ? at('wide-entry', `${name} runs other programs: what it runs is judged as well, and must be listed itself.`, 'note')
      : []
  })
}

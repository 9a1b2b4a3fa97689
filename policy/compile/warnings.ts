/** What a policy may say, and its author probably did not mean. */
import type { HeadSource } from '../schema/head.ts'
import { many } from '../schema/strict.ts'
import { isOnly, rulesIn, type TableSource, type WrittenRule } from '../schema/table.ts'
import type { WhenSource } from '../schema/when.ts'
import { credentialsOf } from './audit-of.ts'
import { endpointOf, FROM_ENV } from './endpoint.ts'
import type { Loaded } from './loaded.ts'
import { compilePathGlob } from './path-glob.ts'
import type { Problem } from './problem.ts'
import type { PolicyError } from './result.ts'
import { show } from './show.ts'

type Path = readonly (string | number)[]

export const headWarnings = (head: Loaded<HeadSource>, rules: number): readonly PolicyError[] => {
  const warnings: Problem[] = []
  if (rules === 0)
    warnings.push({ path: [], code: 'no-rule', message: 'the policy has no rule: include a table, or write one under rules/.' })
  for (const [index, entry] of (head.data?.plugins?.entries ?? []).entries()) {
    const isMute = entry.answer === 'refuse' && entry.reason === undefined
    if (isMute)
      warnings.push({
        path: ['plugins', 'entries', index],
        code: 'no-reason',
        message: 'a refusal without a reason: a person will be told no more than that.',
      })
  }
  const { url, socketPath } = endpointOf(head.data?.audit?.endpoint ?? FROM_ENV) ?? {}
  const address = url === undefined || socketPath !== undefined ? undefined : new URL(url)
  const isOpen = address?.protocol === 'http:' && !isLoopback(address.hostname)
  if (isOpen)
    warnings.push({ path: ['audit', 'endpoint'], code: 'open-endpoint', message: 'records leave this machine unencrypted: use https.' })
  const { audit, secrets } = head.data ?? {}
  const [credential] = audit === undefined || secrets !== undefined ? [] : credentialsOf(audit)
  if (credential !== undefined)
    warnings.push({
      path: ['audit', audit?.key === credential ? 'key' : 'headers'],
      code: 'shown-credential',
      message: `a command can print its environment, and without a secrets section nothing takes the value of ${credential} out of what the model reads: write secrets: { env: [${credential}] }.`,
    })
  if (audit?.spool?.full === 'refuse' && !isDecisionAhead(audit.durability))
    warnings.push({
      path: ['audit', 'spool', 'full'],
      code: 'refuses-nothing',
      message: 'only a record that is kept ahead can have its call refused: write durability: { decisions: ahead }, or full: drop-oldest.',
    })
  if (isKeptFrom(head.data))
    warnings.push({
      path: ['audit', 'spool', 'full'],
      code: 'mods-hear-writes',
      message:
        "nothing is to run unrecorded, but a person's mod that hears fs.write can keep records from the disk: refuse such mods with { tier: user, uses: { events: [fs.write] }, answer: refuse } in plugins.entries.",
    })
  return warnings.map(warningAt(head))
}

const isDecisionAhead = (durability: NonNullable<HeadSource['audit']>['durability']): boolean =>
  (typeof durability === 'object' ? durability.decisions : durability) === 'ahead'

/** Calls of the seat itself pass the mods beneath it (seen on 2.1.332). */
function isKeptFrom(head: HeadSource | undefined): boolean {
  const { durability, spool } = head?.audit ?? {}
  const isAhead = typeof durability === 'object' ? Object.values(durability).includes('ahead') : durability === 'ahead'
  if (!isAhead || spool?.full !== 'refuse' || head?.plugins?.unlisted === 'refuse') return false
  return !(head?.plugins?.entries ?? []).some(({ answer, id, tier, uses }) => {
    const isForAll = answer === 'refuse' && id === undefined && uses?.calls === undefined && (tier === undefined || tier === 'user')
    return isForAll && ['fs.write', 'fs.*', '*'].some(event => uses?.events?.includes(event))
  })
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '[::1]' || /^127(?:\.\d+){3}$/.test(host)

export const tableWarnings = (table: Loaded<TableSource>): readonly PolicyError[] =>
  (table.data === undefined ? [] : rulesIn(table.data)).flatMap(ruleWarnings).map(warningAt(table))

const warningAt =
  ({ errorAt }: Pick<Loaded<unknown>, 'errorAt'>) =>
  (problem: Problem): PolicyError => ({ ...errorAt(problem), code: problem.code })

const ruleWarnings = ({ source: rule, path }: WrittenRule): readonly Problem[] => {
  const warnings = isOnly(rule) ? [] : broadGlobs(rule.when, [...path, 'when'])
  const isDeny = rule.decide === 'deny'
  if (isDeny && rule.instead === undefined) {
    warnings.push({
      path: [...path, 'id'],
      code: 'no-instead',
      message: `${rule.id} denies without an instead: say what to do in its place.`,
    })
  }
  if (isDeny && rule.unknown === 'ignore') {
    warnings.push({
      path: [...path, 'unknown'],
      code: 'ignores-unknown',
      message: `${rule.id} denies, and lets pass what it cannot tell: a variable gets around it.`,
    })
  }
  return warnings
}

const broadGlobs = (when: WhenSource, path: Path): Problem[] => {
  const found: Problem[] = []
  for (const kind of ['read', 'write', 'delete'] as const) {
    const source = when[kind]
    if (source === undefined) continue
    const isMap = typeof source === 'object' && 'glob' in source
    const at = isMap ? [...path, kind, 'glob'] : [...path, kind]
    const globs = isMap ? source.glob : source
    for (const [index, glob] of many<string>(globs).entries()) {
      if (fitsEverything(glob))
        found.push({
          path: Array.isArray(globs) ? [...at, index] : at,
          code: 'fits-everything',
          message: `the glob ${show(glob)} fits every path there is.`,
        })
    }
  }
  for (const key of ['all', 'any'] as const)
    for (const [index, part] of (when[key] ?? []).entries()) found.push(...broadGlobs(part, [...path, key, index]))
  if (when.not !== undefined) found.push(...broadGlobs(when.not, [...path, 'not']))
  return found
}

const PROBES = ['/a', '/b/.c', '/etc/passwd', '/home/x/.y/z.tar.gz', '/q/w/e/r/t/y']

const fitsEverything = (source: string): boolean => {
  const compiled = compilePathGlob(source)
  if (!compiled.ok || compiled.glob.base !== 'any') return false
  const { re } = compiled.glob
  return re.test('') || PROBES.every(probe => re.test(probe))
}

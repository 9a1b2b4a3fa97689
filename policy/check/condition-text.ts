/** Conditions as a person would say them, on one line: for messages about a part of a rule. */
import type { Condition, Matcher, RunCheck } from '../compile/compiled.ts'
import { cut } from '../compile/show.ts'

/** What a matcher wants: `push`, `+*`, `/^a/`, `x or y`. */
export const matcherText = (matcher: Matcher): string => {
  if ('equals' in matcher) return String(matcher.equals)
  if ('oneOf' in matcher) return matcher.oneOf.join(' or ')
  if ('contains' in matcher) return `something with ${matcher.contains}`
  return 'glob' in matcher ? matcher.source : `/${matcher.source}/`
}

/** `any-flag -f, --force`. */
export const checkText = (check: RunCheck): string => cut(checkPart(check))

/** `run git push, any-flag -f, --force`. */
export const conditionText = (condition: Condition): string => cut(conditionPart(condition))

const checkPart = (check: RunCheck): string => {
  switch (check.check) {
    case 'any-flag':
    case 'not-flags':
      return `${check.check} ${check.flags.join(', ')}`
    case 'only-flags':
      return `no options but ${check.flags.join(', ')}`
    case 'globals':
      return check.flags.length === 0 ? 'no option before the subcommand' : `before the subcommand no option but ${check.flags.join(', ')}`
    case 'operands':
      return `no operand but ${check.of.map(matcherText).join(' or ')}`
    case 'all-flags':
      return `all-flags ${check.groups.map(group => group.join(' or ')).join(', ')}`
    case 'operand':
    case 'not-operand':
    case 'written':
      return `${check.check} ${matcherText(check.is)}`
    case 'any':
      return `any of (${check.of.map(branchText).join('; ')})`
    case 'option':
      return `option ${check.flags.join(' or ')} ${matcherText(check.is)}`
    case 'ref': {
      const ends = [check.source && `from ${matcherText(check.source)}`, check.destination && `to ${matcherText(check.destination)}`]
      const force = check.force === undefined ? undefined : check.force ? 'forced' : 'not forced'
      return `ref ${[force, ...ends].filter(Boolean).join(' ')}`
    }
    case 'env':
      return `env ${check.name}${check.is === undefined ? '' : ` ${matcherText(check.is)}`}`
    case 'via':
      return `via ${matcherText(check.is)}`
    case 'remote':
      return check.is ? 'on another machine' : 'on this machine'
    case 'code':
      return `code ${[check.language && `in ${matcherText(check.language)}`, check.text && matcherText(check.text)].filter(Boolean).join(' ')}`
    default:
      return otherText((check as { check: string }).check, check)
  }
}

/** The checks of one branch of an `any`. */
export const branchText = (checks: readonly RunCheck[]): string => checks.map(checkPart).join(' and ')

const conditionPart = (condition: Condition): string => {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return `${condition.kind} of (${condition.of.map(conditionPart).join('; ')})`
    case 'not':
      return `not (${conditionPart(condition.of)})`
    case 'run': {
      const words = [condition.program && matcherText(condition.program), condition.subcommand?.map(one => one.join(' ')).join(' or ')]
      const rest = otherText('', condition, ['kind', 'program', 'subcommand', 'checks'])
      return [`run ${words.filter(Boolean).join(' ') || 'any program'}`, ...condition.checks.map(checkPart), rest]
        .filter(Boolean)
        .join(', ')
    }
    case 'only':
      return `only ${condition.allow.map(conditionPart).join('; ') || 'builtins'}`
    case 'read':
    case 'write':
    case 'delete': {
      const except = condition.not.length === 0 ? '' : ` but not ${condition.not.map(glob => glob.source).join(', ')}`
      const by = condition.by === undefined ? '' : ` by ${matcherText(condition.by)}`
      return `${condition.kind} ${condition.globs.map(glob => glob.source).join(', ')}${except}${by}`
    }
    case 'connect': {
      const { hosts, not, scheme, port } = condition
      const except = not.length === 0 ? '' : ` but not ${not.map(matcherText).join(', ')}`
      const parts = [
        `connect ${hosts.map(matcherText).join(', ')}${except}`,
        scheme && `scheme ${matcherText(scheme)}`,
        port && `port ${matcherText(port)}`,
      ]
      return parts.filter(Boolean).join(', ')
    }
    case 'unread':
      return `unread ${condition.kinds.join(' or ')}`
    case 'mcp': {
      const names = [condition.server && `server ${matcherText(condition.server)}`, condition.tool && `tool ${matcherText(condition.tool)}`]
      return `mcp ${[...names.filter(Boolean), ...argTexts(condition.args)].join(', ')}`
    }
    case 'tool':
      return `tool ${[matcherText(condition.name), ...argTexts(condition.args)].join(', ')}`
    case 'mod':
      return `mod ${[condition.calls.join(' or '), ...argTexts(condition.args)].join(', ')}`
    case 'caller': {
      const { plugin, tier } = condition
      return `caller ${[plugin && `plugin ${matcherText(plugin)}`, tier && `tier ${matcherText(tier)}`].filter(Boolean).join(', ')}`
    }
    case 'agent':
      return `agent ${condition.is}`
    default:
      return otherText((condition as { kind: string }).kind, condition)
  }
}

const argTexts = (args: readonly { readonly path: string; readonly is: Matcher }[]): readonly string[] =>
  args.map(({ path, is }) => `${path} ${matcherText(is)}`)

/** Whatever has no words of its own here: its name and its values as they are compiled. */
const otherText = (name: string, value: object, without: readonly string[] = ['kind', 'check']): string => {
  const parts = Object.entries(value).filter(([key, one]) => !without.includes(key) && one !== undefined)
  const texts = parts.map(([key, one]) => `${key} ${JSON.stringify(one, (_, inner) => (inner instanceof RegExp ? undefined : inner))}`)
  return [name, ...texts].filter(Boolean).join(' ')
}

import type { Condition, Matcher } from '../compile/compiled.ts'
import type { Facts, HostFact } from '../facts/facts.ts'
import { atLeast, every, found, maybe, not, some, type Truth } from './kleene.ts'
import { matchValue } from './match-value.ts'
import { untold } from './untold.ts'

export type ConnectCondition = Extract<Condition, { kind: 'connect' }>

/** Whether some host that the call would contact fits. Where a command line does not tell all it does, it may contact any. */
export const matchHosts = (condition: ConnectCondition, { hosts = [], command }: Facts): Truth => {
  const known = some(hosts, host => matchHost(condition, host))
  const open = command && untold(command)
  return open === undefined ? known : atLeast(known, open)
}

const UNTOLD = maybe('argument')
const IN_CODE = maybe('code')

/** Whether one host fits all that the condition says; what is not known of it cannot be told. */
export const matchHost = ({ hosts, not: exceptions, scheme, port }: ConnectCondition, fact: HostFact): Truth => {
  const fits = every(
    [
      some(hosts, one => part(one, fact.host)),
      not(some(exceptions, one => part(one, fact.host))),
      scheme === undefined ? 'yes' : part(scheme, fact.scheme),
      port === undefined ? 'yes' : part(port, fact.port),
    ],
    truth => truth,
  )
  return found(fits, fact.inScript, fact.may && (fact.may === 'code' ? IN_CODE : UNTOLD))
}

const part = (is: Matcher, value: string | number | undefined): Truth => (value === undefined ? UNTOLD : matchValue(is, value))

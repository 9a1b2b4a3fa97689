import type { Evaluation, Word } from '../shell/effects.ts'
import { readAddress } from './address.ts'
import type { HostFact } from './facts.ts'

/** Hosts of one call that rules are matched against one by one. */
const MAX_HOSTS = 256

/** Whom a call that is handed this address contacts; no text: it cannot be told. */
export const hostOfAddress = (address: unknown, may?: HostFact['may']): HostFact => {
  const written = typeof address === 'string' ? address : ''
  return { written, ...readAddress(written), ...(may !== undefined && { may }) }
}

/** The hosts a command line would contact. */
export const hostsOfCommand = ({ effects }: Evaluation): readonly HostFact[] =>
  boundHosts(
    effects.flatMap(effect =>
      effect.kind === 'connect'
        ? [
            {
              written: effect.address.source,
              ...readAddress(certainAddress(effect.address)),
              ...(effect.certainty === 'may' && { may: 'code' as const }),
              inScript: effect.inScript,
            },
          ]
        : [],
    ),
  )

/** As many of them as are worth telling; past that, one that cannot be told stands for the rest. */
export const boundHosts = (hosts: readonly HostFact[]): readonly HostFact[] =>
  hosts.length <= MAX_HOSTS ? hosts : [...hosts.slice(0, MAX_HOSTS), { written: '(further hosts)' }]

/** As much of the address as tells the host: all of it, or up to the end of the host where what follows is not known. */
const certainAddress = ({ pieces, isMany }: Word): string => {
  let text = ''
  for (const piece of pieces) {
    if (piece.kind === 'unknown') return isMany ? '' : (/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*[/?#]/i.exec(text)?.[0] ?? '')
    text += piece.text
  }
  return text
}

/** What was found of logs, for a terminal. */
import type { ChainSummary, Finding, Former, Verification } from '../../audit/verification.ts'
import { plural, printable } from '../messages.ts'
import { followed } from './told.ts'

/** `file:line: kind: message (chain, record)`. */
export function findingLine({ file, line, kind, message, chain, seq }: Finding): string {
  const at = line === 0 ? file : `${file}:${line}`
  const which = chain === undefined ? '' : ` (chain ${chain}${seq === undefined ? '' : `, record ${seq}`})`
  return `${printable(`${at}: ${kind}: ${message}${which}`)}\n`
}

const MACS: Readonly<Record<Verification['macs'], string>> = {
  checked: 'The macs are right where nothing else is said: only somebody who has the key can have written the records.\n',
  unchecked: 'The records carry macs that were not checked: name the variable that holds the key with --key-env.\n',
  none: 'The records carry no macs: somebody who can write these files, and whatever else holds their hashes, could have made all of it anew.\n',
}

export function verificationText(verification: Verification): string {
  const { records, duplicates, chains, absent, findings, findingCount, isWhole, macs } = verification
  const again = duplicates === 0 ? '' : `, ${duplicates} delivered more than once`
  const untold = findingCount - findings.length
  return [
    untold > 0 ? `and ${plural(untold, 'more finding')}\n` : '',
    ...chains.map(chainLine),
    ...absent.map(absentLine),
    `${plural(records, 'record')} in ${plural(chains.length, 'chain')}${again}: ${isWhole ? 'whole' : plural(findingCount, 'finding')}\n`,
    records === 0 ? '' : MACS[macs],
  ].join('')
}

const absentLine = ({ chain, message, file, line }: Verification['absent'][number]): string =>
  `${printable(`${chain}  ${message}: ${file}:${line}. With --complete that is a finding`)}\n`

/** Of the chain before: whether its last record is known. */
export const formerText = (former: Former): string => {
  const end = former.isEnded ? 'whose end is here' : 'whose end is unknown'
  return `${followed(former)}, ${former.isKnown ? end : 'of which nothing is here'}`
}

function chainLine({ chain, sessionId, policyDigest, firstSeq, lastSeq, isEnded, former, lost, findings }: ChainSummary): string {
  const end = isEnded ? 'ended' : 'no end: it goes on, or is cut off'
  const parts = [
    `${chain}  records ${firstSeq} to ${lastSeq}, ${end}`,
    `policy ${policyDigest?.slice(0, 12) ?? '?'}`,
    `session ${sessionId.slice(0, 64)}`,
    ...(former === undefined ? [] : [formerText(former)]),
    ...(lost === 0 ? [] : [`${lost} lost by its own account`]),
    ...(findings === 0 ? [] : [plural(findings, 'finding')]),
  ]
  return `${printable(parts.join(', '))}\n`
}

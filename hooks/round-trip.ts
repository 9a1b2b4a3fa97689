/** Masked values on the way back: a marker must not be written where its value was, by a file tool or a command, and no edit may cut a value into pieces. */
import type { CompiledPolicy } from '../policy/compile/compiled.ts'
import { sharedName } from '../policy/compile/shared-name.ts'
import type { Decision } from '../policy/decide/decision.ts'
import { ownValue } from '../policy/facts/own-value.ts'
import { TOOL_READINGS, type ToolReading } from '../policy/facts/tools.ts'
import { markerOf } from '../redact/marker.ts'
import { asEdited, cutValue } from './cut-value.ts'
import type { Doors } from './doors.ts'
import type { LoadedSecrets } from './loaded-secrets.ts'
import { markedNames } from './markers.ts'
import { roundTripDecision } from './own-rules.ts'

/** `writesText`: it would leave text of its own in a file. */
type Call = { readonly tool: string; readonly input: unknown; readonly writesText: boolean }

/** How a command gets at one of these secrets without a marker; undefined where the policy shares none of them. */
export const sharedForm = ({ secrets: { hydrate } }: CompiledPolicy, names: readonly string[]): string | undefined => {
  const name = names.find(name => hydrate?.env.includes(name))
  return name && `let a command read "$${sharedName(name)}"`
}

/** The markers of these secrets, as they stand in a text. */
export const markersText = (names: readonly string[]): string => names.map(markerOf).join(', ')

/** What of a call that writes text may get into a file: of a command its line, not what is said of it. Undefined for a tool of which that is not known. */
function writtenBy(reading: ToolReading | undefined, input: unknown): unknown {
  if (reading?.kind === 'file') return input
  return reading?.kind === 'command' ? ownValue(input, reading.key) : undefined
}

/** Refuses a call that would write a marker, and an edit that would cut a value; undefined: nothing to say. */
export async function roundTrip(
  policy: CompiledPolicy,
  { redactor }: LoadedSecrets,
  doors: Doors,
  { tool, input, writesText }: Call,
): Promise<Decision | undefined> {
  const reading = TOOL_READINGS.get(tool)
  const written = writesText ? writtenBy(reading, input) : undefined
  if (written === undefined) return undefined
  const refused = (reason: string, instead: string): Decision => roundTripDecision(policy.mode, reason, instead)
  // A token of a known shape is lost under its marker as well, though nobody can say which it was.
  const shapes = (policy.secrets.patterns ?? []).map(({ name }) => `pattern.${name}`)
  const names = markedNames(written, [...redactor.names, ...shapes])
  if (names.length > 0)
    return refused(
      `${markersText(names)} stands for a value that was not shown: this would write the marker instead`,
      `${sharedForm(policy, names) ?? 'edit around it'}; ${tool} gets values only by secrets.hydrate of the policy`,
    )
  if (reading?.kind !== 'file') return undefined
  const part = ownValue(input, 'old_string')
  if (typeof part !== 'string' || part === '') return undefined
  const path = `${ownValue(input, reading.key)}`
  // A file that is not there is the engine's to refuse; one that is, and cannot be read here (it may have more than 4 MiB), may hold anything.
  const text = await doors.readText(path).catch(() =>
    doors.realPath(path).then(
      () => undefined,
      () => '',
    ),
  )
  if (text === undefined) return refused('The file cannot be read: this may cut into a secret', 'ask a person')
  const seen = asEdited(text)
  const cut = cutValue(seen, part, redactor.find(seen))
  return cut === undefined
    ? undefined
    : refused(
        `This cuts into the value behind ${markerOf(cut)}, whose pieces would not be known as a secret`,
        'take a longer old_string, clear of it',
      )
}

/**
 * The way back in: a call of a tool that the policy lists gets the values behind its markers, once everybody has judged it with markers in it. Bundled
 * apart, as `hydrate.js`.
 */
import type { CompiledPolicy } from '../policy/compile/compiled.ts'
import { isShellTool } from '../policy/facts/tools.ts'
import { hasHits } from '../redact/hits.ts'
import { markerName } from '../redact/marker.ts'
import type { Redactor } from '../redact/redactor.ts'
import { argumentsOf, type CallInput } from './call-arguments.ts'
import type { Doors, Origin } from './doors.ts'
import type { LoadedSecrets } from './loaded-secrets.ts'
import { markedNames, replaceMarkers } from './markers.ts'
import type { Notes } from './notes.ts'
import { roundTripDecision } from './own-rules.ts'
import { markersText, sharedForm } from './round-trip.ts'
import type { ToolGates } from './tools.ts'

/** `send`: the call to go on with, past people's mods. `deny`: it is refused, in words that hold no value. */
export type Hydrated = { readonly send: CallInput; readonly deny?: undefined } | { readonly deny: string }

/** What no shell reads as more than a part of a word, quoted or not. */
const IS_WORD = /^[A-Za-z0-9_./+=@:,%^-]*$/

/** Calls remembered as hydrated. */
const MAX_HANDED = 1024

export function createHydration(
  policy: CompiledPolicy,
  load: (doors: Doors) => Promise<LoadedSecrets>,
  /** Of what was loaded last, if anything. */
  redactor: () => Redactor | undefined,
  { judgeCall, isUserTool, refusal }: Pick<ToolGates, 'judgeCall' | 'isUserTool' | 'refusal'>,
  notes: Notes,
) {
  /** Ids of calls; undefined: any question about a call, since those carry none. */
  const handed = new Set<string | undefined>()
  return {
    /**
     * The model's call with values for markers; undefined where there is nothing to put in. An ask counts as a deny, by rules or permissions: the dialog, and
     * the record of it, would show the value. Rejects when it cannot judge.
     */
    async hydrate(doors: Doors, e: CallInput, origin: Origin): Promise<Hydrated | undefined> {
      if (origin.plugin !== 'engine' || !policy.secrets.hydrate?.re.test(e.tool)) return undefined
      const { redactor, secrets } = await load(doors)
      const names = markedNames(e, redactor.names)
      if (names.length === 0) return undefined

      const unable = (of: readonly string[], reason: string, otherwise: string): Hydrated | undefined =>
        refusal(e, roundTripDecision('enforce', reason, sharedForm(policy, of) ?? otherwise))
      const valuesOf = (name: string): string[] => secrets.filter(one => markerName(one.name) === name).map(one => one.value)
      const unfit = names.filter(name => {
        const [value, ...others] = valuesOf(name)
        return value === undefined || others.length > 0 || (isShellTool(e.tool) && !IS_WORD.test(value))
      })
      if (unfit.length > 0)
        return unable(
          unfit,
          `${markersText(unfit)} stands for no known value, several values, or more than a word of a shell`,
          'have a command read "$CASTELLAN_NAME" (secrets.hydrate.env)',
        )
      const send = replaceMarkers(e, redactor.names, name => `${valuesOf(name)}`)
      const refused = refusal(e, await judgeCall(doors, send, origin))
      if (refused !== undefined) return refused
      // Ahead of the question, which holds the values as well.
      handed.add(undefined).add(e.tool_use_id)
      const [, oldest] = handed
      if (handed.size > MAX_HANDED) handed.delete(oldest)
      if ((await isUserTool(doors, e.tool)) || !(await doors.allows?.(e.tool, argumentsOf(send))))
        return unable(
          names,
          "Values go only into calls that permissions allow unasked, and none of a person's mod",
          'have a permission rule allow it',
        )
      notes.of(e).hydrations = names
      return { send }
    },

    /**
     * Whether people's mods beneath must not hear of this: of a call that was handed values, or a question without an id, which may be about one. A new
     * worker remembers no call, and one that was handed values may still run: those tell.
     */
    isHidden(e: { readonly tool_use_id?: string }): boolean {
      const known = redactor()
      if (known === undefined || handed.has(e.tool_use_id)) return true
      const { hits, isCut } = known.deep(e)
      return isCut || hasHits(hits)
    },
  }
}

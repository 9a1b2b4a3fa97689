/** The steps before anybody asks anything: the policy becomes a seat, and two plugins of the person's meet it. */
import { logLine } from './evidence.ts'
import { MODS, modSource } from './mods.ts'
import type { Run } from './play.ts'
import type { Check, Step } from './result.ts'
import { entriesRefusing, rulesNamed } from './shown-rules.ts'
import { BADGE } from './story.ts'

const NO_LINE = 'no such line in the engine’s log'

/** A check that the engine's log holds a line with all of these texts. */
function logged(claim: string, log: string, ...parts: readonly string[]): Check {
  const line = logLine(log, ...parts)
  return { claim, holds: line !== undefined, seen: line?.replace(/; events: .*/, '') ?? NO_LINE }
}

export function buildStep({ seat }: Run): Step {
  const [first = '', ...rest] = seat.said.trim().split('\n')
  const isChecked = rest.some(line => line.startsWith('Built ') && !line.includes('not checked'))
  return {
    title: 'A policy folder becomes a mod',
    actor: 'administrator',
    asked: 'castellan build policies/reference --out seat',
    isLiteral: true,
    happened:
      'Every rule passed its own tests. The engine read the seat exactly as it was planned, loaded it, and a canary call was refused. Only then was anything written.',
    rules: [],
    checks: [{ claim: 'The build passed, with the engine as its judge', holds: isChecked, seen: first }],
  }
}

export function seatStep({ session, seat }: Run): Step {
  const id = seat.settings.prependPlugins.find(one => one.startsWith('castellan@')) ?? 'castellan'
  return {
    title: 'The engine seats it at the head of the chain',
    actor: 'engine',
    asked: 'The settings that the build wrote, as the settings of the person. An organisation ships the same file as managed settings.',
    happened: 'castellan is loaded before every plugin a person installs, in the tier “prepend”.',
    rules: [],
    checks: [logged('castellan holds the seat', session.debugLog, id, 'loaded (worker', 'tier prepend')],
  }
}

export function refusedPluginStep({ session, seat, rows }: Run): Step {
  const row = rows.find(one => one.event === 'plugin.register' && one.tool.startsWith(MODS.refused))
  const isIdle = !session.exists(BADGE)
  return {
    title: 'A plugin that starts programs is refused',
    actor: 'plugin',
    asked: `The person has the plugin ${MODS.refused}. Its code calls \`$.process.run\`.`,
    happened: 'The engine told castellan what the code uses. castellan refused it, and none of its hooks ran.',
    rules: entriesRefusing(seat.policy, 'process.*'),
    source: modSource(MODS.refused),
    checks: [
      logged('The engine refused it at registration', session.debugLog, 'plugin.register', MODS.refused, 'refused'),
      {
        claim: 'It started nothing',
        holds: isIdle,
        seen: isIdle ? `the file ${BADGE} that it writes does not exist` : `it wrote ${BADGE}`,
      },
      {
        claim: 'The refusal is in the record',
        holds: row?.decision === 'refuse',
        seen: row === undefined ? 'no span' : `span plugin.register: ${row.decision}`,
      },
    ],
  }
}

export function admittedPluginStep({ session, seat, rows }: Run): Step {
  const { admitted } = MODS
  const calls = rows.filter(row => row.event === 'fs.read' && row.caller.startsWith(`${admitted},`))
  const denied = calls.find(row => row.decision === 'deny')
  return {
    title: 'An admitted plugin reaches for .env',
    actor: 'plugin',
    asked: `${admitted} is admitted. When the session starts, it reads README.md and .env with \`$.fs.read\`.`,
    happened: 'README.md was read. The read of .env was refused: the call was judged by its path and by who made it.',
    rules: rulesNamed(seat.policy, denied?.rules ?? []),
    source: modSource(admitted),
    checks: [
      logged('The plugin is loaded', session.debugLog, admitted, 'loaded (worker', 'tier user'),
      logged('It may read what no rule is about', session.debugLog, `${admitted}: README.md: read,`),
      logged('Its $.fs.read(".env") was refused', session.debugLog, `${admitted}: .env:`, 'secret.env-file'),
      {
        claim: 'The refusal is in the record, with the plugin that asked',
        holds: denied?.rules.includes('secret.env-file') === true,
        seen: denied === undefined ? 'no span' : `span fs.read: ${denied.decision}, ${denied.rules.join(', ')}, caller ${denied.caller}`,
      },
    ],
  }
}

import { argvLine } from './argv-line.ts'
import { boundPaths, type FoundPath, MAX_PATHS } from './bound-paths.ts'
import { type Evaluate, pathsOfCommand, startDirectory, UNREADABLE } from './command-facts.ts'
import type { Draft } from './draft.ts'
import type { Caller, HostFact, PathFact, Places } from './facts.ts'
import { boundHosts, hostOfAddress, hostsOfCommand } from './host-facts.ts'
import { foldPath, parentOf } from './lexical-path.ts'
import { mcpArguments } from './mcp-arguments.ts'
import { mcpServerName } from './mcp-name.ts'
import { ownValue } from './own-value.ts'
import { CANNOT_SPELL, spellPath } from './spell.ts'

export type ModCall = {
  /** `noun.verb`. */
  readonly call: string
  /** The event's argument object. */
  readonly args: unknown
  readonly origin: Caller
  readonly cwd: string
  readonly places: Places
}

/** The `$.fs` verbs that take one `path`. */
const FILE_ACTIONS: ReadonlyMap<string, PathFact['action']> = new Map([
  ['fs.read', 'read'],
  ['fs.list', 'read'],
  ['fs.stat', 'read'],
  ['fs.exists', 'read'],
  ['fs.write', 'write'],
])

/**
 * What a mod's own `$` call would do: its files, the program it would start, the MCP tool it would call, the host it would contact.
 * Arguments of the wrong shape are never "nothing": their path, or their program, cannot be told.
 */
export const describeModCall = (modCall: ModCall, evaluate: Evaluate): Draft => {
  const { call, args, origin, places } = modCall
  const isProcess = call === 'process.run' || call === 'process.spawn'
  const given = call === 'mcp.call' ? mcpArguments(ownValue(args, 'args'), modCall.cwd, places.home) : undefined
  const process = isProcess ? processOf(modCall, evaluate) : undefined
  return {
    subject: 'mod-call',
    caller: origin,
    agent: 'main',
    call: { name: call, args },
    mcp: call === 'mcp.call' ? mcpOf(args) : undefined,
    paths: boundPaths(process?.paths ?? given?.paths ?? filesOf(modCall)),
    hosts: process === undefined ? boundHosts(given?.hosts ?? hostsOf(modCall)) : hostsOfCommand(process.command),
    command: process?.command,
    places,
  }
}

const hostsOf = ({ call, args }: ModCall): readonly HostFact[] => (call === 'http.fetch' ? [hostOfAddress(ownValue(args, 'url'))] : [])

const processOf = ({ call, args, cwd, places }: ModCall, evaluate: Evaluate) => {
  const isSpawn = call === 'process.spawn'
  const options = isSpawn ? args : ownValue(args, 'init')
  const line = argvLine(ownValue(args, 'argv'), ownValue(options, isSpawn ? 'input' : 'stdin'))
  const command = line === undefined ? UNREADABLE : evaluate(line)
  return { command, paths: pathsOfCommand(command, startDirectory(ownValue(options, 'cwd'), cwd), places.home) }
}

const mcpOf = (args: unknown) => {
  const [server, tool] = [ownValue(args, 'server'), ownValue(args, 'tool')]
  return typeof server === 'string' && typeof tool === 'string' ? { server: mcpServerName(server), tool } : undefined
}

const filesOf = (modCall: ModCall): readonly FoundPath[] => {
  if (modCall.call === 'fs.ancestors') return ancestorFiles(modCall)
  const action = FILE_ACTIONS.get(modCall.call)
  return action === undefined ? [] : [fileOf(action, ownValue(modCall.args, 'path'), modCall)]
}

const fileOf = (action: PathFact['action'], path: unknown, { cwd, places }: ModCall): FoundPath =>
  typeof path === 'string'
    ? { action, written: path, spelled: spellPath(path, cwd, places.home, 'mod') }
    : { action, written: '', spelled: CANNOT_SPELL }

/** No kernel opens a longer path. */
const MAX_LENGTH = 4096

/** `fs.ancestors` looks for each of `names` in every directory from the root down to the one `of` stands in (default: the working directory). */
const ancestorFiles = (modCall: ModCall): readonly FoundPath[] => {
  const { args, cwd, places } = modCall
  const [names, of] = [ownValue(args, 'names'), ownValue(args, 'of')]
  const end = typeof of === 'string' ? spellPath(of, cwd, places.home, 'mod').spellings?.[0] : undefined
  const lowest = of === undefined ? foldPath(cwd) : end === undefined ? undefined : parentOf(end)
  const unclear = fileOf('read', undefined, modCall)
  if (!Array.isArray(names) || lowest === undefined || lowest.length > MAX_LENGTH) return [unclear]
  const files: FoundPath[] = []
  for (let directory = lowest; ; directory = parentOf(directory)) {
    for (const name of names)
      files.push(typeof name === 'string' && name.length <= MAX_LENGTH ? fileOf('read', `${directory}/${name}`, modCall) : unclear)
    if (directory === '/') return files
    if (files.length > MAX_PATHS) return [...files, unclear]
  }
}

/** Which operands of common programs are files, and what happens to them. */
import type { Arg } from './arg.ts'
import { fileTableOf } from './file-tables.ts'
import { gitFiles } from './git-files.ts'
import { optionSpecOf } from './option-specs.ts'
import { type Options, optionSpec, readOptions } from './read-options.ts'

export type FileUse = {
  readonly kind: 'read' | 'write' | 'delete'
  readonly arg: Arg
  /** Inside this directory, under the file's own name. */
  readonly into?: Arg
  /** It holds the names of the files that are meant, one a line. */
  readonly isList?: true
}

export type FileTable = {
  /** Options that take a value, where `option-specs.ts` does not have the program. */
  readonly spec?: string
  readonly reads: readonly string[]
  readonly writes: readonly string[]
  /** Arguments in another form, put into the usual one. */
  readonly normal?: (args: readonly Arg[]) => readonly Arg[]
  readonly uses: (operands: Options) => readonly FileUse[]
}

/** The files among a program's arguments; none for a program that is not in the tables. */
export function fileUsesOf(name: string, args: readonly Arg[]): readonly FileUse[] {
  if (name === 'git') return gitFiles(args)
  const table = fileTableOf(name)
  if (table === undefined) return []
  const spec = table.spec === undefined ? optionSpecOf(name, []) : optionSpec(table.spec)
  const operands = readOptions(spec, table.normal?.(args) ?? args)
  const given = operands.values.flatMap(([option, arg]): FileUse[] => {
    if (table.reads.includes(option)) return [{ kind: 'read', arg }]
    return table.writes.includes(option) ? [{ kind: 'write', arg }] : []
  })
  return [...given, ...table.uses(operands)]
}

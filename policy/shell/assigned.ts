/** Which variables a part of a line may set: what a loop or a function call makes unknown. */
import { type Command, forEachChild, type SyntaxNode } from 'unbash'
import { textOfParts, UNKNOWN } from './arg.ts'
import { MAX_ARITHMETIC, wordCost } from './budget.ts'
import type { Context } from './context.ts'
import { POSITIONAL, type Scope } from './scope.ts'

export type Assigned = {
  readonly names: ReadonlySet<string> /** Anything may be set. */
  readonly isAll: boolean
  readonly movesDirectory: boolean
  /** It may end before its last command. */
  readonly mayLeave: boolean
}

const EVERYTHING: Assigned = { names: new Set(), isAll: true, movesDirectory: true, mayLeave: true }

/** Builtins whose literal words name the variables they set. */
const SETS_NAMED = new Set('read mapfile readarray getopts unset local declare typeset export readonly let wait printf'.split(' '))
const MOVES = new Set(['cd', 'pushd', 'popd'])
const LEAVES = new Set(['return', 'break', 'continue', 'exit'])
/** Builtins that set the positional parameters. */
const SETS_POSITIONAL = new Set(['set', 'shift'])
/** Programs for which what stands in front is set only while they run. */
const KEEPS_OUTER = new Set(['read', 'mapfile', 'readarray'])
/** Builtins that run text or other builtins: what they set is not looked for. */
const RUNS_ANYTHING = new Set(['eval', 'source', '.', 'trap'])
const RUNS_BUILTIN = new Set(['command', 'builtin'])
const IDENTIFIER = /^[A-Za-z_]\w*/

/** What the node may set, substitutions inside it included. Spends one step a node; on a spent budget, everything. */
export function assignedIn(root: SyntaxNode, ctx: Context, scope?: Scope): Assigned {
  const names = new Set<string>()
  let isAll = false
  let movesDirectory = false
  let mayLeave = false
  const passing = new Set<SyntaxNode>()
  /** Variables that hold the name of a program which is run. */
  const leaning = new Set<string>()
  const stack: SyntaxNode[] = [root]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (!ctx.spend(1)) return EVERYTHING
    if (node.type === 'ArithmeticCommand' && node.body.length > MAX_ARITHMETIC) return EVERYTHING
    if (node.type === 'ArithmeticExpansion' && node.text.length > MAX_ARITHMETIC) return EVERYTHING
    if (node.type === 'Word' && !ctx.spend(wordCost(node.text) - 1)) return EVERYTHING
    if (node.type === 'Assignment') {
      if (!passing.has(node)) names.add(node.name)
    } else if (node.type === 'For' || node.type === 'Select') names.add(node.name.value)
    else if (node.type === 'ArithmeticWord') names.add(IDENTIFIER.exec(node.value)?.[0] ?? '')
    else if (node.type === 'ParameterExpansion') names.add(node.operation?.type === 'Default' ? node.parameter : '')
    else if (node.type === 'Command' && node.name !== undefined) {
      const [, variable = ''] = /^"?\$\{?([A-Za-z_]\w*)\}?"?$/.exec(node.name.text) ?? []
      const held = /^\s*([\w./-]+)(?=\s|$)/.exec(textOfParts(scope?.get(variable) ?? [UNKNOWN]) ?? '')?.[1]
      if (held !== undefined) leaning.add(variable)
      const by = assignedByCommand(node, held ?? node.name.value, ctx)
      isAll ||= by.isAll
      movesDirectory ||= by.movesDirectory
      mayLeave ||= by.mayLeave
      if (KEEPS_OUTER.has(node.name.value)) for (const child of node.prefix) passing.add(child)
      for (const name of by.names) names.add(name)
    }
    forEachChild(node, child => stack.push(child))
  }
  isAll ||= [...leaning].some(name => names.has(name))
  return { names, isAll, movesDirectory: movesDirectory || isAll, mayLeave }
}

/** `name`: of the program, which may stand in a variable. */
function assignedByCommand(node: Command, name: string, ctx: Context): Assigned {
  const isPlain = /^[\w./:@%+,-]*$/.test(name)
  if (!isPlain || RUNS_ANYTHING.has(name) || ctx.aliases.has(name)) return EVERYTHING
  const called = ctx.functions.get(name)
  if (called !== undefined) return called
  // Of words in a variable, the first is all that is read here.
  if (name !== node.name?.value && isSetter(name)) return EVERYTHING
  const isIndirect = RUNS_BUILTIN.has(name) && node.args.some(arg => arg.type !== 'Word' || isSetter(arg.value))
  if (isIndirect) return EVERYTHING
  const names = new Set<string>()
  if (SETS_NAMED.has(name)) {
    for (const word of node.args) {
      const text = word.type === 'Word' ? word.value : word.name
      if (text.includes('$') || text.includes('`')) return EVERYTHING
      names.add(IDENTIFIER.exec(text)?.[0] ?? '')
    }
  }
  if (SETS_POSITIONAL.has(name)) names.add(POSITIONAL)
  return { names, isAll: false, movesDirectory: MOVES.has(name), mayLeave: LEAVES.has(name) }
}

function isSetter(word: string): boolean {
  return (
    SETS_NAMED.has(word) ||
    SETS_POSITIONAL.has(word) ||
    LEAVES.has(word) ||
    MOVES.has(word) ||
    RUNS_ANYTHING.has(word) ||
    !/^[\w./-]*$/.test(word)
  )
}

/** Makes everything that may be set unknown. */
export function makeUnknown(assigned: Assigned, scope: Scope): void {
  if (assigned.isAll) scope.forget()
  for (const name of assigned.names) scope.set(name, null)
  if (assigned.movesDirectory) scope.directory = null
}

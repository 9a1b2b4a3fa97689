/** Walks what runs inside words, tests and arithmetic: the scripts of every substitution, wherever it stands. */
import { forEachChild, type SyntaxNode } from 'unbash'
import { CHARACTERS_PER_STEP, MAX_ARITHMETIC, wordCost } from './budget.ts'
import type { Context, Frame } from './context.ts'
import { UNKNOWN_STDIN } from './context.ts'
import { spanOf } from './span.ts'
import { walkScript } from './walk.ts'

/** Emits the effects of every substitution in the node. Assignments inside expansions and arithmetic make their variables unknown. */
export function walkSubstitutions(root: SyntaxNode, frame: Frame, ctx: Context): void {
  if (root.type === 'Word' && !ctx.spend(wordCost(root.text) - 1)) return
  const isPlainWord = root.type === 'Word' && root.parts === undefined
  if (isPlainWord) return
  const stack: SyntaxNode[] = [root]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (!ctx.spend(1)) return
    switch (node.type) {
      case 'CommandExpansion':
      case 'ProcessSubstitution':
      case 'ArithmeticCommandExpansion':
        walkSubstitution(node, frame, ctx)
        continue
      case 'ParameterExpansion':
        noteParameter(node, frame, ctx)
        break
      case 'HereDocBody':
        if (!ctx.spend(wordCost(node.text))) return
        break
      case 'ArithmeticExpansion':
      case 'ArithmeticCommand': {
        const length = node.type === 'ArithmeticCommand' ? node.body.length : node.text.length
        if (length > MAX_ARITHMETIC) {
          ctx.giveUp()
          return
        }
        break
      }
      case 'ArithmeticWord':
        noteArithmetic(node.value, node, frame, ctx)
        break
    }
    const children: SyntaxNode[] = []
    forEachChild(node, child => children.push(child))
    stack.push(...children.reverse())
  }
}

type Substitution = Extract<SyntaxNode, { type: 'CommandExpansion' | 'ProcessSubstitution' | 'ArithmeticCommandExpansion' }>

function walkSubstitution(node: Substitution, frame: Frame, ctx: Context): void {
  if (!ctx.spend(1 + node.text.length / CHARACTERS_PER_STEP)) return
  const script = node.script
  if (script === undefined) return
  const isReadingOurs = node.type === 'ProcessSubstitution' && node.operator === '>'
  // A script with a text of its own has positions of its own.
  const at = script.source === undefined ? frame.at : spanOf(node, frame)
  const stdin = isReadingOurs ? UNKNOWN_STDIN : frame.stdin
  walkScript(script, { ...frame, at, stdin, scope: frame.scope.child(), depth: frame.depth + 1 }, ctx)
}

function noteParameter(node: Extract<SyntaxNode, { type: 'ParameterExpansion' }>, frame: Frame, ctx: Context): void {
  const isAssigning = node.operation?.type === 'Default' && node.operation.operator.endsWith('=')
  if (isAssigning) frame.scope.set(node.parameter, null)
  // `${X@P}` runs the substitutions in the value.
  const isPrompt = node.operation?.type === 'Transform' && node.operation.operand.text === 'P'
  if (isPrompt) ctx.mark('dynamic-script', spanOf(node, frame))
}

/** Arithmetic assigns to names, and evaluates their values: text with a substitution in an index would run. */
function noteArithmetic(text: string, node: SyntaxNode, frame: Frame, ctx: Context): void {
  if (ctx.holdsCode) ctx.mark('dynamic-script', spanOf(node, frame))
  const name = /^[A-Za-z_]\w*/.exec(text)?.[0]
  if (name !== undefined) frame.scope.set(name, null)
}

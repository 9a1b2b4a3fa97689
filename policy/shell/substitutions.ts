/** Walks what runs inside words, tests and arithmetic: the scripts of every substitution, wherever it stands. */
import { forEachChild, type SyntaxNode } from 'unbash'
import { CHARACTERS_PER_STEP, MAX_ARITHMETIC, wordCost } from './budget.ts'
import type { Context, Frame } from './context.ts'
import { UNKNOWN_STDIN } from './context.ts'
import { spanOf } from './span.ts'
import { walkScript } from './walk.ts'

/** zsh: `*(e:code:)` and `*(+program)` run something for each file found; other qualifiers may stand before. */
const RUNS_CODE = /^.\((?:#q)?(?:[-/F.@=p*%rwxAIERWXsStfdlUGugamcLMTNDnoOPY:,^\d]|\[[-\d,]+\])*(?:e[^\w|)]|\+\w)/
const CODE = /\$\(|`|\$\{/

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
      case 'ExtendedGlob':
        if (RUNS_CODE.test(node.text)) ctx.mark('dynamic-script', spanOf(node, frame, ctx))
        break
      case 'HereDocBody':
        if (!ctx.spend(wordCost(node.text))) return
        noteQuotedCode(node.parts?.filter(part => part.type === 'ParameterExpansion') ?? [], frame, ctx)
        break
      case 'Assignment':
        noteQuotedCode([node.index], frame, ctx)
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
      case 'TestBinary':
      case 'TestUnary':
        noteTest(node, frame, ctx)
        break
      case 'ArithmeticWord':
        noteArithmetic(node, frame, ctx)
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
  const at = script.source === undefined ? frame.at : spanOf(node, frame, ctx)
  const stdin = isReadingOurs ? UNKNOWN_STDIN : frame.stdin
  walkScript(script, { ...frame, at, stdin, scope: frame.scope.child(), depth: frame.depth + 1 }, ctx)
}

function noteParameter(node: Extract<SyntaxNode, { type: 'ParameterExpansion' }>, frame: Frame, ctx: Context): void {
  noteQuotedCode(node.operation?.type === 'Slice' ? [node.index, node.operation.offset, node.operation.length] : [node.index], frame, ctx)
  const isAssigning = node.operation?.type === 'Default' && node.operation.operator.endsWith('=')
  if (isAssigning) frame.scope.set(node.parameter, null)
  // zsh: `${(e)X}` as well.
  const isEvaluating = node.operation?.type === 'Unknown' && /^\([^)]*e/.test(node.operation.operator)
  if (isEvaluating) ctx.mark('dynamic-script', spanOf(node, frame, ctx))
  // `${X@P}` runs the substitutions in the value.
  const isPrompt = node.operation?.type === 'Transform' && node.operation.operand.text === 'P'
  if (isPrompt) ctx.mark('dynamic-script', spanOf(node, frame, ctx))
}

/** Single quotes are no quotes in an index, in a slice, or in an expansion inside a heredoc: what the parser took for text would run. */
function noteQuotedCode(
  nodes: readonly ({ readonly text: string; readonly pos: number; readonly end: number } | undefined)[],
  frame: Frame,
  ctx: Context,
): void {
  for (const node of nodes) {
    const isQuotedCode = node?.text.includes("'") === true && CODE.test(node.text)
    if (isQuotedCode) ctx.mark('dynamic-script', spanOf(node, frame, ctx))
  }
}

/** Numeric tests and `-v` evaluate indexes in text that was quoted. */
function noteTest(node: Extract<SyntaxNode, { type: 'TestBinary' | 'TestUnary' }>, frame: Frame, ctx: Context): void {
  const isEvaluating = /^-(eq|ne|lt|le|gt|ge|v)$/.test(node.operator)
  if (!isEvaluating) return
  const words = node.type === 'TestUnary' ? [node.operand] : [node.left, node.right]
  const isCodeQuoted = words.some(word =>
    word.parts?.some(part => (part.type === 'SingleQuoted' || part.type === 'AnsiCQuoted') && CODE.test(part.value)),
  )
  if (isCodeQuoted || ctx.holdsCode) ctx.mark('dynamic-script', spanOf(node, frame, ctx))
}

/** Arithmetic assigns to names, and evaluates their values: text with a substitution in an index would run. */
function noteArithmetic(node: Extract<SyntaxNode, { type: 'ArithmeticWord' }>, frame: Frame, ctx: Context): void {
  const isQuotedCode = node.value.includes("'") && CODE.test(node.value)
  if (isQuotedCode || ctx.holdsCode) ctx.mark('dynamic-script', spanOf(node, frame, ctx))
  const name = /^[A-Za-z_]\w*/.exec(node.value)?.[0]
  if (name !== undefined) frame.scope.set(name, null)
}

/** Arithmetic of literal numbers -> its value. */
import type { ArithmeticExpression } from 'unbash'

const DECIMAL = /^(0|[1-9]\d{0,14})$/
const MAX_NESTING = 32

/** undefined: a variable, another base, an assignment, or a number too big to be sure of. */
export function sumOf(node: ArithmeticExpression | undefined, depth = 0): number | undefined {
  if (node === undefined || depth > MAX_NESTING) return undefined
  const value = rawSum(node, depth)
  return value !== undefined && Number.isSafeInteger(value) ? value : undefined
}

function rawSum(node: ArithmeticExpression, depth: number): number | undefined {
  switch (node.type) {
    case 'ArithmeticWord':
      return DECIMAL.test(node.value) ? Number(node.value) : undefined
    case 'ArithmeticGroup':
      return sumOf(node.expression, depth + 1)
    case 'ArithmeticUnary': {
      const operand = sumOf(node.operand, depth + 1)
      const isKnown = operand !== undefined && node.prefix
      if (!isKnown) return undefined
      if (node.operator === '-') return 0 - operand
      return node.operator === '+' ? operand : undefined
    }
    case 'ArithmeticBinary': {
      const left = sumOf(node.left, depth + 1)
      const right = sumOf(node.right, depth + 1)
      return left === undefined || right === undefined ? undefined : combined(node.operator, left, right)
    }
    default:
      return undefined
  }
}

function combined(operator: string, left: number, right: number): number | undefined {
  switch (operator) {
    case '+':
      return left + right
    case '-':
      return left - right
    case '*':
      return left * right
    case '/':
      return right === 0 ? undefined : Math.trunc(left / right)
    case '%':
      return right === 0 ? undefined : left % right
    default:
      return undefined
  }
}

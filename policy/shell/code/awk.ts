/** awk: commands in pipes, and files written or read by redirection. `system()` is a call like others. */
import { GAP } from './mask.ts'
import type { Use } from './run-code.ts'

export function awkUses(code: string, texts: readonly string[]): readonly Use[] {
  return code.split(/[\n;{}]/).flatMap((statement): Use[] => {
    const use = (does: string, written = ''): Use => [does, texts[Number(/^[\s(]*\ue000(\d+)\ue001[\s)]*$/.exec(written)?.[1])] ?? GAP]
    const [before = '', after] = statement.split(/\bgetline\b/)
    if (after !== undefined) {
      const [command = '', pipe] = before.split(/(\|)/).slice(-3)
      if (pipe !== undefined) return [use('P', command.split('(').at(-1))]
      return after.includes('<') ? [use('R', after.split(/[<)]/)[1])] : []
    }
    const [, operator, target] =
      /^\s*(?:(?:if|else|while|for|do)\s{1,9}){0,4}print[^|>]*(?:(\|)&?|>>?)([^|>]*)$/.exec(statement.replace(/\([^()]*\)/g, '')) ?? []
    return target === undefined ? [] : [use(operator === undefined ? 'W' : 'P', target)]
  })
}

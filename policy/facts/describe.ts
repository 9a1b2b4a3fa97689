/** From a dispatch to a draft of its facts, command lines judged by castellan's own evaluator. */
import { evaluateCommand } from '../shell/evaluate.ts'
import * as modCall from './describe-mod-call.ts'
import * as toolCall from './describe-tool-call.ts'
import type { Draft } from './draft.ts'

export { describeMention } from './describe-mention.ts'

/** What a tool call would do. */
export const describeToolCall = (call: toolCall.ToolCall): Draft =>
  toolCall.describeToolCall(call, line => evaluateCommand(line, call.known))

/** What a mod's own `$` call would do. */
export const describeModCall = (call: modCall.ModCall): Draft => modCall.describeModCall(call, evaluateCommand)

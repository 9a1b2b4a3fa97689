// An MCP server over stdio, for tests: it keeps what it is given in a file, and says it again.
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const { KEPT = '' } = process.env
const inputSchema = { type: 'object', properties: { text: { type: 'string' } } }

const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'vault', version: '1' } }),
  'tools/list': () => ({ tools: [{ name: 'put', description: 'Keeps a text.', inputSchema }] }),
  'tools/call': ({ arguments: { text } }) => {
    appendFileSync(KEPT, text)
    return { content: [{ type: 'text', text: `kept: ${text}` }] }
  },
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) continue
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: answers[method]?.(params) ?? {} })}\n`)
}

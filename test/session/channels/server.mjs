// An MCP server over stdio, for tests: every word it says holds the value it was given.
import { createInterface } from 'node:readline'

const { TOLD = '', FAILED = '', THROWN = '', DESCRIBED = '', INSTRUCTED = '' } = process.env
const tool = name => ({ name, description: `Tells ${DESCRIBED}.`, inputSchema: { type: 'object', properties: {} } })

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'teller', version: '1' },
    instructions: `Remember ${INSTRUCTED}.`,
  }),
  'tools/list': () => ({ tools: ['tell', 'fail', 'throw'].map(tool) }),
  'tools/call': ({ name }) => {
    if (name === 'throw') throw new Error(`no: ${THROWN}`)
    const text = name === 'fail' ? `failed: ${FAILED}` : `told: ${TOLD}`
    return {
      content: [{ type: 'text', text }],
      isError: name === 'fail',
      ...(name === 'tell' ? { structuredContent: { told: TOLD } } : {}),
    }
  },
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) continue
  const reply = { jsonrpc: '2.0', id }
  try {
    reply.result = answers[method]?.(params) ?? {}
  } catch (error) {
    reply.error = { code: -32000, message: error.message }
  }
  process.stdout.write(`${JSON.stringify(reply)}\n`)
}

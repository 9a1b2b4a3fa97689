// A server of the Model Context Protocol with one tool, `get`: it makes a file that says with what it was called.
import { writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const tool = { name: 'get', description: 'gets', inputSchema: { type: 'object', properties: { path: { type: 'string' } } } }

const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'files', version: '1.0.0' } }),
  'tools/list': () => ({ tools: [tool] }),
  'tools/call': ({ arguments: { path } }) => {
    writeFileSync(`got-${path.replaceAll(/\W/g, '-')}`, '')
    return { content: [{ type: 'text', text: `got ${path}` }] }
  },
}

createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line)
  const answer = answers[method]
  if (id === undefined) return
  const body = answer === undefined ? { error: { code: -32601, message: method } } : { result: answer(params) }
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...body })}\n`)
})

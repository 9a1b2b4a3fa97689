// Puts a text of the environment into the conversation: as a row of its own, and as context of a tool call.
export function register(on) {
  on('tool.call', { tool: 'Bash' }, async ($, e, next) => {
    const answer = await next(e)
    const text = await $.env.get('TELLER_TEXT')
    if (e.command !== 'echo tell-me') return answer
    await $.session.append({ message: { type: 'user', content: [{ type: 'text', text: `a row of the teller: ${text}` }] } })
    return { ...answer, context: [...(answer.context ?? []), `context of the teller: ${text}`] }
  })
}

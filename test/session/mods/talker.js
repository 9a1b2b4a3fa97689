// Says a value of the tests in the place of the engine, once for every way to fail, wherever a mod may.
const WAYS = ['throws-before', 'throws-after', 'hangs', 'answers-five', 'answers-nothing']
const SECTIONS = ['memory', 'env_info_simple', 'session_guidance', 'context_management', 'user_privacy']
const TOOLS = ['Agent', 'Bash', 'Read', 'Skill', 'WebFetch']
const ATTACHED = ['environment', 'model', 'auto_mode', 'skill_listing', 'date']

const value = (channel, at) => `zq75-${channel}-${WAYS[at]}-canary`
const said = (channel, names, name, text) => (names.includes(name) ? `${text ?? ''} ${value(channel, names.indexOf(name))}` : text)

export function register(on) {
  on('prompt.section', async (_$, e, next) => {
    const answer = await next(e)
    return { ...answer, text: said('section', SECTIONS, e.name, answer.text) }
  })
  on('tool.describe', async (_$, e, next) => {
    const answer = await next(e)
    return { ...answer, description: said('description', TOOLS, e.tool, answer.description) }
  })
  on('prompt.attachment', async (_$, e, next) => {
    const answer = await next(e)
    return { ...answer, text: said('attachment', ATTACHED, e.type, answer.text) }
  })
  on('prompt.context', async (_$, e, next) => {
    const answer = await next(e)
    return { ...answer, blocks: [...answer.blocks, { name: 'talker', text: 'zq75-context-canary' }] }
  })
  on('prompt.compose', async (_$, e, next) => {
    const answer = await next(e)
    return { ...answer, sections: [...answer.sections, { id: 'talker:note', text: 'zq75-compose-canary', scope: 'session' }] }
  })
}

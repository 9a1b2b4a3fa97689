/** The ways out of the realm as a seat spells them: each `$` call that castellan makes, as source text. What they are for is said in hooks/doors.ts. */
import type { CompiledPolicy, Secrets } from '../../policy/compile/compiled.ts'
import { endpointOf } from '../../policy/compile/endpoint.ts'
import { hasSpool } from '../../policy/compile/has-spool.ts'
import { hasSecrets, isHydrating } from '../../policy/compile/secrets-of.ts'
import { sharedName } from '../../policy/compile/shared-name.ts'
import { ENDPOINT_VARIABLES } from './plan.ts'

/** A text as a literal of the seat. */
export const quote = (text: string): string => `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
const property = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name))

/** The thunks of the sources that the policy has. */
function secretDoors({ command, settingsEnv }: Secrets): string {
  const commands = (command ?? []).map(
    ({ argv, timeoutMs }) => `    () => $.process.run([${argv.map(quote).join(', ')}], { timeoutMs: ${timeoutMs} }),\n`,
  )
  return [
    ...(commands.length > 0 ? [`\n  secretCommand: index => [\n${commands.join('')}  ][index](),`] : []),
    ...(settingsEnv ? ['\n  settings: source => $.settings.read({ source }),'] : []),
  ].join('')
}

/** The thunks by which secrets are loaded, spelled. */
export function secretThunks(secrets: Secrets): string {
  const env = secrets.env.map(name => `${property(name)}: await $.env.get(${quote(name)})`)
  return `  secretEnv: async () => (${env.length === 0 ? '{}' : `{ ${env.join(', ')} }`}),${secretDoors(secrets)}`
}

/** How records are posted, and what is learned for it: once, as a record that must leave at once cannot wait for answers. */
function postDoors({ endpoint, headers, key }: NonNullable<CompiledPolicy['audit']>): { readonly post: string; readonly known: string } {
  const own = [
    `'content-type': 'application/json'`,
    ...headers.map(header => `...header(${quote(header.name)}, await $.env.get(${quote(header.env)}))`),
  ].join(', ')
  const auditKey = key === undefined ? '' : `\n  auditKey: () => $.env.get(${quote(key)}),`
  const memory = `
  remembered: async () => (await $.state.get({ plugin: 'castellan', key: 'head' })).value,
  remember: async head => $.state.set({ plugin: 'castellan', key: 'head' }, head),`
  const isSet = '// A header without a value is not sent.\nconst header = (name, value) => (value ? { [name]: value } : {})\n'
  const once = '// Learned once: a record that must leave at once cannot wait for answers.\nlet known\n'
  const comment = headers.length === 0 ? once : isSet + once
  const at = endpointOf(endpoint)
  if (at === undefined) {
    const told = ENDPOINT_VARIABLES.map(name => `await $.env.get(${quote(name)})`).join(', ')
    return {
      post: `
  ready: async () => {
    const { url, headers } = await targetOf($)
    return url ? headers : undefined
  },
  post: async body => {
    const { url, headers } = await targetOf($)
    return $.http.fetch(url, { method: 'POST', headers, body })
  },${auditKey}${memory}`,
      known: `${comment}const targetOf = async $ => (known ??= otlpTarget({ ${own} }, ${told}))\n\n`,
    }
  }
  const socket = at.socketPath === undefined ? '' : `socketPath: ${quote(at.socketPath)}, `
  return {
    post: `
  ready: () => headersOf($),
  post: async body => $.http.fetch(${quote(at.url)}, { ${socket}method: 'POST', headers: await headersOf($), body }),${auditKey}${memory}`,
    known: `${comment}const headersOf = async $ => (known ??= { ${own} })\n\n`,
  }
}

/** `doorsOf`, and what it needs besides: every thunk of hooks/doors.ts that this policy's seat has. */
export function renderDoors(policy: CompiledPolicy): string {
  const { post, known } = policy.audit === undefined ? { post: '', known: '' } : postDoors(policy.audit)
  const shared = (policy.secrets.hydrate?.env ?? []).map(
    (name, at) =>
      `const value${at} = await $.env.get(${quote(name)})\n    if (isSecret(value${at})) await $.env.set(${quote(sharedName(name))}, value${at})`,
  )
  const share = shared.length === 0 ? '' : `\n  share: async isSecret => {\n    ${shared.join('\n    ')}\n  },`
  const allows = isHydrating(policy.secrets)
    ? `\n  allows: async (tool, input) => (await $.tool.check({ tool, input })).decision === 'allow',`
    : ''
  return `${known}const doorsOf = $ => ({
  home: () => $.env.get('HOME'),
  configFolder: () => $.env.get('CLAUDE_CONFIG_DIR'),
  projectRoot: () => $.session.root(),
  cwd: () => $.session.cwd(),
  sessionId: () => $.session.id(),
  readText: path => $.fs.read(path),
${hasSecrets(policy.secrets) || hasSpool(policy) ? '  writeText: (path, text) => $.fs.write(path, text),\n' : ''}  stat: path => $.fs.stat(path),
  realPath: async path => (await $.fs.stat(path, { resolve: true })).realPath,
  list: path => $.fs.list(path),
  startShell: () => $.tool.call({ tool: 'Bash', command: ':' }),
  tools: () => $.tool.list(),
  managedSettings: () => $.settings.read({ source: 'policy' }),
${secretThunks(policy.secrets)}
  registerCommand: () => $.command.register({ name: 'castellan', description: 'Does the organisation policy hold in this session?', immediate: true }),
  every: (ms, fn) => $.clock.every(ms, fn),
  log: line => $.ui.log(line, { to: 'debug' }),${post}${share}${allows}
})`
}

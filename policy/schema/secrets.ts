/** `secrets`: where the values come from that must not reach the model, and which calls get them back. */
import { z } from 'zod'
import { PATTERNS } from '../../redact/patterns.ts'
import { didYouMean } from '../compile/closest.ts'
import { compileRelativeGlob } from '../compile/path-glob.ts'
import { show } from '../compile/show.ts'
import { compileTextGlob } from '../compile/text-glob.ts'
import { ENV_NAME, envName } from './audit.ts'
import { choice, complain, listOf, oneOrMany, strict, text } from './strict.ts'

const DOTENV = 'globs relative to the project, like [".env", "apps/*/.env"]'
const ENV = 'names of environment variables, like [GITHUB_TOKEN]'

const FORMATS = ['json', 'yaml', 'dotenv', 'raw'] as const
type Format = (typeof FORMATS)[number]

/** By its ending; what has none of these is one value as a whole. */
export const formatOf = (path: string): Format => {
  if (/\.json[5c]?$/i.test(path)) return 'json'
  if (/\.ya?ml$/i.test(path)) return 'yaml'
  return /(?:^|[/.])env(?:\.[^/]*)?$/i.test(path) ? 'dotenv' : 'raw'
}

const NAME = 'a name for the marker: letters, digits, _, . and -'
const name = z.string({ error: NAME }).regex(/^[A-Za-z0-9_.-]{1,80}$/, NAME)
const GLOB = 'a name, or a glob over names like DB_*'
const nameGlob = z
  .string({ error: GLOB })
  .regex(/^[^\s*]*(?:\*[^\s*]*)*$/, GLOB)
  .min(1, GLOB)
const KEYS = 'dotted ways to values, or globs over them, like [db.password, "auths.*"]'
const keys = listOf(KEYS, text(KEYS))
const required = z.boolean({ error: 'true or false' })

// biome-ignore lint/suspicious/noTemplateCurlyInString: it is the policy's own spelling
const PATH = 'a path: /x, ~/x (in the home directory) or ${project}/x (in the project)'

const pathProblem = (path: string): string | undefined => {
  const rest = path.replace(/^(?:~|\$\{project\})(?=\/.)/, '')
  if (!/^\/./.test(rest)) return `expected ${PATH}.`
  if (/[*?]/.test(path)) return 'a file is named by its path: globs are for dotenv.'
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what somebody might write
  if (/[$\0]/.test(rest)) return 'variables are not read here: write ~/x, ${project}/x or the whole path.'
  return rest.split('/').includes('..') ? 'write the path without "..".' : undefined
}

/** A raw text has no keys. */
const rawHasNoKeys = complain((one: { readonly keys?: unknown; readonly format?: Format; readonly path?: string }) => {
  const format = one.format ?? (one.path === undefined ? 'raw' : formatOf(one.path))
  return one.keys !== undefined && format === 'raw' ? 'keys are for json, yaml and dotenv: say which format it is.' : undefined
})

const FILE = 'a map like { path: ~/.acme/config.json, keys: [auth.token] }, or a list of such'
const file = strict(FILE, {
  path: z.string({ error: PATH }).check(complain(pathProblem)),
  format: choice(FORMATS).optional(),
  keys: keys.optional(),
  name: name.optional(),
  required: required.optional(),
}).check(rawHasNoKeys)

const ARGV = 'a program and its arguments, like [/usr/bin/pass, show, acme]: no shell reads them'

/** No shell reads it: a home or a variable would be passed on as it stands, and a path from the session's folder would run what the project holds. */
const programProblem = (argv: readonly string[]): string | undefined => {
  const [program] = argv
  if (program === undefined) return undefined
  if (program.trim() === '') return `expected ${ARGV}.`
  if (/\s/.test(program) && argv.length === 1) return 'no shell splits this: write a list of the program and its arguments.'
  const isPlain = program.startsWith('/') || !/[/\\~$]/.test(program)
  return isPlain
    ? undefined
    : 'a program is named by its name or its whole path: no shell reads ~ or variables, and the project must not say what runs.'
}

const MAX_TIMEOUT_S = 10
const TIMEOUT = `seconds, from 1 to ${MAX_TIMEOUT_S}`
const COMMAND = 'a map like { name: VAULT_TOKEN, argv: [/usr/bin/vault, print, token] }, or a list of such'
const command = strict(COMMAND, {
  name,
  argv: listOf(ARGV, z.string({ error: ARGV }).regex(/^[^\0]*$/, ARGV)).check(complain(programProblem)),
  timeout: z.number({ error: TIMEOUT }).min(1, TIMEOUT).max(MAX_TIMEOUT_S, TIMEOUT).optional(),
  format: choice(FORMATS).optional(),
  keys: keys.optional(),
  required: required.optional(),
}).check(rawHasNoKeys)

const PATTERNS_SHAPE = 'all, or a list of shapes of tokens like [github, { name: stripe, allow: ["sk_test_*"] }]'
const SHAPES = PATTERNS.map(one => one.name)
const patternName = z
  .string({ error: PATTERNS_SHAPE })
  .check(
    complain(name =>
      SHAPES.includes(name) ? undefined : `no shape is called ${show(name)}.${didYouMean(name, SHAPES)} There are: ${SHAPES.join(', ')}.`,
    ),
  )
const ALLOW = 'texts of tokens that are let be, or globs over them, like ["sk_test_*"]'
const allowed = z.string({ error: ALLOW }).check(
  complain(glob => {
    const compiled = compileTextGlob(glob)
    return compiled.ok ? undefined : compiled.message
  }),
)
const pattern = z.union(
  [patternName, strict('a map like { name: stripe, allow: ["sk_test_*"] }', { name: patternName, allow: listOf(ALLOW, allowed) })],
  {
    error: PATTERNS_SHAPE,
  },
)

const SETTINGS = 'true (the variables whose names look secret), or a list of names or globs like ["ACME_*"]'
const FORCE = 'names of secrets whose values may have 4 to 7 characters, like [DOOR_PIN]'

const TOOLS = 'names of tools, like [Bash, Write, Edit, "mcp__vault__*"]'

/** The engine's tools that castellan can hand a value: what they are given stays on this machine and is no model's to read. */
export const HYDRATABLE: readonly string[] = ['Bash', 'Write', 'Edit', 'NotebookEdit']

/** Tools whose arguments another model is handed, or a person, or a place that castellan does not clean. */
const TELLS = /^(?:Agent|Task|Skill|Workflow|Send|Team|Web|Cron|Schedule|Remote|AskUser|Todo|Artifact|PushNotification)/

const toolProblem = (name: string): string | undefined => {
  const written = show(name)
  if (TELLS.test(name)) return `${written} hands on what it is given, to a model or out of the session: a secret has no place in it.`
  if (name === 'PowerShell' || name === 'Monitor')
    return `${written} cannot be handed a secret: of shells only Bash can, and a command reads $CASTELLAN_NAME (env).`
  if (name.startsWith('mcp__') || name.includes('*'))
    return /^mcp__(?!_)[A-Za-z0-9_-]*[A-Za-z0-9-]__(?:\*|[A-Za-z0-9_-]+\*?)$/.test(name)
      ? undefined
      : `${written} names no tool of one MCP server: write mcp__server__tool, or mcp__server__* for all of its tools.`
  return name === '' ? 'a tool has a name.' : undefined
}

const hydrate = strict('a map like { tools: [Bash], env: [GITHUB_TOKEN] }', {
  tools: z.array(z.string({ error: TOOLS }).check(complain(toolProblem)), { error: TOOLS }).optional(),
  env: z.array(envName, { error: ENV }).optional(),
})

export const secretsShape = strict('a map like { env: [GITHUB_TOKEN], dotenv: [".env"] }', {
  env: z.array(envName, { error: ENV }).optional(),
  dotenv: z
    .array(
      z.string({ error: DOTENV }).check(
        complain(glob => {
          const compiled = compileRelativeGlob(glob)
          return compiled.ok ? undefined : compiled.message
        }),
      ),
      { error: DOTENV },
    )
    .optional(),
  file: oneOrMany(FILE, file).optional(),
  command: oneOrMany(COMMAND, command).optional(),
  'settings-env': z.union([z.boolean(), listOf(SETTINGS, nameGlob)], { error: SETTINGS }).optional(),
  force: listOf(FORCE, nameGlob).optional(),
  patterns: z.union([listOf(PATTERNS_SHAPE, pattern), z.literal('all', { error: PATTERNS_SHAPE })], { error: PATTERNS_SHAPE }).optional(),
  hydrate: hydrate.optional(),
}).check(({ value, issues }) => {
  for (const [index, name] of (value.hydrate?.env ?? []).entries()) {
    if (!ENV_NAME.test(name) || value.env?.includes(name)) continue
    const message = `${name} is not among the names of secrets.env: commands can be given those alone.`
    issues.push({ code: 'custom', message, input: name, path: ['hydrate', 'env', index], continue: true })
  }
})
export type SecretsSource = z.infer<typeof secretsShape>

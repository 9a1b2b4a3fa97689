// Builds what runs: the command line (dist/cli.js), the demo (dist/demo.js), the runtime of every seat (dist/castellan.js), what some seats need besides
// (dist/sources.js), and the reference
// policy's seat beside hooks/hooks.json, so that the repository root is itself a plugin. Called by prepare, pretest and predemo.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { minify, parse } from '@swc/core'
import { build } from 'esbuild'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const at = (...parts) => join(root, ...parts)

const shared = {
  bundle: true,
  format: 'esm',
  write: false,
  absWorkingDir: root,
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
}

const forNode = entry => ({
  ...shared,
  entryPoints: [entry],
  platform: 'node',
  target: 'node20',
  packages: 'external',
  banner: { js: '#!/usr/bin/env node' },
})

/** Libraries are not bundled into castellan.js: they stand beside it in vendor.js. */
const besideVendor = {
  name: 'beside-vendor',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ kind }) => (kind === 'import-statement' ? { path: './vendor.js', external: true } : undefined))
  },
}

/** For the engine's realm: no Node. Minified, or the built code would be over 400 KB; what a reviewer reads beside this source is seat.js and policy.js. */
const forRealm = entry => ({
  ...shared,
  entryPoints: [entry],
  platform: 'browser',
  mainFields: ['browser', 'module', 'main'],
  conditions: ['module'],
  target: 'es2023',
})

/**
 * Names that no data has: fields of unbash's trees, which castellan.js and vendor.js must shorten alike, and some that castellan's reader of shells calls
 * its own. None crosses to the engine, into a record or out of policy.js: `checkShortNames` holds that they are written in policy/shell alone.
 */
const SHORT_NAMES = JSON.parse(readFileSync(at('scripts', 'short-names.json'), 'utf8'))
const isAnyOf = names => new RegExp(`^(?:${names.join('|')})$`)
const OWN_SHORT_NAMES = [...Object.keys(SHORT_NAMES.tree), ...SHORT_NAMES.shell, ...SHORT_NAMES.policy]
const forRealmOwn = entry => ({
  ...forRealm(entry),
  plugins: [besideVendor],
  minify: true,
  metafile: true,
  mangleProps: isAnyOf(OWN_SHORT_NAMES),
  mangleCache: { ...SHORT_NAMES.tree },
})

/** Throws where a shortened name stands in a bundled file outside its folders, in what a compiled policy is, or in a string there. */
function checkShortNames({ inputs }) {
  for (const file of [...Object.keys(inputs), 'policy/compile/compiled.ts']) {
    const text = readFileSync(at(file), 'utf8').replace(/\/\*[\s\S]*?\*\/|(?:^|\s)\/\/.*$/gm, '')
    const isShell = file.startsWith('policy/shell/')
    const isJudging = isShell || /^policy\/(?:facts|decide|check)\//.test(file)
    const told = OWN_SHORT_NAMES.find(name => {
      const isHome = SHORT_NAMES.policy.includes(name) ? isJudging : isShell
      return new RegExp(isHome ? `(['"\`])${name}\\1` : `\\b${name}\\b`).test(text)
    })
    if (told !== undefined) throw new Error(`${file} tells of ${told}, which is shortened in what is built: see scripts/short-names.json`)
  }
}
/** What OpenTelemetry says to a developer's logger: there is none in the engine's realm, and 3 KB of the seat are for registering one. */
const withoutDiagnostics = {
  name: 'without-diagnostics',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/diag-api(?:\.js)?$/ }, () => ({ path: 'diag-api', namespace: 'without-diagnostics' }))
    onLoad({ filter: /.*/, namespace: 'without-diagnostics' }, () => ({
      contents: `const none = () => undefined
export const diag = { verbose: none, debug: none, info: none, warn: none, error: none, setLogger: none, disable: none, createComponentLogger: () => diag }`,
    }))
  },
}
/** What unbash can say of a tree and castellan never asks: the nodes' own JSON, and what is wrong where; that something is wrong, and where, stays. */
const withoutParserTexts = {
  name: 'without-parser-texts',
  setup({ onLoad }) {
    const literal = /(?:"[^"\n]*"|`[^`]*`)/.source
    const unsaid = [
      [/^( +)toJSON\(\) \{\n[\s\S]*?\n\1\}\n/gm, ''],
      [new RegExp(`\\bmessage: (?:\\w+ \\? ${literal} : )?${literal},\\s+`, 'g'), ''],
      [new RegExp(`\\bthis\\.error\\(${literal}, `, 'g'), 'this.error('],
      ['error(message, pos) {', 'error(pos) {'],
      ['push({ message, pos })', 'push({ pos })'],
    ]
    onLoad({ filter: /\/unbash\/dist\/[\w-]+\.js$/ }, ({ path }) => {
      const contents = unsaid.reduce((code, [from, to]) => code.replace(from, to), readFileSync(path, 'utf8'))
      if (/\bmessage\b|\bthis\.error\([^)\n]*["`]/.test(contents))
        throw new Error(`${path} tells of errors in a way that is not known here`)
      return { contents }
    })
  },
}
const forRealmVendor = entry => ({
  ...forRealm(entry),
  plugins: [withoutDiagnostics, withoutParserTexts],
  minify: true,
  // What the libraries keep to themselves; nothing of it crosses into castellan.js or into a span.
  mangleProps: new RegExp(`^_[a-z]|${isAnyOf([...parserOwnNames(), ...HASH_OWN_NAMES, ...Object.keys(SHORT_NAMES.tree)]).source}`),
  mangleCache: { ...SHORT_NAMES.tree },
  banner: { js: vendorNotice() },
})

/** What @noble/hashes calls fields that castellan never reads. */
const HASH_OWN_NAMES = 'blockLen outputLen padOffset roundClean destroyed finished digestInto canXOF'.split(' ')

/** Words by which unbash's lexer and parser call what is theirs, and by which no library here calls anything else. */
const PARSER_OWN_WORDS = 'tok token peek phase content current accept boundaries'.split(' ')

/** What unbash calls its own methods and fields, and tells nobody: two words and more or one of those above, no name of its trees, in no string. */
function parserOwnNames() {
  const folder = at('node_modules', 'unbash', 'dist')
  const code = readdirSync(folder)
    .flatMap(file => (file.endsWith('.js') ? [readFileSync(join(folder, file), 'utf8')] : []))
    .join('\n')
  // Only trees are handed out: their types, and what the language itself calls its own.
  const told = new Set(readFileSync(join(folder, 'types.d.ts'), 'utf8').match(/[\w$]+/g))
  for (const { prototype } of [Object, Array, String, Number, Map, Set, RegExp, Function, Uint8Array, TextDecoder])
    for (const type of [prototype, prototype.constructor]) for (const name of Object.getOwnPropertyNames(type)) told.add(name)
  const used = new Set([...code.matchAll(/\.([a-z]+[A-Z]\w*)/g)].map(([, name]) => name).concat(PARSER_OWN_WORDS))
  return [...used].filter(name => !told.has(name) && !new RegExp(`['"\`]${name}['"\`]`).test(code))
}

/** Names, versions and licences of what vendor.js holds. */
function vendorNotice() {
  const packages = ['unbash', '@noble/hashes', '@opentelemetry/api', '@opentelemetry/otlp-transformer', '@opentelemetry/resources']
  const lines = packages.map(name => {
    const { version, license } = JSON.parse(readFileSync(at('node_modules', name, 'package.json'), 'utf8'))
    return `// ${name} ${version} (${license})`
  })
  return ['// Libraries that castellan.js uses, bundled and minified by hooks/vendor.ts:', ...lines].join('\n')
}

/** Puts a file in its place in one step: something may be running the one that is there. */
function put(path, contents, mode) {
  const aside = `${path}.${process.pid}`
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(aside, contents)
  if (mode !== undefined) chmodSync(aside, mode)
  renameSync(aside, path)
}

async function bundle(options, target, mode) {
  const [entry] = options.entryPoints
  if (!existsSync(at(entry))) throw new Error(`${entry} is not there`)
  const { outputFiles, metafile } = await build(options)
  if (metafile !== undefined) checkShortNames(metafile)
  const contents = options.minify ? await smaller(outputFiles[0].text, options.plugins?.includes(besideVendor)) : outputFiles[0].contents
  put(at(target), contents, mode)
  console.log(`${target}  ${Math.ceil(contents.length / 1024)} KB`)
}

/** What esbuild minified, 4% smaller: swc joins and inlines what esbuild leaves. The comments at its head stay. castellan's own functions, none of which is called with `new`, become arrows. */
async function smaller(code, isOwn = false) {
  const notice = /^(?:\/\/[^\n]*\n)*/.exec(code)[0]
  const { code: minified } = await minify(code, {
    module: true,
    ecma: 2022,
    compress: { ecma: 2022, passes: 3, keep_fargs: false, unsafe_arrows: isOwn },
    mangle: true,
  })
  return Buffer.from(notice + (await withUndefinedNamed(minified)))
}

/** `void 0` stands a thousand times in what minifiers write: a variable that is never set is shorter. Throws where those letters are in anything but an expression. */
async function withUndefinedNamed(code) {
  const texts = code.split('void 0')
  const taken = new Set()
  let voids = 0
  const visit = node => {
    if (node === null || typeof node !== 'object') return
    if (node.type === 'Identifier') taken.add(node.value)
    if (node.type === 'UnaryExpression' && node.operator === 'void' && node.argument.value === 0) voids++
    for (const child of Object.values(node)) visit(child)
  }
  visit(await parse(code, { syntax: 'ecmascript', target: 'es2022' }))
  if (voids !== texts.length - 1) throw new Error(`void 0 stands ${texts.length - 1} times in the code and is meant ${voids} times`)
  const name = ['v0', 'u0', 'V0', 'U0'].find(one => !taken.has(one))
  return voids < 5 || name === undefined ? code : `var ${name};${texts.join(name)}`
}

/** The seat of policies/reference, built by the command line that was just made. */
function buildReferenceSeat() {
  const work = mkdtempSync(join(tmpdir(), 'castellan-build-'))
  try {
    const out = join(work, 'reference')
    const args = [at('dist', 'cli.js'), 'build', join('policies', 'reference'), '--out', out, '--unchecked']
    const done = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
    if (done.status !== 0) throw new Error(`the reference policy does not build (exit ${done.status})`)
    for (const name of ['seat.js', 'policy.js', 'castellan.js', 'vendor.js']) {
      const target = at('hooks', name)
      cpSync(join(out, 'plugins', 'castellan', 'hooks', name), `${target}.${process.pid}`)
      renameSync(`${target}.${process.pid}`, target)
      console.log(relative(root, target))
    }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

try {
  await bundle(forNode('cli/bin.ts'), 'dist/cli.js', 0o755)
  await bundle(forRealmVendor('hooks/vendor.ts'), 'dist/vendor.js')
  await bundle(forRealmOwn('hooks/castellan.ts'), 'dist/castellan.js')
  await bundle(forRealmOwn('hooks/sources.ts'), 'dist/sources.js')
  await bundle(forRealmOwn('hooks/inner.ts'), 'dist/inner.js')
  await bundle(forRealmOwn('hooks/patterns.ts'), 'dist/patterns.js')
  await bundle(forRealmOwn('hooks/hydrate.ts'), 'dist/hydrate.js')
  await bundle(forRealmOwn('hooks/spool.ts'), 'dist/spool.js')
  await bundle(forRealmOwn('hooks/endpoint.ts'), 'dist/endpoint.js')
  if (existsSync(at('demo', 'main.ts'))) await bundle(forNode('demo/main.ts'), 'dist/demo.js', 0o755)
  buildReferenceSeat()
} catch (error) {
  console.error(`build: ${error.message}`)
  process.exitCode = 1
}

// Builds what runs: the command line (dist/cli.js), the demo (dist/demo.js), the runtime of every seat (dist/castellan.js), and the reference
// policy's seat beside hooks/hooks.json, so that the repository root is itself a plugin. Called by prepare, pretest and predemo.
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
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
const forRealmOwn = entry => ({ ...forRealm(entry), plugins: [besideVendor], minify: true })
const forRealmVendor = entry => ({
  ...forRealm(entry),
  minify: true,
  // What the libraries keep to themselves; nothing of it crosses into castellan.js or into a span.
  mangleProps: /^_[a-z]/,
  banner: { js: vendorNotice() },
})

/** Names, versions and licences of what vendor.js holds. */
function vendorNotice() {
  const packages = ['unbash', '@opentelemetry/api', '@opentelemetry/otlp-transformer', '@opentelemetry/resources']
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
  const { outputFiles } = await build(options)
  put(at(target), outputFiles[0].contents, mode)
  console.log(`${target}  ${Math.ceil(outputFiles[0].contents.length / 1024)} KB`)
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
  if (existsSync(at('demo', 'main.ts'))) await bundle(forNode('demo/main.ts'), 'dist/demo.js', 0o755)
  buildReferenceSeat()
} catch (error) {
  console.error(`build: ${error.message}`)
  process.exitCode = 1
}

/** What is odd about where a policy takes secrets from. What a source holds is known on the machine alone: a session tells it, and /castellan. */
import { SKIPPED } from '../../redact/dotenv-folders.ts'
import type { CompiledPolicy } from '../compile/compiled.ts'
import { show } from '../compile/show.ts'
import type { HeadSource } from '../schema/head.ts'
import type { Code } from './finding.ts'

type Path = readonly (string | number)[]
export type Odd = { readonly code: Code; readonly path: Path; readonly message: string }

/** Every session has these, and their values are words that stand everywhere. */
const PLAIN =
  /^(?:PATH|HOME|USER|USERNAME|LOGNAME|SHELL|PWD|OLDPWD|TERM|COLORTERM|LANG|LANGUAGE|LC_[A-Z]+|TZ|TMPDIR|TEMP|TMP|EDITOR|VISUAL|PAGER|HOSTNAME|HOST|DISPLAY|XDG_[A-Z_]+|NODE_ENV|CI|DEBUG|SHLVL|EDITOR|MANPATH|JAVA_HOME|GOPATH|PYTHONPATH|VIRTUAL_ENV)$/

export function oddSecrets(source: HeadSource['secrets'], { secrets }: CompiledPolicy): readonly Odd[] {
  const settings = source?.['settings-env']
  const settingsNames = Array.isArray(settings) ? settings : []
  return [
    ...named(['env'], source?.env, plain),
    ...named(['settings-env'], settingsNames, plain),
    ...named(['settings-env'], settingsNames, broad('takes every variable of the settings, ordinary words too')),
    ...named(['force'], source?.force, broad('lifts the floor for every secret: whatever has 4 characters is cut out of every text')),
    ...named(['dotenv'], source?.dotenv, (glob, path) => dotenvGlob(glob, path, secrets)),
    ...each(source?.file, ['file']).flatMap(({ value, path }) => [
      ...onePerson(value.path, [...path, 'path']),
      ...named([...path, 'keys'], value.keys, broad('takes every value of the file, ordinary words too')),
    ]),
    ...each(source?.command, ['command']).flatMap(({ value, path }) => [
      ...loose(value.argv[0] ?? '', [...path, 'argv', 0]),
      ...named([...path, 'keys'], value.keys, broad('takes every value that is printed, ordinary words too')),
    ]),
  ].map(one => ({ ...one, path: ['secrets', ...one.path] }))
}

type Look = (text: string, path: Path) => readonly Odd[]

const named = (at: Path, texts: readonly string[] | undefined, look: Look): readonly Odd[] =>
  (texts ?? []).flatMap((text, index) => look(text, [...at, index]))

/** One, or each of a list, with its place. */
const each = <Value>(
  source: Value | readonly Value[] | undefined,
  path: Path,
): readonly { readonly value: Value; readonly path: Path }[] => {
  if (source === undefined) return []
  return Array.isArray(source) ? source.map((value: Value, i) => ({ value, path: [...path, i] })) : [{ value: source as Value, path }]
}

const plain: Look = (name, path) => {
  const message = `${name} holds no secret: its value stands in ordinary text, and every place of it would be cut out.`
  return PLAIN.test(name) ? [{ code: 'not-a-secret', path, message }] : []
}

const broad =
  (what: string): Look =>
  (glob, path) =>
    /^\*+$/.test(glob) ? [{ code: 'fits-everything', path, message: `${show(glob)} ${what}.` }] : []

const PROBES = ['a', 'README.md', 'src/index.ts', 'a/b/c.json']

const dotenvGlob = (glob: string, path: Path, { dotenv }: CompiledPolicy['secrets']): readonly Odd[] => {
  const segments = glob.split('/')
  const star = segments.indexOf('**')
  const skipped = star < 0 ? undefined : segments.slice(star, -1).find(one => SKIPPED.has(one))
  if (skipped !== undefined) {
    const message = `${show(glob)} finds nothing: ** does not look into ${skipped}. Write the way to it without **.`
    return [{ code: 'fits-nothing', path, message }]
  }
  const re = dotenv.find(one => one.source === glob)?.re
  const isBroad = re !== undefined && PROBES.filter(probe => re.test(probe)).length >= 2
  const message = `${show(glob)} takes every file for a dotenv file: whatever stands after a = or a colon would be cut out.`
  return isBroad ? [{ code: 'fits-everything', path, message }] : []
}

const onePerson: Look = (file, path) => {
  const message = `${show(file)} is on one person's machine alone: write ~/ for the home directory.`
  return /^\/(?:home|Users)\/[^/]+\/|^\/root\//.test(file) ? [{ code: 'one-person', path, message }] : []
}

const loose: Look = (program, path) => {
  const message = `${show(program)} is whatever the person's PATH finds first: write its whole path.`
  return program.includes('/') ? [] : [{ code: 'loose-program', path, message }]
}

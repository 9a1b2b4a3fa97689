import { expect, test } from 'vitest'
import { checked } from '../../policy/compile/matcher-of.ts'
import { compileRelativeGlob } from '../../policy/compile/path-glob.ts'
import { isDotenv } from '../../redact/dotenv-folders.ts'

const glob = (source: string) => ({ source, re: checked(compileRelativeGlob(source)).re })

test('a template of a dotenv file holds secrets only where the glob names it', () => {
  const open = glob('**/.env*')
  for (const path of ['.env.example', 'apps/web/.env.sample', '.env.local.template', '.env-example', '.env.dist', '.env.defaults']) {
    expect(isDotenv(open, path), path).toBe(false)
    expect(isDotenv(glob(path), path), path).toBe(true)
  }
  expect(isDotenv(glob('.env.*example'), '.env.example')).toBe(false)
})

test('any other file that fits does', () => {
  for (const path of ['.env', '.env.local', 'a/.env.production', '.env.test', '.env.examples'])
    expect(isDotenv(glob('**/.env*'), path), path).toBe(true)
  expect(isDotenv(glob('.env'), 'a/.env')).toBe(false)
})

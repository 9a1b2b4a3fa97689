import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findEngine } from '../../cli/build/find-engine.ts'

let work: string
beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), 'castellan-engine-'))
})
afterEach(() => rmSync(work, { recursive: true, force: true }))

function program(path: string, mode = 0o755): string {
  const full = join(work, path)
  mkdirSync(join(full, '..'), { recursive: true })
  writeFileSync(full, '#!/bin/sh\n')
  chmodSync(full, mode)
  return full
}

test('--engine before CASTELLAN_ENGINE before what is installed', () => {
  const named = program('named')
  const inEnv = program('env')
  expect(findEngine('named', { CASTELLAN_ENGINE: inEnv }, work)).toEqual({ found: true, path: named })
  expect(findEngine(undefined, { CASTELLAN_ENGINE: inEnv }, work)).toEqual({ found: true, path: inEnv })
  const platform = `@anthropic-ai/claude-code-${process.platform}-${process.arch}`
  const installed = program(`node_modules/${platform}/claude`)
  writeFileSync(join(work, 'node_modules', platform, 'package.json'), '{}')
  expect(findEngine(undefined, {}, work)).toEqual({ found: true, path: installed })
})

test('an engine that was named and cannot be run is not replaced by another', () => {
  expect(findEngine('nowhere', { CASTELLAN_ENGINE: program('env') }, work)).toMatchObject({ found: false, is: 'unusable' })
  expect(findEngine(undefined, { CASTELLAN_ENGINE: '/nowhere' }, work)).toMatchObject({ found: false, is: 'unusable' })
  program('plain', 0o644)
  expect(findEngine('plain', {}, work)).toMatchObject({ found: false, is: 'unusable' })
  expect(findEngine('.', {}, work)).toMatchObject({ found: false, is: 'unusable' })
})

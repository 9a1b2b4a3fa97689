import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { createClosingLine } from './test/support/closing-line.ts'

// Nothing here changes a global for its own sake: the files of a worker share the modules they import, which take longer to load than to test.
const SHARED = { isolate: false }

// A session is a process of its own, of half a gigabyte, and waits for others part of its time: three at a time, after everything that is only computing;
// one where the long forms run, whose engines have bounds of seconds of their own.
const SETUP = ['./test/support/remove-sandboxes.ts']
const ENGINE = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  maxWorkers: process.env.CASTELLAN_LONG === '1' ? 1 : 3,
  setupFiles: SETUP,
  ...SHARED,
}
const FIXTURES = ['**/node_modules/**', '**/fixtures/**']

const project = (name: string, order: number, test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration => ({
  test: { name, exclude: FIXTURES, sequence: { groupOrder: order }, ...test },
})

const unitExcludes = [...FIXTURES, 'test/kit/**', 'test/session/**', 'test/authority/**', 'test/collector/**']
const authority = project('authority', 2, { include: ['test/authority/**/*.test.ts'], ...ENGINE })

export default defineConfig({
  test: {
    projects: [
      project('unit', 0, { include: ['test/**/*.test.ts'], exclude: unitExcludes, testTimeout: 60_000, maxWorkers: 2, ...SHARED }),
      project('kit', 1, { include: ['test/kit/**/*.test.ts'], ...ENGINE }),
      project('session', 1, { include: ['test/session/**/*.test.ts'], ...ENGINE }),
      // A real collector has to be built first (scripts/collector/build.sh), so npm test leaves it out.
      project('collector', 2, { include: ['test/collector/**/*.test.ts'], ...ENGINE }),
      // Managed settings need root or user namespaces, so these run where they are asked for.
      ...(process.env.CASTELLAN_AUTHORITY === '1' ? [authority] : []),
    ],
    reporters: ['default', createClosingLine()],
  },
})

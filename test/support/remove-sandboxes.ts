import { afterAll } from 'vitest'
import { removeSandboxes } from './sandbox.ts'

// A worker of the test runner may be ended by a signal, which leaves no time for what runs at exit.
afterAll(removeSandboxes)

/** Tokens of documented shapes that stand in a policy itself: it goes to every machine, and through every review. */
import { createPatternFinder, PATTERNS } from '../../redact/patterns.ts'
import type { SourceFile } from '../compile/result.ts'
import type { Finding } from './finding.ts'

const find = createPatternFinder(PATTERNS)

/** One for each, at its place, with its shape and without a character of it. */
export const tokenFindings = (files: readonly SourceFile[]): readonly Finding[] =>
  files.flatMap(({ path, text }) =>
    find(text).map(({ start, name }) => {
      const before = text.slice(0, start).split('\n')
      const shape = name.slice(name.indexOf('.') + 1)
      return {
        file: path,
        line: before.length,
        column: (before.at(-1)?.length ?? 0) + 1,
        message: `a token stands here (it has the shape ${shape}), and a policy names places of secrets, never values: take it out, and revoke it if it is real.`,
        code: 'written-value',
        level: 'warning',
      }
    }),
  )

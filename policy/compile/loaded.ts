/** A policy file, read and held against its schema. */
import type { z } from 'zod'
import type { Problem } from './problem.ts'
import { problemsOf } from './problems.ts'
import { readYaml } from './read-yaml.ts'
import type { PolicyError, SourceFile } from './result.ts'

/**
 * `value`: what the YAML says, undefined when it is no YAML; `data`: the same once the schema let it through.
 * The value is there even when the schema did not, so that what depends on several files is checked all the same.
 */
export type Loaded<Data> = {
  readonly file: SourceFile
  readonly value: unknown
  readonly data: Data | undefined
  readonly errors: readonly PolicyError[]
  readonly errorAt: (problem: Problem) => PolicyError
}

/** Never throws: what is no YAML, or not of that shape, is in `errors`, each with its place. */
export const load = <Shape extends z.ZodType>(file: SourceFile, shape: Shape): Loaded<z.infer<Shape>> => {
  const yaml = readYaml(file)
  if (!yaml.ok) {
    const errorAt = ({ message }: Problem): PolicyError => ({ file: file.path, line: 1, column: 1, message })
    return { file, value: undefined, data: undefined, errors: yaml.errors, errorAt }
  }
  const parsed = shape.safeParse(yaml.value)
  const errors = parsed.success ? [] : problemsOf(parsed.error.issues, yaml.value).map(yaml.errorAt)
  return { file, value: yaml.value, data: parsed.data, errors, errorAt: yaml.errorAt }
}

/** A part of a value whose shape nobody has checked; undefined when it is not there. */
export const partOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined

/** A policy file read as YAML 1.2, with the place of everything in it. */
import { type Document, isAlias, isCollection, isMap, isNode, isScalar, isSeq, LineCounter, type Node, parseDocument, visit } from 'yaml'
import type { Problem } from './problem.ts'
import type { PolicyError, SourceFile } from './result.ts'
import { cut } from './show.ts'
import { MAX_DEPTH, syntaxErrors, TOO_DEEP } from './yaml-syntax.ts'

export const MAX_FILE_BYTES = 1024 * 1024
const MAX_ALIASES = 20
const MAX_SYNTAX_ERRORS = 10

/** `errorAt` places a problem: at the key it names, else at the value, else at the nearest thing around it that is there. */
export type ReadYaml =
  | { readonly ok: true; readonly value: unknown; readonly errorAt: (problem: Problem) => PolicyError }
  | { readonly ok: false; readonly errors: readonly PolicyError[] }

/**
 * Reads one document. Fails on syntax errors, repeated keys, several documents, tags, unknown or circular anchors, alias bombs,
 * nesting deeper than 64 and files over 1 MiB: each an error with its place, never thrown.
 */
export const readYaml = (file: SourceFile): ReadYaml => {
  const lines = new LineCounter()
  const error = (offset: number, message: string): PolicyError => {
    const { line, col } = lines.linePos(offset)
    return { file: file.path, line: Math.max(1, line), column: Math.max(1, col), message }
  }
  const refusal = refusedUnread(file.text)
  if (refusal !== undefined) return { ok: false, errors: [{ file: file.path, line: 1, column: 1, message: refusal }] }
  const document = parseDocument(file.text, {
    version: '1.2',
    schema: 'core',
    strict: true,
    uniqueKeys: true,
    merge: false,
    prettyErrors: false,
    lineCounter: lines,
  })
  const syntax = syntaxErrors(file.text, document.errors)
    .slice(0, MAX_SYNTAX_ERRORS)
    .map(({ offset, message }) => error(offset, message))
  if (syntax.length > 0) return { ok: false, errors: syntax }
  const found = refusedNodes(document).map(({ offset, message }) => error(offset, message))
  if (found.length > 0) return { ok: false, errors: found }
  try {
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES })
    return { ok: true, value, errorAt: problem => error(offsetOf(document, problem), problem.message) }
  } catch {
    return { ok: false, errors: [error(0, BOMB)] }
  }
}

const BOMB = `aliases (*name) multiply what they stand for too often: write it out, or keep to ${MAX_ALIASES} plain uses`

/** What is refused before a parser sees it, because parsing it would cost too much. */
const refusedUnread = (text: string): string | undefined => {
  const bytes = new TextEncoder().encode(text).length
  if (bytes > MAX_FILE_BYTES) return `the file has ${bytes} bytes: a policy file may have at most ${MAX_FILE_BYTES} (1 MiB)`
  let open = 0
  for (const char of text) {
    if (char === '[' || char === '{') open++
    if (char === ']' || char === '}') open--
    // Brackets in quotes and comments count too, hence far more than may nest.
    if (open > 10 * MAX_DEPTH) return TOO_DEEP
  }
  return undefined
}

const CORE_TAG = /^tag:yaml\.org,2002:(?:str|int|float|bool|null|map|seq)$/

type Refused = { readonly offset: number; readonly message: string }

const refusedNodes = (document: Document.Parsed): readonly Refused[] => {
  const refused: Refused[] = []
  let aliases = 0
  const add = (node: Node, message: string) => refused.push({ offset: node.range?.[0] ?? 0, message })
  visit(document, {
    Node: (_key, node, path) => {
      if (isCollection(node) && path.filter(isCollection).length >= MAX_DEPTH) {
        add(node, TOO_DEEP)
        return visit.BREAK
      }
      if (isAlias(node)) {
        aliases++
        const target = node.resolve(document)
        if (target === undefined) add(node, `no anchor &${cut(node.source)} stands before this alias`)
        else if (path.includes(target)) add(node, `this alias stands inside what it stands for (&${cut(node.source)}): write it out`)
        if (aliases === MAX_ALIASES + 1) add(node, BOMB)
      } else if (node.tag !== undefined && !CORE_TAG.test(node.tag))
        add(node, `the tag ${cut(node.tag)} is not known: a policy holds plain text, numbers, lists and maps`)
      return undefined
    },
    Pair: (_key, pair) => {
      if (isNode(pair.key) && !isScalar(pair.key)) add(pair.key, 'this key is not plain text: write a word')
    },
  })
  return refused
}

const offsetOf = (document: Document.Parsed, { path, key }: Problem): number => {
  let node: unknown = document.contents
  let offset = rangeOf(node) ?? 0
  for (const step of path) {
    const next = childOf(resolved(document, node), step)
    if (next === undefined) return offset
    offset = rangeOf(next.value) ?? rangeOf(next.key) ?? offset
    node = next.value
  }
  const named = key === undefined ? undefined : childOf(resolved(document, node), key)
  return rangeOf(named?.key) ?? offset
}

const resolved = (document: Document.Parsed, node: unknown): unknown => (isAlias(node) ? node.resolve(document) : node)

const childOf = (node: unknown, step: string | number): { readonly key?: unknown; readonly value: unknown } | undefined => {
  if (isSeq(node)) return { value: node.items[Number(step)] }
  if (!isMap(node)) return undefined
  return node.items.find(pair => isScalar(pair.key) && String(pair.key.value) === String(step))
}

const rangeOf = (node: unknown): number | undefined => (isNode(node) ? (node.range?.[0] ?? undefined) : undefined)

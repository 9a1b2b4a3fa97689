/** `@file`: the engine reads the file by itself and keeps the text in its transcript. Where secrets stand in it, it reads a copy without them. */
import type { Redactor } from '../redact/redactor.ts'
import type { Count } from './count-hits.ts'
import { dataFolder } from './data-folder.ts'
import type { Doors } from './doors.ts'
import type { MentionInput } from './mention.ts'

export type MentionAnswer = { readonly type?: unknown; readonly context?: readonly string[]; readonly deny?: string }
/** `deny`: it is not read at all, and why. */
export type Mention<E> = { readonly input: E; readonly told: (answer: MentionAnswer) => MentionAnswer; readonly deny?: string }

const NO_TEXT = 'castellan: this file was not attached: it holds a secret value and is no text, so the value cannot be taken out of it.'

export function createMentionCopies(marketplace: string) {
  /** One copy a file and session, written over at the next mention. */
  const numbers = new Map<string, number>()

  /**
   * What to mention in its place, and what to add to the answer: the model is told which file the copy stands for. The mention itself where the file holds no
   * secret or is no text. Rejects where a copy is needed and cannot be written: the mention is then refused.
   */
  return async <E extends MentionInput>(redactor: Redactor, count: Count, doors: Doors, e: E): Promise<Mention<E>> => {
    const asItIs: Mention<E> = { input: e, told: answer => answer }
    const raw = await doors.readText(e.path).catch(() => undefined)
    if (raw === undefined) return asItIs
    const { text, hits } = redactor.text(raw)
    if (!count(e, hits)) return asItIs
    // An image, a PDF: what reading made of its bytes is no copy of it.
    if (raw.includes('\0')) return { ...asItIs, deny: NO_TEXT }
    const number = numbers.get(e.path) ?? numbers.size + 1
    numbers.set(e.path, number)
    const name = /[^/\\]*$/.exec(e.path)?.[0]
    const folder = await dataFolder(doors, marketplace)
    const path = `${folder}/mentions/${await doors.sessionId()}/${number}/${name}`
    // A link that stands in its place would lead the text to another file.
    const there = await doors.realPath(path).catch(() => '')
    if (there !== '' && there !== (await doors.realPath(folder)) + path.slice(folder.length))
      throw new Error('the copy would be written elsewhere')
    await doors.writeText?.(path, text)
    const note = `The file mentioned as @${e.mention} is ${e.path}. It holds secret values, so what you see is a copy, ${path}, in which a marker ‹secret:NAME› stands for each. Work on ${e.path}, never on the copy.`
    return {
      input: { ...e, path },
      told: answer =>
        answer.deny === undefined && answer.type !== null ? { ...answer, context: [...(answer.context ?? []), note] } : answer,
    }
  }
}

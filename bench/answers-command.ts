/** What a mod of this folder is: one command, and what it measures as the answer. */

type Dollar = { command: { register: (command: { name: string; description: string }) => Promise<unknown> } }
type Hook<Event extends string, Answer> = (event: Event, match: { command: string }, hook: () => Answer) => unknown
export type On = Hook<'command.run', Promise<{ text: string }>> & ((event: 'session.start', hook: ($: Dollar) => Promise<void>) => unknown)

/** Registers `/name`, answered with what `measure` comes to, as JSON. */
export function answersCommand(on: On, name: string, description: string, measure: () => object | Promise<object>): void {
  on('session.start', async $ => {
    await $.command.register({ name, description })
  })
  on('command.run', { command: name }, async () => ({ text: JSON.stringify(await measure()) }))
}

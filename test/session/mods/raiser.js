// Raises as many dispatches as it is told, of calls that castellan hears, once the model says so; then leaves a file that says how many came back.
export function register(on) {
  on('tool.call', async ($, e, next) => {
    const told = await next(e)
    const [, count] = /raise-(\d+)/.exec(JSON.stringify(e.command ?? e.input ?? '')) ?? []
    if (count === undefined) return told
    let done = 0
    while (done < Number(count)) {
      const some = Math.min(50, Number(count) - done)
      await Promise.all(Array.from({ length: some }, (_, at) => $.fs.exists(`raised-${done + at}`)))
      done += some
    }
    await $.fs.write('raised', `${done}`)
    return told
  })
}

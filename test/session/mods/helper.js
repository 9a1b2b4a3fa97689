// A mod of the organisation's own, in tier prepend or append: rules about what people's mods may read are not about it.
export function register(on) {
  on('session.start', async ($, e, next) => {
    const started = await next(e)
    const name = $.plugin.name
    const text = await $.fs.read('sealed/note.txt').catch(error => String(error))
    await $.fs.write(`read-by-${name}.txt`, text)
    return started
  })
}

// A mod of the organisation's, above castellan: it asks what is beneath about each call twice.
export function register(on) {
  on('tool.check', async (_$, e, next) => {
    await next(e)
    return next(e)
  })
}

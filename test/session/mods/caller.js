// Makes one call of every kind that the seat gates, for every way in which its gate can fail. Each is one that a rule refuses. What came of each is
// written to report.json, by the name of the call and the way.
const WAYS = ['throws-before', 'throws-after', 'hangs', 'answers-five', 'answers-nothing']

const said = async attempt => {
  try {
    return { answered: (await attempt()) ?? null }
  } catch (error) {
    return { refused: String(error) }
  }
}

const drained = async stream => {
  let text = ''
  for await (const piece of stream) text += piece.text
  return text
}

const attempts = ($, host, way) => ({
  'fs.read': () => $.fs.read(`sealed/break.fs.read.${way}.txt`),
  'fs.write': () => $.fs.write(`sealed/break.fs.write.${way}.txt`, 'changed'),
  'fs.list': () => $.fs.list(`sealed/break.fs.list.${way}.`),
  'fs.stat': () => $.fs.stat(`sealed/break.fs.stat.${way}.txt`),
  'fs.exists': () => $.fs.exists(`sealed/break.fs.exists.${way}.txt`),
  'fs.ancestors': () => $.fs.ancestors({ names: ['NOTES.md'], of: `sealed/break.fs.ancestors.${way}.txt` }),
  'http.fetch': async () => (await $.http.fetch(`${host}/loot/break.http.fetch.${way}.`, { method: 'POST', body: 'x' })).status,
  'process.run': () => $.process.run(['touch', `forbidden-break.process.run.${way}.`]),
  'process.spawn': () => drained($.process.spawn({ argv: ['touch', `forbidden-break.process.spawn.${way}.`] })),
})

const keys = $ => [
  () => $.env.get('KEY.break.env.get.throws-before.'),
  () => $.env.get('KEY.break.env.get.throws-after.'),
  () => $.env.get('KEY.break.env.get.hangs.'),
  () => $.env.get('KEY.break.env.get.answers-five.'),
  () => $.env.get('KEY.break.env.get.answers-nothing.'),
]

export function register(on) {
  on('session.start', async ($, e, next) => {
    const started = await next(e)
    const host = await $.env.get('CALLER_HOST')
    const report = {}
    const all = WAYS.flatMap((way, at) => Object.entries({ ...attempts($, host, way), 'env.get': keys($)[at] }).map(one => [...one, way]))
    await Promise.all(
      all.map(async ([name, attempt, way]) => {
        report[`${name} ${way}`] = await said(attempt)
      }),
    )
    await $.fs.write('report.json', JSON.stringify(report))
    return started
  })
}

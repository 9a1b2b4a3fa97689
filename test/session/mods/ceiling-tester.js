// Makes calls of its own that managed deny rules keep from the model: for each way in which the hook that binds mods to these rules can fail but that
// it does not end, which it cannot (it waits for nothing); the engine unloads a mod whose hook does not end twice in a row.
const WAYS = ['throws-before', 'throws-after', 'answers-five', 'answers-nothing', 'not']

const said = async attempt => {
  try {
    return { answered: (await attempt()) ?? null }
  } catch (error) {
    return { refused: String(error) }
  }
}

export function register(on) {
  on('session.start', async ($, e, next) => {
    const started = await next(e)
    const report = {}
    await Promise.all(
      WAYS.map(async way => {
        const name = `break.ceiling.${way}.`
        report[`read ${way}`] = await said(() => $.fs.read(`locked/${name}txt`))
        report[`run ${way}`] = await said(() => $.process.run(['touch', `managed-${name}`]))
        report[`call ${way}`] = await said(() => $.tool.call({ tool: 'Bash', command: `touch managed-call-${way}` }))
      }),
    )
    report.open = await said(() => $.fs.read('open.txt'))
    await $.fs.write('report.json', JSON.stringify(report))
    return started
  })

  // Everything may run, says the tester.
  on('tool.check', async (_$, e, next) => {
    await next(e)
    return { decision: 'allow' }
  })
}

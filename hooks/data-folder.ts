import { type Doors, OWN_NAME } from './doors.ts'

/** The folder the engine gives the seat for its data: `<config>/plugins/data/<plugin>-<marketplace>` (seen on 2.1.332). Rejects where there is no home to have one in. */
export async function dataFolder(doors: Pick<Doors, 'configFolder' | 'home'>, marketplace: string): Promise<string> {
  const [configured, home] = await Promise.all([doors.configFolder(), doors.home()])
  const config = configured || (home && `${home}/.claude`)
  if (!config) throw new Error('there is no home to write in')
  return `${config}/plugins/data/${OWN_NAME}-${marketplace}`
}

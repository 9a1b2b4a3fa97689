/** The sources of secrets that most policies do without: files of other kinds, commands, the environment that settings give. Bundled apart, as `sources.js`. */
import { secretPath } from '../policy/facts/secret-path.ts'
import { foundIn } from '../redact/found-in.ts'
import { createCommand } from './secret-command.ts'
import { settingsSecrets } from './secret-settings.ts'
import type { MoreSources } from './secret-source.ts'

export const moreSources: MoreSources = ({ secrets: { file = [], command = [], settingsEnv } }, readFile, now) => {
  const commands = command.map((one, index) => createCommand(one, index, now))
  return (doors, places, isWhole) => [
    ...file.map(one => ({
      label: one.path,
      isRequired: one.required,
      look: () => readFile(doors, secretPath(one.path, places), text => foundIn(text, one), one.required),
    })),
    ...command.map((one, i) => ({ label: `the command ${one.name}`, isRequired: one.required, look: async () => commands[i]?.(doors) })),
    ...(settingsEnv && isWhole ? [{ label: 'env in the settings', look: () => settingsSecrets(doors, settingsEnv) }] : []),
  ]
}

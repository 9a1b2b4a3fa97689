import type { Run } from '../shell/effects.ts'
import { certainText } from './word-text.ts'

/** Programs of many commands, each of which says what it does when it is asked, whatever else stands there. */
const PROGRAMS = /^(?:git|gh|kubectl|oc|helm|terraform|tofu|docker|podman|p?npm|pip3?|cargo|systemctl|aws|az|gcloud)$/
/** One or two words and the asking, in this order. What is behind a command that hands its words on is for another program. */
const ASKED = /^(?!(?:run|exec|x|dlx|create|start)\b)[a-z][\w:-]* (?:[a-z][\w-]* )?(?:--help|-h)$/

/** Whether all that the run does is to print its help: `git push --help`, `aws s3 rm help`. False where anything else stands there, or cannot be told. */
export const printsHelp = ({ name, args }: Run): boolean => {
  if (args.length > 3 || !PROGRAMS.test(name ?? '')) return false
  const line = args.map(arg => certainText(arg) ?? '?').join(' ')
  return ASKED.test(name === 'aws' ? line.replace(/ help$/, ' -h') : line)
}

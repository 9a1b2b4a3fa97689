import { markerOf } from '../redact/marker.ts'
import type { Run } from './play.ts'
import type { SecretCount } from './result.ts'
import { countOf, type DemoSecret } from './secrets.ts'

const total = (needle: string, texts: readonly string[]): number => texts.reduce((sum, text) => sum + countOf(needle, text), 0)

function countsOf({ name, source, value }: DemoSecret, { files, session, receiver }: Run): SecretCount {
  const bodies = session.requests.map(request => request.raw)
  return {
    name,
    source,
    onDisk: total(value, Object.values(files)),
    inRequests: total(value, bodies),
    markersInRequests: total(markerOf(name), bodies),
    inSpans: total(
      value,
      receiver.exports.map(one => JSON.stringify(one.body ?? '')),
    ),
    inTranscripts: total(
      value,
      session.transcripts.map(one => one.text),
    ),
  }
}

/** How often each value stood where: in the project, in every request to the model, in every span sent, in what the engine kept. */
export const secretCounts = (run: Run) => ({ password: countsOf(run.secrets.password, run), token: countsOf(run.secrets.token, run) })

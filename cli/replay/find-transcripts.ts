import { type FoundFiles, findFiles } from '../find-files.ts'

/** The transcripts that paths mean: a file is itself, a folder every *.jsonl beneath it. */
export const findTranscripts = (paths: readonly string[], cwd: string): FoundFiles =>
  findFiles(paths, cwd, ['.jsonl'], 'No transcript (*.jsonl) lies there.')

/** Rule intents of the reported cases, each as a look at an evaluation. */
import type { Evaluation, Run } from '../../../policy/shell/effects.ts'
import { wordText } from './show.ts'

export type Outcome = 'fires' | 'cannot-tell' | 'silent'

type Intent = {
  readonly programs?: RegExp
  /** A run that is surely the thing. */
  readonly run?: (run: Run, operands: readonly string[]) => boolean
  /** More flags could make it the thing. */
  readonly mayGrow?: (operands: readonly string[]) => boolean
  readonly file?: { readonly kind: 'read' | 'write' | 'delete'; readonly path: RegExp }
}

const has = (run: Run, ...flags: string[]) => flags.some(flag => run.flags.includes(flag))
const leads = (operands: readonly string[], ...words: string[]) => words.every((word, index) => operands[index] === word)

const INTENTS: Readonly<Record<string, Intent>> = {
  'no-frob': { programs: /^frob$/ },
  'no-rm-root': { programs: /^rm$/, run: (run, words) => has(run, '-r') && words.includes('/') },
  'no-secret-txt': { file: { kind: 'read', path: /(^|\/)secret\.txt$/ } },
  'no-rm-rf': { programs: /^rm$/, run: run => has(run, '-r', '-R', '--recursive') && has(run, '-f', '--force'), mayGrow: () => true },
  'no-rm': { programs: /^(rm|unlink|rmdir)$/ },
  'no-force-push': {
    programs: /^git$/,
    run: (run, words) => leads(words, 'push') && (has(run, '-f', '--force') || words.some(word => word.startsWith('+'))),
    mayGrow: words => leads(words, 'push'),
  },
  'no-git-push': { programs: /^git$/, run: (_run, words) => leads(words, 'push') },
  'no-push-main': {
    programs: /^git$/,
    run: (_run, words) => leads(words, 'push') && words.some(word => /^(.*:)?(refs\/heads\/)?(main|master)$/.test(word)),
  },
  'no-git-add-all': { programs: /^git$/, run: (run, words) => leads(words, 'add') && (has(run, '-A', '--all') || words.includes('.')) },
  'no-git-discard': {
    programs: /^git$/,
    run: (run, words) =>
      (leads(words, 'reset') && has(run, '--hard')) || (leads(words, 'clean') && has(run, '-f', '--force')) || leads(words, 'restore'),
  },
  'no-verify': { programs: /^git$/, run: (run, words) => leads(words, 'commit') && has(run, '-n', '--no-verify') },
  'ask-git-commit': { programs: /^git$/, run: (_run, words) => leads(words, 'commit') },
  'no-gh-issue-create': { programs: /^gh$/, run: (_run, words) => leads(words, 'issue', 'create') },
  'no-curl': { programs: /^(curl|wget)$/ },
  'no-chmod-777': { programs: /^chmod$/, run: (_run, words) => leads(words, '777') },
  'no-host-destroy': { programs: /^(mkfs.*|shutdown|reboot)$/ },
  'ask-aws': { programs: /^aws$/, run: (_run, words) => leads(words, 'ec2', 'terminate-instances') },
  'ask-kubectl-prod-delete': { programs: /^kubectl$/, run: (_run, words) => leads(words, 'delete') },
  'no-env-dump': { programs: /^printenv$/ },
  'no-python': { programs: /^python3?$/ },
  'no-shell-interp': { programs: /^(ba|z|da)?sh$/ },
  'no-secret-read': { file: { kind: 'read', path: /(^|\/)\.env(?!\.example)|\.ssh\/|id_rsa/ } },
  'no-protected-write': { file: { kind: 'write', path: /\.claude\/|\.ssh\/|\.zshenv$/ } },
  'no-pipe-to-shell': {},
}

/** What a rule of that intent would make of the evaluation. */
export function outcomeOf(intent: string, { effects, markers }: Evaluation): Outcome {
  const wanted = INTENTS[intent]
  if (wanted === undefined) throw new Error(`no such intent: ${intent}`)
  let mayFire = markers.length > 0
  for (const effect of effects) {
    if (effect.kind === 'connect' || (effect.kind !== 'run' && effect.pattern !== undefined)) continue
    if (effect.kind !== 'run') {
      const path = effect.directory === undefined ? effect.path : `${effect.directory ?? '?'}/${effect.path}`
      if (wanted.file?.kind === effect.kind && wanted.file.path.test(path)) return 'fires'
      continue
    }
    const isProgram = wanted.programs !== undefined && effect.name !== undefined && wanted.programs.test(effect.name)
    if (!isProgram) continue
    const operands = effect.words.map(wordText)
    if (wanted.run?.(effect, operands) ?? true) return 'fires'
    mayFire ||= effect.mayHaveMoreFlags && wanted.mayGrow?.(operands) === true
  }
  return mayFire ? 'cannot-tell' : 'silent'
}

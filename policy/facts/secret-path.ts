/** Where a file of the policy's `secrets` is. */
import type { Places } from './facts.ts'

/** A path of the policy as the disk has it. Without a home, `~/x` is nowhere. */
export const secretPath = (path: string, { home, project }: Pick<Places, 'home' | 'project'>): string =>
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the policy's own spelling
  path.startsWith('~/') ? `${home[0]}${path.slice(1)}` : path.replace('${project}', () => project[0] ?? '.')

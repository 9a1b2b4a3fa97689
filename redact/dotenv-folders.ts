/** How far a `**` in a dotenv glob looks, and the folders of other people and of tools that it leaves out. */
export const MAX_DEPTH = 5
/** How many folders are opened at most: a walk must not hold a session. */
export const MAX_FOLDERS = 500
/** Why not all dotenv files are known where there are more. */
export const MORE_FOLDERS = `is looked for in ${MAX_FOLDERS} folders at most: values in the others are not known`
export const SKIPPED: ReadonlySet<string> = new Set(['node_modules', '.git', '.hg', '.svn', '.venv', 'vendor', 'dist', 'target'])

/** Whether a file beneath this folder could fit the glob. What the glob names is entered; what its `**` only reaches is bounded. */
export function mayHold(source: string, folder: readonly string[]): boolean {
  const wanted = source.split('/')
  for (const [at, name] of folder.entries()) {
    const segment = wanted[at]
    if (segment === '**') return folder.length - at <= MAX_DEPTH && !folder.slice(at).some(one => SKIPPED.has(one))
    const isLast = at >= wanted.length - 1
    if (segment === undefined || isLast) return false
    const isOpen = /[*?[{\\]/.test(segment)
    if (!isOpen && segment.toLowerCase() !== name.toLowerCase()) return false
  }
  return true
}

/** Files that say which values a dotenv file wants: `.env.example` and the like. What stands in them is committed, and meant to be read. */
const TEMPLATE = /[.-](?:example|sample|template|tmpl|dist|defaults?)$/i

/** Whether the file holds secrets by this glob. A template does only where the glob names it. `path` is relative to the project. */
export const isDotenv = ({ source, re }: { readonly source: string; readonly re: RegExp }, path: string): boolean =>
  re.test(path) && (!TEMPLATE.test(path) || TEMPLATE.test(source))

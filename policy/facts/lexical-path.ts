/** Paths as text: POSIX, nothing looked up. Windows paths are out of this cut. */

export const isAbsolute = (path: string): boolean => path.startsWith('/')

/** `path` as seen from `base`, neither folded nor looked up. */
export const joinPath = (base: string, path: string): string => (isAbsolute(path) ? path : `${base}/${path}`)

/** An absolute path without empty and `.` segments; `..` stays, since where it leads depends on links. */
export const tidyPath = (path: string): string => `/${segments(path).join('/')}`

/** An absolute path without empty, `.` and `..` segments, as if nothing on it were a link. `..` at the root stays at the root. */
export const foldPath = (path: string): string => {
  const kept: string[] = []
  for (const segment of segments(path)) {
    if (segment === '..') kept.pop()
    else kept.push(segment)
  }
  return `/${kept.join('/')}`
}

/** Where `path` stands beneath `directory`: '' for the directory itself, undefined when it is not under it. Both folded. */
export const relativeTo = (directory: string, path: string): string | undefined => {
  if (path === directory) return ''
  const prefix = directory === '/' ? '/' : `${directory}/`
  return path.startsWith(prefix) ? path.slice(prefix.length) : undefined
}

/** `relativeTo` for file systems that take either case, as the globs do. An exception is read strictly: it must not reach further than written. */
export const beneathAnyCase: typeof relativeTo = (directory, path) => {
  const isSame = path.slice(0, directory.length).toLowerCase() === directory.toLowerCase()
  return isSame ? relativeTo(directory, directory + path.slice(directory.length)) : undefined
}

/** The directory a folded path stands in; the root stands in itself. */
export const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/'

const segments = (path: string): string[] => path.split('/').filter(segment => segment !== '' && segment !== '.')

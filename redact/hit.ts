/** One place where a secret stands in a text. */
import type { Disguise } from './forms.ts'
import type { Stretch } from './marker.ts'

/**
 * Where a secret stands. Hits that overlap have been joined to their union, named by the one that starts first, then by the longest.
 * `form`: how that one is dressed; `view` when it stands only where escape sequences or line breaks are left out; `pattern`: no known value, see patterns.ts.
 */
export type Hit = Stretch & { readonly name: string; readonly form: Disguise | 'view' | 'pattern' }
/** The same without an object for each: there may be hundreds of thousands. */
export type Visit = (start: number, end: number, name: string, form: Hit['form']) => void

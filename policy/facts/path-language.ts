/** What a path that is not wholly known may become. */
import type { PathToken } from './path-token.ts'

/** A set of paths: each is one of `starts` and then a text that fits `tokens`; without `starts`, a text that fits `tokens`. */
export type PathLanguage = { readonly starts?: readonly string[]; readonly tokens: readonly PathToken[] }

/**
 * Every path it may become. It may be wider than the truth, never narrower, links aside: what a glob finds may itself be a link, which is not followed.
 * `likely`, where something in it is unknown: what it is if that is part of one name, as it mostly is, and does not go up.
 */
export type PathPattern = PathLanguage & { readonly likely?: PathLanguage }

/**
 * For esbuild's `inject`: the `performance` that the bundled OpenTelemetry SDK reads. The realm's own is frozen and has `now` alone; the SDK adds
 * `timeOrigin` to it in every span. Zero keeps that sum a number and needs no clock; castellan's spans are given both their times and never use it.
 * Nothing in the bundle's banner may say `performance` without `globalThis.`: the injected name is hoisted over the whole file.
 */
const engine = globalThis.performance

export const performance = { now: (): number => engine.now(), timeOrigin: 0 }

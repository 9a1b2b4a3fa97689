/**
 * Everything of other people's that runs in the engine's realm, in one place: `npm run build` bundles it into `vendor.js`,
 * so that castellan.js is castellan's alone. An import missing here fails the build.
 */
export { SpanKind, SpanStatusCode, TraceFlags } from '@opentelemetry/api'
export { JsonTraceSerializer } from '@opentelemetry/otlp-transformer'
export { forEachChild, parse } from 'unbash'

/**
 * Everything of other people's that runs in the engine's realm, in one place: `npm run build` bundles it into `vendor.js`,
 * so that castellan.js is castellan's alone. An import missing here fails the build.
 */
export { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
export { JsonTraceSerializer } from '@opentelemetry/otlp-transformer'
export { resourceFromAttributes } from '@opentelemetry/resources'
export { AlwaysOnSampler, BasicTracerProvider } from '@opentelemetry/sdk-trace-base'
export { forEachChild, parse } from 'unbash'

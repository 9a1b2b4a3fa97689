/**
 * Everything of other people's that runs in the engine's realm, in one place: `npm run build` bundles it into `vendor.js`,
 * so that castellan.js is castellan's alone. An import missing here fails the build.
 */
import { _SHA256 } from '@noble/hashes/sha2.js'

export { SpanKind, SpanStatusCode, TraceFlags } from '@opentelemetry/api'
export { JsonTraceSerializer } from '@opentelemetry/otlp-transformer'
export { forEachChild, parse } from 'unbash'

/** The package's own function without what it says of itself (object identifier, lengths, `create`), which nobody reads here. */
export const sha256 = (bytes: Uint8Array): Uint8Array => new _SHA256().update(bytes).digest()

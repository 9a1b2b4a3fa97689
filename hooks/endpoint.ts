/** What a seat needs besides whose policy leaves the endpoint to the environment. Bundled apart, as `endpoint.js`. */
export { otlpTarget } from '../audit/otlp-target.ts'

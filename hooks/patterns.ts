/** The second layer of redaction, bundled apart as `patterns.js`: only the seats of policies that name patterns import it. */
export { withPatterns } from '../redact/pattern-layer.ts'

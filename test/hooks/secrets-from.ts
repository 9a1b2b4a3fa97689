/** Secrets as a policy's section names them, with every source that there is. */
import { createSecrets } from '../../hooks/secrets.ts'
import { createSessionFacts } from '../../hooks/session.ts'
import { moreSources } from '../../hooks/sources.ts'
import { hasMoreSources, secretsOf } from '../../policy/compile/secrets-of.ts'
import { type SecretsSource, secretsShape } from '../../policy/schema/secrets.ts'
import { policy } from '../policy/rules.ts'

export function secretsFrom(source: SecretsSource, redactorOf?: Parameters<typeof createSecrets>[4]) {
  const secrets = secretsOf(secretsShape.parse(source))
  return createSecrets(
    policy([], { secrets }),
    createSessionFacts(),
    hasMoreSources(secrets) ? { moreSources } : {},
    () => Date.now(),
    redactorOf,
  )
}

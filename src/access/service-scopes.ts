import { GatewayError } from '../errors.ts'
import { SERVICE_SCOPES, type Service, type ServiceScope } from './caller.ts'

/** The scopes with these names, in listing order. Throws `invalid_parameter` for an unknown name and an empty list. */
export function parseServiceScopes(names: readonly string[]): ServiceScope[] {
  const unknown = names.find((name) => !SERVICE_SCOPES.some((scope) => scope === name))
  if (unknown === undefined && names.length > 0)
    return SERVICE_SCOPES.filter((scope) => names.includes(scope))
  const reason = unknown === undefined ? 'is empty' : 'has a name that is not a scope'
  throw new GatewayError(
    'invalid_parameter',
    `scopes ${reason}; accepted: ${SERVICE_SCOPES.join(', ')}.`,
  )
}

/** Throws `insufficient_scope` for a service account without the scope. */
export function requireServiceScope({ scopes }: Service, scope: ServiceScope): void {
  if (scopes.includes(scope)) return
  throw new GatewayError(
    'insufficient_scope',
    `This field needs the scope ${scope}, which this service account does not have.`,
  )
}

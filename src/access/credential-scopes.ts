import { GatewayError } from '../errors.ts'
import type { AreaCaller, Service, ServiceScope, TokenScope } from './caller.ts'

/** Throws `insufficient_scope` for an access token without the scope. Other credentials pass. */
export function requireTokenScope(caller: AreaCaller, scope: TokenScope): void {
  if (caller.kind !== 'user' || caller.by.kind !== 'token') return
  if (caller.by.scopes.includes(scope)) return
  throw new GatewayError(
    'insufficient_scope',
    `This access token does not have the scope ${scope}. Create a token that has it.`,
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

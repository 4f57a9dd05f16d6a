import type { GraphQLResolveInfo } from 'graphql'
import type { Person } from '../../access/caller.ts'
import { callerError } from '../../schema/auth-scopes.ts'
import type { Context } from '../../schema/context.ts'
import type { Actor } from './audit.writes.ts'
import { parseIdempotencyKey } from './idempotency-key.writes.ts'

/** A person who performs an action, and the actor that is recorded for it. */
export interface ActingPerson {
  readonly person: Person
  readonly actor: Actor
}

/** The person who calls, in a portal session. Throws for any other caller. */
export function requirePerson(context: Context): Person {
  const { caller } = context
  if (caller?.kind === 'user' && caller.by.kind === 'session') return caller
  throw callerError(context)
}

/**
 * Begins an action of the calling person, limited to `perMinute` calls of this field. With an
 * idempotency key, a second action with the same key is rejected when it is recorded; `makeOnce`
 * returns what the first made. Throws
 * `rate_limit_exceeded` and `invalid_parameter`.
 */
export async function beginAction(
  context: Context,
  info: GraphQLResolveInfo,
  perMinute: number,
  idempotencyKey?: string,
): Promise<ActingPerson> {
  const person = requirePerson(context)
  await context.fieldLimits.use(context, info, perMinute)
  const { requestId } = context.request
  const key =
    idempotencyKey === undefined ? {} : { idempotencyKey: parseIdempotencyKey(idempotencyKey) }
  const actor = { kind: 'user', userId: person.userId, requestId, sessionId: person.by.id } as const
  return { person, actor: { ...actor, ...key } }
}

/** The schema's description of `idempotencyKey`. */
export const IDEMPOTENCY_KEY =
  'Chosen by the client: 8 to 64 of [A-Za-z0-9_-]. A repeated request with the same key has no second effect: it returns what the first made, without its secret. For another field or record it is state_conflict.'

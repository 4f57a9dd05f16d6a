import type { GraphQLResolveInfo } from 'graphql'
import type { Person } from '../../access/caller.ts'
import { callerError } from '../../schema/auth-scopes.ts'
import type { Context } from '../../schema/context.ts'
import type { Action } from './audit.writes.ts'
import { onceOf } from './idempotency-key.writes.ts'

export interface ActingPerson extends Action {
  readonly person: Person
  readonly now: Date
}

/** The person who calls, in a portal session. Throws for any other caller. */
export function requirePerson(context: Context): Person {
  const { caller } = context
  if (caller?.kind === 'user' && caller.by.kind === 'session') return caller
  throw callerError(context)
}

/**
 * Begins an action of the calling person, limited to `perMinute` calls of this field; this one counts as `cost`. If the input has an idempotency
 * key, a second action with the same key is rejected when it is recorded. `makeOnce` then returns the record that the
 * first action created, if both had the same input. Throws `rate_limit_exceeded` and `invalid_parameter`.
 */
export async function beginAction(
  context: Context,
  info: GraphQLResolveInfo,
  perMinute: number,
  input?: { readonly idempotencyKey: string },
  cost = 1,
): Promise<ActingPerson> {
  const person = requirePerson(context)
  await context.fieldLimits.use(context, info, perMinute, cost)
  const { requestId, now } = context.request
  const once = input === undefined ? {} : { once: onceOf(input) }
  const actor = { kind: 'user', userId: person.userId, requestId, sessionId: person.by.id } as const
  const { prisma } = context.database
  return { person, prisma, actor: { ...actor, ...once }, now }
}

/** The schema's description of `idempotencyKey`. */
export const IDEMPOTENCY_KEY =
  'Chosen by the client: 8 to 64 of [A-Za-z0-9_-]. A repeated request with the same key has no second effect: it returns the result of the first one, without its secret. A request with the same key and other members, or for another field or record, is state_conflict.'

import type { GraphQLResolveInfo } from 'graphql'
import type { Person } from '../../access/caller.ts'
import { callerError } from '../../schema/auth-scopes.ts'
import type { Context } from '../../schema/context.ts'
import type { Actor } from './audit.writes.ts'
import { parseIdempotencyKey } from './idempotency-key.writes.ts'

/** A person in the middle of a deed, and the name in which it is recorded. */
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
 * Begins a deed of the person who calls, who may do `perMinute` of its kind. With `once`, a second
 * deed of the same name is refused where it is recorded. Throws `rate_limit_exceeded` and
 * `invalid_parameter`.
 */
export async function beginAction(
  context: Context,
  info: GraphQLResolveInfo,
  perMinute: number,
  once?: string,
): Promise<ActingPerson> {
  const person = requirePerson(context)
  await context.fieldLimits.use(context, info, perMinute)
  const { requestId } = context.request
  const name = once === undefined ? {} : { once: parseIdempotencyKey(once) }
  const actor = { kind: 'user', userId: person.userId, requestId, sessionId: person.by.id } as const
  return { person, actor: { ...actor, ...name } }
}

/** How the schema describes `once`. */
export const IDEMPOTENCY_KEY =
  'Your own name for this deed, 8 to 64 of [A-Za-z0-9_-]: sent again, it does nothing again and gets state_conflict.'

import type { GraphQLResolveInfo } from 'graphql'
import type { Person } from '../../access/caller.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { callerError } from '../../schema/auth-scopes.ts'
import type { Context } from '../../schema/builder.ts'
import type { AuditAction } from './actions.ts'
import { type Action, recordEvents } from './audit.writes.ts'
import { onceOf } from './idempotency-key.writes.ts'

/** A person who reads, in which database, and when. */
export interface Reader {
  readonly prisma: PrismaClient
  readonly person: Person
  readonly now: Date
}

export interface ActingPerson extends Reader, Action {
  readonly now: Date
}

/** The person who calls, in a portal session. Throws for any other caller. */
export function requirePerson(context: Context): Person {
  const { caller } = context
  if (caller?.kind === 'user' && caller.by.kind === 'session') return caller
  throw callerError(context)
}

/** The person who calls as a reader. Throws for a caller who is not in a portal session. */
export function readerOf(context: Context): Reader {
  const { database, request } = context
  return { prisma: database.prisma, person: requirePerson(context), now: request.now }
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
  const reader = readerOf(context)
  const { userId, by } = reader.person
  await context.fieldLimits.use(context, info, perMinute, cost)
  const { requestId } = context.request
  const once = input && { once: onceOf(input) }
  return { ...reader, actor: { kind: 'user', userId, requestId, sessionId: by.id, ...once } }
}

/** Records that a person of the staff has read data of these clients. Reads of their own data are not recorded. */
export async function recordStaffReads(
  clientIds: readonly string[],
  action: AuditAction & `${string}.read`,
  { caller, database, request: { requestId } }: Context,
): Promise<void> {
  if (caller?.kind !== 'user' || !caller.isStaff) return
  const { userId } = caller
  const others = [...new Set(clientIds)].filter((clientId) => clientId !== userId)
  if (others.length === 0) return
  const events = others.map((clientId) => ({ action, subject: clientId, clientId }))
  await recordEvents(database.prisma, { kind: 'user', userId, requestId }, events)
}

export const IDEMPOTENCY_KEY =
  'Chosen by the client: 8 to 64 of [A-Za-z0-9_-]. A repeated request with the same key has no second effect: it returns the result of the first one, without its secret. A request with the same key and other members, or for another field or record, is state_conflict.'

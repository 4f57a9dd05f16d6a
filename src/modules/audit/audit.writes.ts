import { afterCommit, change, revocation, type Transaction } from '../../database/change.ts'
import { instantOf } from '../../database/clock.ts'
import { GatewayError } from '../../errors.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { measured, type Revoked } from '../../measured.ts'
import { createId } from '../../values/ids.ts'
import { AUDIT_MEMBERS, type AuditAction, type DetailsOf } from './actions.ts'
import { claimIdempotencyKey, type Once } from './idempotency-key.writes.ts'

/** The actor of an action: the operator at the command line, a signed-in person, a key, or the product by itself. */
export type Actor =
  | { readonly kind: 'operator' | 'product' }
  | { readonly kind: 'key'; readonly keyId: string; readonly requestId: string }
  | {
      readonly kind: 'user'
      readonly userId: string
      readonly requestId: string
      /** The session of the action. An action is rejected when its session has ended. */
      readonly sessionId?: string
      /** With an idempotency key: a second action with the same key is rejected. */
      readonly once?: Once
    }

export const OPERATOR: Actor = { kind: 'operator' }

/** An action on the data: who acts, in which database, and when. */
export interface Action {
  readonly prisma: PrismaClient
  readonly actor: Actor
  /** The instant of the request. Absent: the present instant of the database. */
  readonly now?: Date | undefined
}

export function operator(prisma: PrismaClient, now?: Date): Action {
  return { prisma, actor: OPERATOR, now }
}

/** The actor of actions that no person requested, such as the creation of a firm's sandbox client. */
export const PRODUCT: Actor = { kind: 'product' }

/**
 * Runs an action and its event in one transaction, as `change` does. `work` gets the transaction and the instant of the
 * action, for which an action without one reads the clock of the database. Work without an instant needs only `change`.
 */
export async function act<Result>(by: Action, work: Work<Result>, taken?: string): Promise<Result> {
  const now = await instantOf(by.prisma, by.now)
  return change(by.prisma, (tx) => work(tx, now), taken)
}

/** The same for an action that takes access away, as `revocation` does. */
export async function actUnhindered<Result>(
  by: Action,
  work: Work<Result>,
  taken?: string,
): Promise<Result> {
  const now = await instantOf(by.prisma, by.now)
  return revocation(by.prisma, (tx) => work(tx, now), taken)
}

type Work<Result> = (tx: Transaction, now: Date) => Promise<Result>

interface EntryOf<Name extends AuditAction> {
  readonly action: Name
  readonly subject: string
  readonly firmId?: string
  readonly clientId?: string
  readonly details?: DetailsOf<Name>
}

type AuditEntry = { readonly [Name in AuditAction]: EntryOf<Name> }[AuditAction]

/**
 * Writes one event, in the transaction of its action. Throws `state_conflict` if the actor has used the idempotency key
 * before, and `invalid_session` if the actor's session has ended.
 */
export async function recordEvent(tx: Transaction, actor: Actor, entry: AuditEntry): Promise<void> {
  if (actor.kind === 'user' && actor.sessionId !== undefined) await holdSession(tx, actor.sessionId)
  if (actor.kind === 'user' && actor.once !== undefined)
    await claimIdempotencyKey(tx, actor.userId, actor.once, entry)
  await recordEvents(tx, actor, [entry])
}

/** Writes the events that follow from one action, in one statement. The action itself has its own event. */
export async function recordEvents(
  tx: Transaction,
  actor: Actor,
  entries: readonly AuditEntry[],
): Promise<void> {
  const { kind } = actor
  const by = kind === 'user' ? actor.userId : kind === 'key' ? actor.keyId : kind
  const requestId = kind === 'user' || kind === 'key' ? actor.requestId : null
  const column = (read: (entry: AuditEntry) => string | null) => entries.map(read)
  await tx.$executeRaw`
    INSERT INTO audit_events (id, actor, request_id, action, subject, firm_id, client_id, details)
    SELECT id, ${by}, ${requestId}, action, subject, firm_id, client_id, details::jsonb
      FROM unnest(${column(() => createId('event'))}::text[],
                  ${column(({ action }) => action)}::text[],
                  ${column(({ subject }) => subject)}::text[],
                  ${column(({ firmId }) => firmId ?? null)}::text[],
                  ${column(({ clientId }) => clientId ?? null)}::text[],
                  ${column(storedDetails)}::text[])
        AS entry (id, action, subject, firm_id, client_id, details)`
  const revoked = entries.flatMap(({ action }) => REVOCATIONS[action] ?? [])
  afterCommit(tx, () => {
    for (const each of revoked) measured.emit('revoked', each)
  })
}

const REVOCATIONS: Readonly<Partial<Record<AuditAction, Revoked>>> = {
  'key.revoked': 'key',
  'grant.revoked': 'grant',
  'grant.returned': 'grant',
  'token.revoked': 'token',
}

// Types do not see every member that is spread into the details. One that the action does not have is not stored.
function storedDetails({ action, details = {} }: AuditEntry): string {
  return JSON.stringify(details, [...AUDIT_MEMBERS[action], 'before', 'after'])
}

// The end of a session waits for this transaction and revokes what it created. If the end is first, none is found.
async function holdSession(tx: Transaction, sessionId: string): Promise<void> {
  const found: object[] =
    await tx.$queryRaw`SELECT 1 FROM sessions WHERE id = ${sessionId} FOR KEY SHARE`
  if (found.length === 0)
    throw new GatewayError('invalid_session', 'Your session has ended. Sign in again.')
}

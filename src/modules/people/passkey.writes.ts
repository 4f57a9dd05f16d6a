import type { Person } from '../../access/caller.ts'
import { isId } from '../../access/ids.ts'
import { change, type Transaction } from '../../database/change.ts'
import { GatewayError } from '../../errors.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { parseName } from '../../values/name.ts'
import { type AuditAction, recordEvent } from '../audit/audit.writes.ts'
import { SHOWN_OF_PASSKEY } from './passkey.reads.ts'
import type { Self } from './second-factor.writes.ts'

const MAX_PASSKEYS = 20

/** Throws `state_conflict` where the person cannot have another passkey. */
export async function requireRoomForPasskey(prisma: PrismaClient, userId: string): Promise<void> {
  if ((await prisma.passkey.count({ where: { userId } })) < MAX_PASSKEYS) return
  throw new GatewayError('state_conflict', `There are ${MAX_PASSKEYS} passkeys. Remove one first.`)
}

/** Records that the person added a passkey, and returns it. */
export function addPasskey(prisma: PrismaClient, self: Self, id: string) {
  return change(prisma, async (tx) => {
    const where = { id, userId: self.userId }
    const passkey = await tx.passkey.findFirstOrThrow({ where, select: SHOWN_OF_PASSKEY })
    await record(tx, self, 'person.passkey_added', passkey)
    return passkey
  })
}

/**
 * Ties a new session to the passkey that began it. False if the passkey was removed while it signed: its
 * sessions were ended before this one was there.
 */
export function beginPasskeySession(
  prisma: PrismaClient,
  used: { readonly userId: string; readonly credentialId: string; readonly sessionId: string },
  now: Date,
): Promise<boolean> {
  const { userId, credentialId, sessionId } = used
  return change(prisma, async (tx) => {
    // Updated first: a removal in progress has locked the row.
    const where = { credentialId, userId }
    const { count } = await tx.passkey.updateMany({ where, data: { lastUsedAt: now } })
    const passkey = count > 0 && (await tx.passkey.findFirst({ where, select: { id: true } }))
    if (!passkey) return false
    const data = { passkeyId: passkey.id }
    return (await tx.session.updateMany({ where: { id: sessionId, userId }, data })).count > 0
  })
}

/** Renames a passkey of the person. Throws `record_not_found` and `invalid_parameter`. */
export async function renamePasskey(
  prisma: PrismaClient,
  self: Self,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  const parsed = parseName(name)
  await change(prisma, async (tx) => {
    const where = { id: parseId(id), userId: self.userId }
    const { count } = await tx.passkey.updateMany({ where, data: { name: parsed } })
    if (count === 0) throw notFound()
    await record(tx, self, 'person.passkey_renamed', { id, name: parsed })
  })
}

/**
 * Removes a passkey of the person, and ends the sessions that it began, except the current one. Throws
 * `record_not_found`.
 */
export async function removePasskey(
  prisma: PrismaClient,
  { userId, by }: Person,
  { id, requestId }: { readonly id: string; readonly requestId: string },
): Promise<void> {
  await change(prisma, async (tx) => {
    const where = { id: parseId(id), userId }
    const passkey = await tx.passkey.findFirst({ where, select: { id: true, name: true } })
    const { count } = await tx.passkey.deleteMany({ where })
    if (!passkey || count === 0) throw notFound()
    await tx.session.deleteMany({ where: { userId, passkeyId: id, id: { not: by.id } } })
    await record(tx, { userId, requestId }, 'person.passkey_removed', passkey)
  })
}

function record(
  tx: Transaction,
  { userId, requestId }: Self,
  action: AuditAction,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  const actor = { kind: 'user', userId, requestId } as const
  return recordEvent(tx, { actor, action, subject: userId, details: { passkey: id, name } })
}

function parseId(id: string): string {
  if (isId('passkey', id)) return id
  throw notFound()
}

function notFound(): GatewayError {
  return new GatewayError('record_not_found', 'There is no such passkey.')
}

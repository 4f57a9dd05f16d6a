import type { Person } from '../../access/caller.ts'
import { change, revocation, type Transaction } from '../../database/change.ts'
import { type GatewayError, stateConflict } from '../../errors.ts'
import type { Prisma, PrismaClient } from '../../generated/prisma/client.ts'
import { notFound, requireIdShape } from '../../values/ids.ts'
import { parseName } from '../../values/text-rules.ts'
import type { AuditAction } from '../audit/actions.ts'
import { recordEvent } from '../audit/audit.writes.ts'
import { lockUser } from './person.writes.ts'
import type { Self } from './recovery.writes.ts'

const MAX_PASSKEYS = 20

/** Throws `state_conflict` if the person cannot have another passkey. */
export async function requireRoomForPasskey(prisma: PrismaClient, userId: string): Promise<void> {
  if ((await prisma.passkey.count({ where: { userId } })) >= MAX_PASSKEYS) throw noRoom()
}

/**
 * Records that the person added a passkey, and returns it. Throws `invalid_session` and removes the passkey if the
 * session has ended meanwhile: the same action may have removed the person's passkeys before this one existed. Throws
 * `state_conflict` and removes the passkey if there are too many, because others were added at the same time.
 */
export async function addPasskey(
  prisma: PrismaClient,
  { userId, by }: Person,
  { id, requestId }: { readonly id: string; readonly requestId: string },
) {
  const where = { id, userId }
  const add = async (tx: Transaction) => {
    await lockUser(tx, userId)
    const passkey = await tx.passkey.findFirst({ where, select: SHOWN_OF_PASSKEY })
    if (!passkey) throw notFound('passkey')
    if ((await tx.passkey.count({ where: { userId } })) > MAX_PASSKEYS) {
      await tx.session.deleteMany({ where: { userId, passkeyId: id } })
      await tx.passkey.deleteMany({ where })
      return null
    }
    await record(tx, { userId, requestId, sessionId: by.id }, 'person.passkey_added', passkey)
    return passkey
  }
  const added = await change(prisma, add).catch(async (error: unknown) => {
    await prisma.session.deleteMany({ where: { userId, passkeyId: id } })
    await prisma.passkey.deleteMany({ where })
    throw error
  })
  if (added === null) throw noRoom()
  return added
}

function noRoom(): GatewayError {
  return stateConflict(`There are ${MAX_PASSKEYS} passkeys. Remove one first.`)
}

/** Connects a new session to the passkey that began it. False: the passkey was removed while it signed. */
export function beginPasskeySession(
  prisma: PrismaClient,
  used: { readonly userId: string; readonly credentialId: string; readonly sessionId: string },
  now: Date,
): Promise<boolean> {
  const { userId, credentialId, sessionId } = used
  return change(prisma, async (tx) => {
    // The passkey is updated first, so that this waits for a removal in progress, which has locked the row.
    const where = { credentialId, userId }
    const { count } = await tx.passkey.updateMany({ where, data: { lastUsedAt: now } })
    const passkey = count > 0 && (await tx.passkey.findFirst({ where, select: { id: true } }))
    if (!passkey) return false
    const data = { passkeyId: passkey.id }
    return (await tx.session.updateMany({ where: { id: sessionId, userId }, data })).count > 0
  })
}

/** Marks a passkey of the person as used. Returns false if it is not theirs, or was removed while it signed. */
export async function markPasskeyUsed(
  prisma: PrismaClient,
  where: { readonly userId: string; readonly credentialId: string },
  now: Date,
): Promise<boolean> {
  const { count } = await prisma.passkey.updateMany({ where, data: { lastUsedAt: now } })
  return count > 0
}

/** Renames a passkey of the person. Throws `record_not_found` and `invalid_parameter`. */
export async function renamePasskey(
  prisma: PrismaClient,
  self: Self,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  requireIdShape('passkey', id)
  const parsed = parseName(name)
  await change(prisma, async (tx) => {
    const where = { id, userId: self.userId }
    const { count } = await tx.passkey.updateMany({ where, data: { name: parsed } })
    if (count === 0) throw notFound('passkey')
    await record(tx, self, 'person.passkey_renamed', { id, name: parsed })
  })
}

/** Removes a passkey and ends the sessions that it began, except the current one. Throws `record_not_found`. */
export async function removePasskey(
  prisma: PrismaClient,
  { userId, by }: Person,
  { id, requestId }: { readonly id: string; readonly requestId: string },
): Promise<void> {
  requireIdShape('passkey', id)
  await revocation(prisma, async (tx) => {
    const where = { id, userId }
    const passkey = await tx.passkey.findFirst({ where, select: { id: true, name: true } })
    const { count } = await tx.passkey.deleteMany({ where })
    if (!passkey || count === 0) throw notFound('passkey')
    await tx.session.deleteMany({ where: { userId, passkeyId: id, id: { not: by.id } } })
    await record(tx, { userId, requestId }, 'person.passkey_removed', passkey)
  })
}

type PasskeyAction = AuditAction & `person.passkey_${string}`

function record(
  tx: Transaction,
  self: Self & { readonly sessionId?: string },
  action: PasskeyAction,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  const actor = { kind: 'user', ...self } as const
  return recordEvent(tx, actor, { action, subject: self.userId, details: { passkey: id, name } })
}

// The columns of a passkey that its person may see.
const SHOWN_OF_PASSKEY = {
  id: true,
  name: true,
  createdAt: true,
  lastUsedAt: true,
} as const satisfies Prisma.PasskeySelect

/** The passkeys of a person, newest first. */
export function listPasskeys(prisma: PrismaClient, userId: string) {
  return prisma.passkey.findMany({
    where: { userId },
    select: SHOWN_OF_PASSKEY,
    orderBy: { id: 'desc' },
  })
}

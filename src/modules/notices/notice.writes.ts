import type { Transaction } from '../../database/change.ts'
import type { Grant, PrismaClient } from '../../generated/prisma/client.ts'
import { lastChangeOf } from '../grants/grant-terms.ts'
import { addMail } from '../mails/mail.writes.ts'
import type { DueNotice } from './due-notice.ts'
import { readAdmins, readClient } from './notice.reads.ts'

/** The version of a grant that a notice is about. */
type Noticed = Pick<Grant, 'clientId' | 'id' | 'version'>

/** Stores the mail with the receipt of a change of a grant, in the transaction of the change. */
export function addReceipt(tx: Transaction, grant: Grant, now: Date): Promise<void> {
  const { revokedAt } = grant
  const notice: DueNotice = revokedAt
    ? { kind: 'end', dueAt: revokedAt }
    : { kind: 'agreement', dueAt: lastChangeOf(grant) }
  return addNotice(tx, { grant, notice }, now)
}

/**
 * Stores the mails of a notice, unless they were stored before. The texts are written when they are sent, with the
 * state as of `now`.
 */
export async function addNotice(
  tx: Transaction,
  { grant, notice }: { readonly grant: Noticed; readonly notice: DueNotice },
  now: Date,
): Promise<void> {
  const { clientId, id: grantId, version } = grant
  const { kind, dueAt } = notice
  const data = { clientId, grantId, version, kind, dueAt }
  if ((await tx.sentNotice.createMany({ data, skipDuplicates: true })).count === 0) return
  const about = { clientId, grantId, version, kind, dueAt: dueAt.toISOString() }
  const { key } = await tx.grant.findUniqueOrThrow({
    where: { clientId_id: { clientId, id: grantId } },
    select: { key: { select: { firmId: true } } },
  })
  const mail = { kind: 'notice', ...key, about: { ...about, asOf: now.toISOString() } } as const
  for (const email of await recipientsOf(tx, clientId, key.firmId, kind))
    await addMail(tx, { ...mail, email }, now)
}

async function recipientsOf(
  tx: Transaction,
  clientId: string,
  firmId: string,
  kind: DueNotice['kind'],
): Promise<string[]> {
  const client = await readClient(tx, clientId)
  const clients = client ? [client.email] : []
  if (kind !== 'thirty_days' && kind !== 'seven_days') return clients
  const admins = await readAdmins(tx, firmId)
  return [...new Set([...clients, ...admins.map(({ email }) => email)])]
}

/**
 * The notices whose mails no process has stored yet. This is an early check; the transaction that stores the mails
 * decides.
 */
export async function unclaimed<Of extends { grant: Noticed; notice: DueNotice }>(
  prisma: PrismaClient,
  due: readonly Of[],
): Promise<Of[]> {
  if (due.length === 0) return []
  const clientId = { in: [...new Set(due.map(({ grant }) => grant.clientId))] }
  const grantId = { in: due.map(({ grant }) => grant.id) }
  const sent = await prisma.sentNotice.findMany({ where: { clientId, grantId } })
  const keyOf = (id: string, version: number, { kind, dueAt }: DueNotice) =>
    `${id} ${version} ${kind} ${dueAt.getTime()}`
  const known = new Set(sent.map((each) => keyOf(each.grantId, each.version, each)))
  return due.filter(({ grant, notice }) => !known.has(keyOf(grant.id, grant.version, notice)))
}

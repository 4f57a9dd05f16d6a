import type { Grant, PrismaClient } from '../../generated/prisma/client.ts'
import type { DueNotice } from './due-notice.ts'

/** The version of a grant that a notice is about. */
export type Noticed = Pick<Grant, 'clientId' | 'id' | 'version'>

/**
 * Whether this process is the one to send a notice: it stores that it does. Of several processes one gets
 * true, and never a second time, also where the mail then fails.
 */
export async function claimNotice(
  prisma: PrismaClient,
  { clientId, id: grantId, version }: Noticed,
  { kind, dueAt }: DueNotice,
): Promise<boolean> {
  const data = { clientId, grantId, version, kind, dueAt }
  const { count } = await prisma.sentNotice.createMany({ data, skipDuplicates: true })
  return count === 1
}

/** Those of the notices that no process has claimed. Only a claim is certain. */
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

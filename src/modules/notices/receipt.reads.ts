import type { PrismaClient } from '../../generated/prisma/client.ts'
import type { GrantDetails } from '../grants/grant.reads.ts'
import { describeReceipt, type Receipt, type ReceiptName } from './receipt.ts'

/** A receipt of a grant that the caller may see; null if there is none with this name. */
export async function findReceipt(
  prisma: PrismaClient,
  grant: GrantDetails,
  name: ReceiptName,
  now: Date,
): Promise<Receipt | null> {
  const { clientId, id: grantId } = grant
  const version = { in: [name.version, name.version + 1] }
  const consents = await prisma.consent.findMany({ where: { clientId, grantId, version } })
  return describeReceipt(grant, name, consents, now)
}

import type { Transaction } from '../../database/change.ts'
import type { Firm } from '../../generated/prisma/client.ts'
import { notFound, requireIdShape } from '../../values/ids.ts'

/** Locks the firm until the transaction ends, and returns it. Throws `record_not_found`. */
export async function lockFirm(tx: Transaction, firmId: string): Promise<Firm> {
  requireIdShape('firm', firmId)
  await tx.$queryRaw`SELECT 1 FROM firms WHERE id = ${firmId} FOR NO KEY UPDATE`
  const firm = await tx.firm.findUnique({ where: { id: firmId } })
  if (!firm) throw notFound('firm')
  return firm
}

import { notFound, requireIdShape, type Transaction } from '../../database/change.ts'
import { GatewayError } from '../../errors.ts'
import type { Firm } from '../../generated/prisma/client.ts'

/**
 * The firm, its plan held as it is until the transaction ends: a lapse and what needs the plan
 * cannot pass each other. Throws `record_not_found`.
 */
export async function lockFirm(tx: Transaction, firmId: string): Promise<Firm> {
  requireIdShape('firm', firmId)
  await tx.$queryRaw`SELECT 1 FROM firms WHERE id = ${firmId} FOR NO KEY UPDATE`
  const firm = await tx.firm.findUnique({ where: { id: firmId } })
  if (!firm) throw notFound('firm')
  return firm
}

/** Throws `enterprise_plan_required`, saying what needs it, unless the plan is enterprise and active. */
export function requireEnterprisePlan(
  firm: Pick<Firm, 'plan' | 'planState'>,
  what = 'Creating, rolling and changing API keys',
): void {
  if (firm.plan === 'enterprise' && firm.planState === 'active') return
  throw new GatewayError(
    'enterprise_plan_required',
    `${what} needs an active Enterprise plan of that firm.`,
  )
}

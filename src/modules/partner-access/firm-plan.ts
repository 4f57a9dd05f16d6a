import { notFound, requireIdShape } from '../../access/record-id.ts'
import type { Transaction } from '../../database/change.ts'
import { GatewayError } from '../../errors.ts'
import type { Firm } from '../../generated/prisma/client.ts'

/**
 * The firm, locked until the transaction ends, so that its plan cannot lapse meanwhile. Throws
 * `record_not_found`.
 */
export async function lockFirm(tx: Transaction, firmId: string): Promise<Firm> {
  requireIdShape('firm', firmId)
  await tx.$queryRaw`SELECT 1 FROM firms WHERE id = ${firmId} FOR NO KEY UPDATE`
  const firm = await tx.firm.findUnique({ where: { id: firmId } })
  if (!firm) throw notFound('firm')
  return firm
}

/** Whether the firm has an active Enterprise plan. */
export function hasEnterprisePlan({ plan, planState }: Pick<Firm, 'plan' | 'planState'>): boolean {
  return plan === 'enterprise' && planState === 'active'
}

/** Throws `enterprise_plan_required`, naming what needs the plan. */
export function requireEnterprisePlan(
  firm: Pick<Firm, 'plan' | 'planState'>,
  what = 'Creating, rolling and changing API keys',
): void {
  if (hasEnterprisePlan(firm)) return
  throw new GatewayError(
    'enterprise_plan_required',
    `${what} needs an active Enterprise plan of that firm.`,
  )
}

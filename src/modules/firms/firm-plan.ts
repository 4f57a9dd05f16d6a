import type { Transaction } from '../../database/change.ts'
import { GatewayError } from '../../errors.ts'
import type { Firm, PrismaClient } from '../../generated/prisma/client.ts'
import { notFound, requireIdShape } from '../../values/record-id.ts'

/**
 * Locks the firm until the transaction ends, so that its plan cannot lapse meanwhile, and returns it. Throws
 * `record_not_found`.
 */
export async function lockFirm(tx: Transaction, firmId: string): Promise<Firm> {
  requireIdShape('firm', firmId)
  await tx.$queryRaw`SELECT 1 FROM firms WHERE id = ${firmId} FOR NO KEY UPDATE`
  const firm = await tx.firm.findUnique({ where: { id: firmId } })
  if (!firm) throw notFound('firm')
  return firm
}

/**
 * Throws `record_not_found`, and `enterprise_plan_required`. This is an early check before anything is written. The
 * check under the lock of `lockFirm` decides.
 */
export async function requireFirmPlan(prisma: PrismaClient, firmId: string): Promise<void> {
  requireIdShape('firm', firmId)
  const firm = await prisma.firm.findUnique({ where: { id: firmId } })
  if (!firm) throw notFound('firm')
  requireEnterprisePlan(firm)
}

/** Whether the firm has an active Enterprise plan. */
export function hasEnterprisePlan({ plan, planState }: Pick<Firm, 'plan' | 'planState'>): boolean {
  return plan === 'enterprise' && planState === 'active'
}

/** Throws `enterprise_plan_required`, with the action that needs the plan. */
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

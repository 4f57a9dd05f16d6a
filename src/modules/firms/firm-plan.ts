import type { Transaction } from '../../database/change.ts'
import { GatewayError } from '../../errors.ts'
import type { Firm, PrismaClient } from '../../generated/prisma/client.ts'
import { requireFound, requireIdShape } from '../../values/ids.ts'

const CHANGES_OF_KEYS = 'Creating, rolling and changing API keys'

/** Locks the firm: its plan cannot lapse before the commit. Throws `record_not_found` and `enterprise_plan_required`. */
export async function lockEnterprisePlan(tx: Transaction, firmId: string, what = CHANGES_OF_KEYS) {
  requireEnterprisePlan(await lockFirm(tx, firmId), what)
}

/** An early check of the plan. The check of `lockEnterprisePlan` decides. Throws the same errors. */
export async function requireFirmPlan(prisma: PrismaClient, firmId: string): Promise<void> {
  requireIdShape('firm', firmId)
  const firm = requireFound(await prisma.firm.findUnique({ where: { id: firmId } }), 'firm')
  requireEnterprisePlan(firm, CHANGES_OF_KEYS)
}

export function hasEnterprisePlan({ plan, planState }: Pick<Firm, 'plan' | 'planState'>): boolean {
  return plan === 'enterprise' && planState === 'active'
}

function requireEnterprisePlan(firm: Firm, what: string): void {
  if (hasEnterprisePlan(firm)) return
  throw new GatewayError(
    'enterprise_plan_required',
    `${what} needs an active Enterprise plan of that firm.`,
  )
}

/** Locks the firm until the transaction ends, and returns it. Throws `record_not_found`. */
export async function lockFirm(tx: Transaction, firmId: string): Promise<Firm> {
  requireIdShape('firm', firmId)
  await tx.$queryRaw`SELECT 1 FROM firms WHERE id = ${firmId} FOR NO KEY UPDATE`
  return requireFound(await tx.firm.findUnique({ where: { id: firmId } }), 'firm')
}

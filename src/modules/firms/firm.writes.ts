import { change } from '../../database/change.ts'
import type { Plan, PlanState, Tier } from '../../generated/prisma/client.ts'
import { createId } from '../../values/ids.ts'
import { parseName } from '../../values/text-rules.ts'
import { type Action, recordEvent } from '../audit/audit.writes.ts'
import { compareMembers } from '../audit/details.ts'
import { lockFirm } from './firm-plan.ts'

export interface NewFirm {
  readonly name: string
  /** Default: standard. Keys need enterprise. */
  readonly plan?: Plan
  /** The rate limit of the firm's production keys. Default: standard. */
  readonly tier?: Tier
}

/** Creates a firm. Its name does not have to be unique. Throws `invalid_parameter`. */
export async function createFirm({ prisma, actor }: Action, input: NewFirm) {
  const { plan = 'standard', tier = 'standard' } = input
  const planState = 'active' as const
  const firm = { id: createId('firm'), name: parseName(input.name), plan, planState, tier }
  return change(prisma, async (tx) => {
    await tx.firm.createMany({ data: firm })
    await recordEvent(tx, actor, {
      action: 'firm.created',
      subject: firm.id,
      firmId: firm.id,
      details: { plan, tier },
    })
    return firm
  })
}

/** Absent members stay unchanged. */
export interface FirmChange {
  readonly firmId: string
  readonly name?: string
  readonly plan?: Plan
  /** While it is not `active`, keys keep reading, and nothing that needs the plan is created or widened. */
  readonly planState?: PlanState
  readonly tier?: Tier
}

/** Changes a firm, for operators. Records only a difference. Throws `invalid_parameter` and `record_not_found`. */
export async function updateFirm({ prisma, actor }: Action, input: FirmChange) {
  const { firmId, ...members } = input
  return change(prisma, async (tx) => {
    const { id, ...stored } = await lockFirm(tx, firmId)
    const { plan, planState, tier } = { ...stored, ...members }
    const name = input.name === undefined ? stored.name : parseName(input.name)
    const details = compareMembers(
      { name: stored.name, plan: stored.plan, plan_state: stored.planState, tier: stored.tier },
      { name, plan, plan_state: planState, tier },
    )
    if (Object.keys(details).length > 0) {
      await tx.firm.updateMany({ where: { id }, data: { name, plan, planState, tier } })
      await recordEvent(tx, actor, { action: 'firm.updated', subject: id, firmId, details })
    }
    return { id, name, plan, planState, tier }
  })
}

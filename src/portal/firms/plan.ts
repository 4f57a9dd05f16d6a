import type { Plan, PlanState } from '../generated/graphql.ts'

const PLANS = { standard: 'Standard', enterprise: 'Enterprise' } as const
const STATES = { active: '', past_due: ', past due', canceled: ', cancelled' } as const

/** "Enterprise, past due". */
export function planInWords({ plan, planState }: { plan: Plan; planState: PlanState }): string {
  return PLANS[plan] + STATES[planState]
}

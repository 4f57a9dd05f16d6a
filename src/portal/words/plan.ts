import type { Plan, PlanState } from '../generated/graphql.ts'

export const PLANS: Readonly<Record<Plan, string>> = {
  standard: 'Standard',
  enterprise: 'Enterprise',
}
const STATES: Readonly<Record<PlanState, string>> = {
  active: '',
  past_due: ', past due',
  canceled: ', cancelled',
}

/** "Enterprise, past due". */
export function formatPlan({ plan, planState }: { plan: Plan; planState: PlanState }): string {
  return PLANS[plan] + STATES[planState]
}

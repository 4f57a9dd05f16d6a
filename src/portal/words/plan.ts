import type { Plan, PlanState } from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'

export const PLANS: Readonly<Record<Plan, string>> = {
  standard: t('Standard'),
  enterprise: t('Enterprise'),
}
/** The label of each state of a plan. */
export const PLAN_STATES: Readonly<Record<PlanState, string>> = {
  active: t('Active'),
  past_due: t('Past due'),
  canceled: t('Cancelled'),
}

/** "Enterprise, past due". */
export function formatPlan({ plan, planState }: { plan: Plan; planState: PlanState }): string {
  return t('{plan}{state, select, past_due {, past due} canceled {, cancelled} other {}}', {
    plan: PLANS[plan],
    state: planState,
  })
}

import type { Tier } from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'
import { formatNumber } from './format.ts'

export const TIERS: Readonly<Record<Tier, string>> = {
  sandbox: t('Sandbox'),
  standard: t('Standard'),
  elevated: t('Elevated'),
  enterprise: t('Enterprise'),
}

interface RateLimit {
  readonly tier: Tier
  readonly requestsPerMinute: number
}

/** "Standard, 1,000 per minute". */
export function formatRateLimit({ tier, requestsPerMinute }: RateLimit): string {
  return t('{tier}, {requestsPerMinute} per minute', {
    tier: TIERS[tier],
    requestsPerMinute: formatNumber(requestsPerMinute),
  })
}

import { parseAllowedRanges } from './address-rule.ts'
import type { Outbound } from './reach.ts'
import { createResolve } from './resolve.ts'

interface Settings {
  /** CIDR ranges. */
  readonly webhookAllowedRanges?: readonly string[]
}

/** How this installation reaches addresses that other parties chose. */
export function createOutbound({ webhookAllowedRanges = [] }: Settings): Outbound {
  return { allowed: parseAllowedRanges(webhookAllowedRanges), resolve: createResolve() }
}

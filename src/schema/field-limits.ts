import type { GraphQLResolveInfo } from 'graphql'
import type { Caller } from '../access/caller.ts'

/** Limits on the fields that are expensive or sensitive. They apply in addition to the caller's quota. */
export interface FieldLimits {
  /** Counts a call of the field by the caller, as `cost` calls (1 by default). Throws `rate_limit_exceeded` over the limit. */
  use(
    context: { readonly caller: Caller | null },
    info: GraphQLResolveInfo,
    perMinute: number,
    cost?: number,
  ): Promise<void>
}

import { allowanceOf } from '../access/caller.ts'
import { type Quota, quotaError } from '../load/quota.ts'
import type { FieldLimits } from '../schema/builder.ts'

/** No limits: a REST path counts as one request, whichever fields it reads. */
export const NO_FIELD_LIMITS: FieldLimits = { use: async () => {} }

/**
 * Counts in the quota by caller, type and field, in one step: the stores of the library read, wait and write, so that
 * parallel calls could pass the limit together. The library gets a list of calls with which it decides the same.
 */
export function createFieldLimits(quota: Quota): FieldLimits {
  return {
    async use({ caller }, info, perMinute, cost = 1) {
      const who = caller ? allowanceOf(caller).subject : 'anonymous'
      const subject = `field:${who} ${info.parentType.name}.${info.fieldName}`
      // Loads 400 modules, which no start should wait for.
      const { getGraphQLRateLimiter } = await import('graphql-rate-limit')
      const state = await quota.spend(subject, perMinute, cost)
      const calls: number[] = new Array(state.exceeded ? perMinute : 0).fill(Date.now())
      const store = { getForIdentity: () => calls, setForIdentity: () => {} }
      const isExceeded = getGraphQLRateLimiter({ store, identifyContext: () => subject })
      const call = { parent: null, args: {}, context: {}, info }
      if (await isExceeded(call, { max: perMinute, window: '1m' }))
        throw quotaError(state, new Date(), `calls of ${info.fieldName}`)
    },
  }
}

import { getGraphQLRateLimiter, type Identity, Store } from 'graphql-rate-limit'
import { allowanceOf } from '../access/caller.ts'
import { GatewayError } from '../errors.ts'
import { type Quota, type QuotaState, secondsLeft } from '../load/quota.ts'
import type { FieldLimits } from '../schema/field-limits.ts'

const WINDOW = '1m'

/**
 * A store of the rate-limit library that counts one call in a quota. The library's own stores read a list of calls,
 * wait, and write the list back, so parallel calls could pass the limit together. The quota counts the call in one
 * step. The returned list has the length from which the library makes the same decision.
 */
class QuotaStore extends Store {
  readonly #quota: Quota
  readonly #perMinute: number
  readonly #cost: number
  /** The window in which the call was counted. */
  state: QuotaState | null = null

  constructor(quota: Quota, perMinute: number, cost: number) {
    super()
    this.#quota = quota
    this.#perMinute = perMinute
    this.#cost = cost
  }

  override async getForIdentity(identity: Identity): Promise<number[]> {
    const subject = `field:${identity.contextIdentity}.${identity.fieldIdentity}`
    this.state = await this.#quota.spend(subject, this.#perMinute, this.#cost)
    return new Array(this.state.exceeded ? this.#perMinute : 0).fill(Date.now())
  }

  override setForIdentity(): void {}
}

/** No limits: a REST path counts as one request, whichever fields it reads. */
export const NO_FIELD_LIMITS: FieldLimits = { use: async () => {} }

/** Counts in the quota, separately for each caller, type and field. */
export function createFieldLimits(quota: Quota): FieldLimits {
  return {
    async use({ caller }, info, perMinute, cost = 1) {
      const store = new QuotaStore(quota, perMinute, cost)
      const limiter = getGraphQLRateLimiter({
        store,
        identifyContext: (identity: string) => identity,
      })
      const subject = caller ? allowanceOf(caller).subject : 'anonymous'
      const context = `${subject} ${info.parentType.name}`
      const exceeded = await limiter(
        { parent: null, args: {}, context, info },
        { max: perMinute, window: WINDOW },
      )
      if (!exceeded || !store.state) return
      const seconds = secondsLeft(store.state, new Date())
      throw new GatewayError(
        'rate_limit_exceeded',
        `${info.fieldName} takes ${store.state.limit} calls a minute. Wait ${seconds} s, as Retry-After says, and try again.`,
        { headers: { 'Retry-After': String(seconds) } },
      )
    },
  }
}

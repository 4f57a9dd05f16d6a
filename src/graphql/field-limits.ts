import { randomUUID } from 'node:crypto'
import { getGraphQLRateLimiter, type Identity, Store } from 'graphql-rate-limit'
import { allowanceOf } from '../access/caller.ts'
import { GatewayError } from '../errors.ts'
import { type Quota, type QuotaState, secondsLeft } from '../load/quota.ts'
import type { FieldLimits } from '../schema/field-limits.ts'

const WINDOW = '1m'

/** One use of a field, and the window in which it was counted. */
interface Use {
  readonly subject: string
  readonly perMinute: number
  readonly cost: number
  state: QuotaState | null
}

/**
 * A store of the rate-limit library that counts a use in a quota. The library's own stores read a list of calls, wait, and
 * write the list back, so parallel calls could pass the limit together. The quota counts in one step. The returned list
 * has the length from which the library makes the same decision.
 */
class QuotaStore extends Store {
  readonly #quota: Quota
  /** The uses that are being counted, by id. The library identifies a use by a text. */
  readonly #uses = new Map<string, Use>()

  constructor(quota: Quota) {
    super()
    this.#quota = quota
  }

  /** Calls `count` with the id of a use. The use has its window afterwards. */
  async during<Result>(use: Use, count: (id: string) => Promise<Result>): Promise<Result> {
    const id = randomUUID()
    this.#uses.set(id, use)
    return count(id).finally(() => this.#uses.delete(id))
  }

  override async getForIdentity({ contextIdentity }: Identity): Promise<number[]> {
    const use = this.#uses.get(contextIdentity)
    if (!use) throw new Error('The use of a field is not known.')
    use.state = await this.#quota.spend(use.subject, use.perMinute, use.cost)
    return new Array(use.state.exceeded ? use.perMinute : 0).fill(Date.now())
  }

  override setForIdentity(): void {}
}

/** No limits: a REST path counts as one request, whichever fields it reads. */
export const NO_FIELD_LIMITS: FieldLimits = { use: async () => {} }

/** Counts in the quota, separately for each caller, type and field. */
export function createFieldLimits(quota: Quota): FieldLimits {
  const store = new QuotaStore(quota)
  const limiter = getGraphQLRateLimiter({ store, identifyContext: (id: string) => id })
  return {
    async use({ caller }, info, perMinute, cost = 1) {
      const who = caller ? allowanceOf(caller).subject : 'anonymous'
      const subject = `field:${who} ${info.parentType.name}.${info.fieldName}`
      const use: Use = { subject, perMinute, cost, state: null }
      const exceeded = await store.during(use, (context) =>
        limiter({ parent: null, args: {}, context, info }, { max: perMinute, window: WINDOW }),
      )
      if (!exceeded || !use.state) return
      const seconds = secondsLeft(use.state, new Date())
      throw new GatewayError(
        'rate_limit_exceeded',
        `${info.fieldName} takes ${use.state.limit} calls a minute. Wait ${seconds} s, as Retry-After says, and try again.`,
        { headers: { 'Retry-After': String(seconds) } },
      )
    },
  }
}

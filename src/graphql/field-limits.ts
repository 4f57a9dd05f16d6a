import { getGraphQLRateLimiter, type Identity, Store } from 'graphql-rate-limit'
import { LRUCache } from 'lru-cache'
import type { Caller } from '../access/caller.ts'
import { GatewayError } from '../errors.ts'
import type { FieldLimits } from '../schema/field-limits.ts'

const WINDOW = '1m'
const WINDOW_MS = 60_000
const MAX_IDENTITIES = 10_000
const MAX_CALLS = 1_000

/**
 * Stores the times of the newest calls of each caller and field. The library reads the list, waits, and
 * writes it back, so parallel calls could pass the limit together. This store adds the call when the
 * list is read, and ignores the later write.
 */
export class ReservingStore extends Store {
  readonly #calls = new LRUCache<string, number[]>({ max: MAX_IDENTITIES })

  override getForIdentity({ contextIdentity, fieldIdentity }: Identity): number[] {
    const identity = `${contextIdentity} ${fieldIdentity}`
    const now = Date.now()
    const before = (this.#calls.get(identity) ?? []).filter((at) => at + WINDOW_MS > now)
    this.#calls.set(identity, [...before, now].slice(-MAX_CALLS))
    return before
  }

  override setForIdentity(): void {}

  /** Removes the newest call, which was rejected: a retry does not extend the wait. */
  release(contextIdentity: string, fieldIdentity: string): void {
    this.#calls.get(`${contextIdentity} ${fieldIdentity}`)?.pop()
  }

  get size(): number {
    return this.#calls.size
  }
}

// All sessions and tokens of a person share one limit, so creating more of them does not raise it.
function subjectOf(caller: Caller | null): string {
  if (!caller) return 'anonymous'
  return caller.kind === 'user' ? caller.userId : caller.keyId
}

/** No limits: a REST path counts as one request, whichever fields it reads. */
export const NO_FIELD_LIMITS: FieldLimits = { use: async () => {} }

/** Counts in the memory of this process, separately for each caller, type and field. */
export function createMemoryFieldLimits(): FieldLimits {
  const store = new ReservingStore()
  const limiter = getGraphQLRateLimiter({
    store,
    identifyContext: (identity: string) => identity,
  })
  return {
    async use({ caller }, info, perMinute) {
      const identity = `${subjectOf(caller)} ${info.parentType.name}`
      const call = { parent: null, args: {}, context: identity, info }
      const error = await limiter(call, { max: perMinute, window: WINDOW })
      if (!error) return
      store.release(identity, info.fieldName)
      const seconds = WINDOW_MS / 1000
      throw new GatewayError(
        'rate_limit_exceeded',
        `${info.fieldName} takes ${perMinute} calls a minute. Wait ${seconds} s, as Retry-After says, and try again.`,
        { headers: { 'Retry-After': String(seconds) } },
      )
    },
  }
}

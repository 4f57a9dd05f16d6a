import { getGraphQLRateLimiter, type Identity, Store } from 'graphql-rate-limit'
import type { Caller } from '../access/caller.ts'
import { GatewayError } from '../errors.ts'
import type { FieldLimits } from '../schema/context.ts'

const WINDOW = '1m'
const WINDOW_MS = 60_000
const MAX_IDENTITIES = 10_000
const MAX_CALLS = 1_000

/**
 * The newest calls of each identity. The library reads the list, waits, and writes it back, which
 * would let parallel calls through together; so a call is put on the list in the moment in which the
 * list is read, and what the library writes back later is not needed.
 */
export class ReservingStore extends Store {
  private readonly calls = new Map<string, number[]>()

  override getForIdentity({ contextIdentity, fieldIdentity }: Identity): number[] {
    const identity = `${contextIdentity} ${fieldIdentity}`
    const now = Date.now()
    const before = (this.calls.get(identity) ?? []).filter((at) => at + WINDOW_MS > now)
    // Taken out and put back, so that the map's order is that of the newest use.
    this.calls.delete(identity)
    this.calls.set(identity, [...before, now].slice(-MAX_CALLS))
    this.forgetBeyond(MAX_IDENTITIES)
    return before
  }

  override setForIdentity(): void {}

  /** Takes back the newest call, which was refused: trying again does not put off the end. */
  release(contextIdentity: string, fieldIdentity: string): void {
    this.calls.get(`${contextIdentity} ${fieldIdentity}`)?.pop()
  }

  get size(): number {
    return this.calls.size
  }

  private forgetBeyond(most: number): void {
    for (const identity of this.calls.keys()) {
      if (this.calls.size <= most) return
      this.calls.delete(identity)
    }
  }
}

// A person's sessions and tokens are one: whoever makes more of them gets no more secrets a minute.
function subjectOf(caller: Caller | null): string {
  if (!caller) return 'nobody'
  return caller.kind === 'user' ? caller.userId : caller.keyId
}

/** Limits on fields that are dear or sensitive, for each caller, type and field apart. */
export function createFieldLimits(): FieldLimits {
  const store = new ReservingStore()
  const limiter = getGraphQLRateLimiter({
    store,
    identifyContext: (identity: string) => identity,
  })
  return {
    async use({ caller }, info, perMinute) {
      const subject = subjectOf(caller)
      const identity = `${subject} ${info.parentType.name}`
      const call = { parent: null, args: {}, context: identity, info }
      const refused = await limiter(call, { max: perMinute, window: WINDOW })
      if (!refused) return
      store.release(identity, info.fieldName)
      throw new GatewayError(
        'rate_limit_exceeded',
        `${info.fieldName} serves ${perMinute} calls a minute. Back off exponentially.`,
        { headers: { 'Retry-After': String(WINDOW_MS / 1000) } },
      )
    },
  }
}

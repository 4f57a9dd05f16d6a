import { ApiError, AuthenticationError, isOfKey, NoResponseError } from './errors.ts'
import { digestOf, isAlike, type Mirror, newMirror, walkInto } from './mirror.ts'
import type { Orangery } from './orangery.ts'
import type { Store } from './store.ts'
import { asMirror } from './stored.ts'

/** The outcome for the mirror of one client. `unproved`: the mirror is usable, and the next sync goes on. */
export interface Outcome {
  readonly client_id: string
  readonly state: 'proved' | 'unproved' | 'deleted' | 'failed'
  /** Why it failed. */
  readonly error?: ApiError | NoResponseError
}

/** Whether nothing is left to do for a client. */
export const isDone = ({ state }: Outcome) => state === 'proved' || state === 'deleted'

// The page sizes of the rounds of one sync, which goes on while the digest differs. A page with more than 10,000
// documents is refused, as a cursor of other terms is. Ten assets always fit.
const PAGE_SIZES = [100, 100, 100, 10, 10, 10]
const KEY_ENDED = ['revoked_api_key', 'expired_api_key']
const GRANT_ENDED = ['no_active_grant', 'grant_revoked', 'grant_expired']
const CLIENT = /^user_\w+$/

/** The mirrors of all clients of a key. */
export class Mirrors {
  readonly orangery: Orangery
  readonly store: Store

  constructor(orangery: Orangery, store: Store) {
    this.orangery = orangery
    this.store = store
  }

  /** The mirror of one client; null if there is none. */
  async read(client: string): Promise<Mirror | null> {
    return asMirror(await this.store.read(client))
  }

  /** The clients of whom there is a mirror, or the draft of one. */
  async clients(): Promise<readonly string[]> {
    return (await this.store.names()).filter((name) => CLIENT.test(name))
  }

  /**
   * One pass over all clients of the key. Deletes the mirrors of all others, and all if the key has ended. Returns the
   * clients whose mirrors are not proved, with their grant.
   */
  async *syncAll(): AsyncGenerator<Outcome, Readonly<Record<string, string>>, undefined> {
    const open: Record<string, string> = {}
    try {
      const granted = new Map<string, { id: string; scopes: readonly string[] }>()
      for await (const grant of this.orangery.grants()) granted.set(grant.client_id, grant)
      for (const client of await this.clients()) if (!granted.has(client)) yield this.delete(client)
      for (const [client, { id, scopes }] of granted) {
        const outcome = await this.sync(client, id, scopes)
        yield outcome
        if (!isDone(outcome)) open[client] = id
      }
      return open
    } catch (error) {
      yield* this.deleteIfEnded(error)
      throw error
    }
  }

  /**
   * Syncs the mirror of one client, or deletes it if the grant has ended. A client whose answer does not come is
   * `failed`. A refusal of the key is thrown. Without `scopes`, the first page says which there are.
   */
  async sync(client: string, grant: string, scopes?: readonly string[]): Promise<Outcome> {
    try {
      const isProved = await this.#prove(client, grant, scopes)
      return { client_id: client, state: isProved ? 'proved' : 'unproved' }
    } catch (error) {
      const isAnswer = error instanceof ApiError
      if (isOfKey(error) || !(isAnswer || error instanceof NoResponseError)) throw error
      if (isAnswer && GRANT_ENDED.includes(error.code)) return this.delete(client)
      return { client_id: client, state: 'failed', error }
    }
  }

  /** Deletes the mirror of one client. */
  async delete(client: string): Promise<Outcome> {
    await this.store.delete(client)
    return { client_id: client, state: 'deleted' }
  }

  /** Deletes all mirrors if the error says that the key has ended: its grants have ended with it. */
  async *deleteIfEnded(error: unknown): AsyncGenerator<Outcome, void, undefined> {
    if (!(error instanceof AuthenticationError && KEY_ENDED.includes(error.code))) return
    for (const client of await this.clients()) yield this.delete(client)
  }

  /** Walks until the digest proves the mirror. False: not yet, it changes faster than it is read. */
  async #prove(client: string, grant: string, scopes?: readonly string[]): Promise<boolean> {
    let mirror = newMirror(grant, scopes ?? [])
    const kept = await this.read(client)
    if (kept?.grant === grant && (!scopes || isAlike(kept, mirror))) mirror = kept
    let differs = false
    for (const pageSize of PAGE_SIZES) {
      const walked = await this.#walk(mirror, client, pageSize)
      mirror = walked.mirror
      if (walked.entries === null) continue
      await this.store.write(client, mirror)
      const { digest } = await this.orangery.summary(client)
      if (digest === (await digestOf(Object.values(mirror.assets)))) return true
      // The digest may include a change that came after the walk: the next delta brings it. If that one is empty
      // and the digest still differs, the mirror is wrong, and is read as a whole.
      if (differs && walked.entries === 0) mirror = { ...mirror, as_of: null }
      differs = true
    }
    return false
  }

  /** The mirror after a walk; without `entries` the one with which a walk begins again that was cut off. */
  async #walk(mirror: Mirror, client: string, pageSize: number) {
    try {
      return await walkInto(mirror, this.orangery, client, pageSize)
    } catch (error) {
      const code = error instanceof ApiError ? error.code : undefined
      // Its first page says which scopes there are now.
      if (code === 'insufficient_scope')
        return { mirror: newMirror(mirror.grant, []), entries: null }
      // A cursor is refused where the client has changed the grant since, and a page that has too many documents.
      if (code === 'invalid_parameter') return { mirror, entries: null }
      throw error
    }
  }
}

import type { OpenedGrant } from '../../load/request-usage.ts'
import { HOUR_MS } from '../../values/durations.ts'
import type { PendingRequest } from './request.writes.ts'
import type { Tally } from './usage.writes.ts'

export interface UsageEvent {
  readonly request: PendingRequest
  /** The status of the response. That of the request is the status of its error, if it has one. */
  readonly answered: number
  readonly grants: readonly OpenedGrant[]
  /** The count of the rate limit in its minute, with this request. */
  readonly used: number
}

/** The content of a buffer. A write removes what it has written. */
export interface Waiting {
  readonly tallies: Tally[]
  readonly requests: PendingRequest[]
}

/** The maximum number of requests of one kind that are written in one go. A burst has more: only its newest are kept. */
export const MAX_OF_KIND = 20

const BOUNDS = { tallies: 30_000, bytes: 8 * 2 ** 20 }
const ROW_BYTES = 400

/**
 * The requests that wait to be written, and their counts. The memory is bounded, for the counts of keys, the counts of
 * grants and the requests each. A count or a request of a new kind without room is dropped, and counted as lost. Older
 * requests of a kind give way to newer ones; they are in the counts.
 */
export class UsageBuffer {
  readonly #most: typeof BOUNDS
  readonly #tallies = { keys: new Map<string, Tally>(), grants: new Map<string, Tally>() }
  /** The newest requests of each kind: of one key at one endpoint that ended alike. */
  readonly #kinds = new Map<string, PendingRequest[]>()
  #bytes = 0
  #lost = { keys: 0, grants: 0, requests: 0 }

  constructor(most: Partial<typeof BOUNDS> = {}) {
    this.#most = { ...BOUNDS, ...most }
  }

  add(event: UsageEvent): void {
    this.#count(tallyOf(event, null))
    for (const opened of event.grants) this.#count(tallyOf(event, opened))
    this.#keep(event.request)
  }

  /** Whether a part of the buffer is more than half full. */
  get isCrowded(): boolean {
    const { keys, grants } = this.#tallies
    const { tallies, bytes } = this.#most
    return Math.max(keys.size, grants.size) > tallies / 2 || this.#bytes > bytes / 2
  }

  /** Removes everything, to be written. The oldest requests of each kind come first. */
  take(): Waiting {
    const { keys, grants } = this.#tallies
    const tallies = [...keys.values(), ...grants.values()]
    const requests = [...this.#kinds.values()].flat()
    for (const each of [keys, grants, this.#kinds]) each.clear()
    this.#bytes = 0
    return { tallies, requests }
  }

  /** Gives back what could not be written. It comes before what was added since. */
  restore(waiting: Waiting): void {
    const since = this.take()
    for (const tally of [...waiting.tallies, ...since.tallies]) this.#count(tally)
    for (const request of [...waiting.requests, ...since.requests]) this.#keep(request)
  }

  /** Returns the numbers of requests that were lost since the last call; null: none was. */
  takeLost() {
    const lost = this.#lost
    this.#lost = { keys: 0, grants: 0, requests: 0 }
    return Object.values(lost).some((requests) => requests > 0) ? lost : null
  }

  #count(tally: Tally): void {
    const { id, scopes, hour, endpoint, status, code, is_read } = tally
    const name = [id, scopes, hour.getTime(), endpoint, code ?? status, is_read].join(' ')
    const owner = scopes === null ? 'keys' : 'grants'
    const known = this.#tallies[owner].get(name)
    if (known) merge(known, tally)
    else if (this.#tallies[owner].size >= this.#most.tallies) this.#lost[owner] += tally.requests
    else this.#tallies[owner].set(name, tally)
  }

  #keep(request: PendingRequest): void {
    const name = `${request.key_id} ${request.endpoint} ${request.code ?? request.status}`
    const kind = this.#kinds.get(name) ?? []
    const oldest = kind.length === MAX_OF_KIND ? kind[0] : undefined
    const bytes = this.#bytes + sizeOf(request) - (oldest ? sizeOf(oldest) : 0)
    if (bytes > this.#most.bytes) {
      this.#lost.requests += 1
      return
    }
    this.#bytes = bytes
    if (oldest) kind.shift()
    kind.push(request)
    this.#kinds.set(name, kind)
  }
}

// A 304 counts as a read of no assets.
function tallyOf({ request, answered, used }: UsageEvent, opened: OpenedGrant | null): Tally {
  const { key_id, at, endpoint, status, code, request_id } = request
  return {
    id: opened?.grant.id ?? key_id,
    scopes: opened?.grant.scopes.join() ?? null,
    hour: new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS),
    endpoint,
    status,
    code,
    is_read: answered < 400,
    requests: 1,
    assets: opened && answered < 300 ? opened.assets : 0,
    last_at: at,
    last_request_id: request_id,
    most_used: used,
    most_used_at: at,
  }
}

function merge(into: Tally, tally: Tally): void {
  const { requests, assets, last_at, last_request_id, most_used, most_used_at } = tally
  into.requests += requests
  into.assets += assets
  if (most_used > into.most_used) {
    into.most_used = most_used
    into.most_used_at = most_used_at
  }
  if (last_at < into.last_at) return
  into.last_at = last_at
  into.last_request_id = last_request_id
}

// An error message may have two bytes a character; a target has one.
function sizeOf({ asked: { path, query }, message }: PendingRequest): number {
  return ROW_BYTES + path.length + query.length + 2 * (message?.length ?? 0)
}

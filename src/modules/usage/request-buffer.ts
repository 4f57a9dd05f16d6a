import type { PendingRequest } from './request.rows.ts'

/** The maximum number of requests of one kind that are written in one go. A burst has more: only its newest are kept. */
export const MAX_OF_KIND = 20

const MAX_BYTES = 8 * 2 ** 20
const ROW_BYTES = 400

/** The requests of one key at one endpoint that ended alike. */
interface Kind {
  readonly requests: PendingRequest[]
  /** The place of the oldest, once there are as many as are kept. */
  oldest: number
}

/**
 * The requests that wait to be written. The memory is bounded: a request of a new kind without room is dropped, and
 * counted as lost. Older requests of a kind give way to newer ones; they are in the counts of usage.
 */
export class RequestBuffer {
  readonly #mostBytes: number
  #kinds = new Map<string, Kind>()
  #bytes = 0
  #lost = 0

  constructor(mostBytes = MAX_BYTES) {
    this.#mostBytes = mostBytes
  }

  add(request: PendingRequest): void {
    const name = `${request.key_id} ${request.endpoint} ${request.code ?? request.status}`
    const size = sizeOf(request)
    const kind = this.#kinds.get(name)
    const replaced = kind && kind.requests.length === MAX_OF_KIND && kind.requests[kind.oldest]
    const bytes = this.#bytes + size - (replaced ? sizeOf(replaced) : 0)
    if (bytes > this.#mostBytes) {
      this.#lost += 1
      return
    }
    this.#bytes = bytes
    if (!kind) this.#kinds.set(name, { requests: [request], oldest: 0 })
    else if (replaced) replaceOldest(kind, request)
    else kind.requests.push(request)
  }

  /** Whether the buffer is more than half full. */
  get isCrowded(): boolean {
    return this.#bytes > this.#mostBytes / 2
  }

  /**
   * Writes all requests in parts of about `most`. On failure those of the part and of later ones stay, and the error is
   * thrown.
   */
  async drain(most: number, write: (requests: PendingRequest[]) => Promise<void>): Promise<void> {
    const waiting = this.#take()
    try {
      for (let part = waiting.splice(0, most); part.length > 0; part = waiting.splice(0, most)) {
        await write(part).catch((thrown: unknown) => {
          waiting.unshift(...part)
          throw thrown
        })
      }
    } catch (thrown) {
      for (const request of [...waiting, ...this.#take()]) this.add(request)
      throw thrown
    }
  }

  /** Returns the number of requests that were lost since the last call. */
  takeLost(): number {
    const lost = this.#lost
    this.#lost = 0
    return lost
  }

  // The oldest of each kind come first, so that they give way if they are added again.
  #take(): PendingRequest[] {
    const kinds = [...this.#kinds.values()]
    this.#kinds = new Map()
    this.#bytes = 0
    return kinds.flatMap(({ requests, oldest }) => [
      ...requests.slice(oldest),
      ...requests.slice(0, oldest),
    ])
  }
}

function replaceOldest(kind: Kind, request: PendingRequest): void {
  kind.requests[kind.oldest] = request
  kind.oldest = (kind.oldest + 1) % MAX_OF_KIND
}

// An error message may have two bytes a character; a target has one.
function sizeOf({ asked: { path, query }, message }: PendingRequest): number {
  return ROW_BYTES + path.length + query.length + 2 * (message?.length ?? 0)
}

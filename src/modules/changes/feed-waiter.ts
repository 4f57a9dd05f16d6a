import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { isText, rowReader } from '../../access/rows.ts'
import { type FeedEnd, GENERATION_SQL } from './feed.reads.ts'

const PAUSE_MS = 500
const readRow = rowReader('feeds', { key_id: isText, generation: isText, position: isText })

interface Waiting extends FeedEnd {
  readonly keyId: string
  readonly done: () => void
}

/** Lets requests wait for the next entry of the feeds of their keys, with one statement in each half second. */
export class FeedWaiter {
  readonly #pool: pg.Pool
  readonly #isStopping: () => boolean
  readonly #waiting = new Set<Waiting>()
  #isRunning = false

  constructor(pool: pg.Pool, isStopping: () => boolean = () => false) {
    this.#pool = pool
    this.#isStopping = isStopping
  }

  /** Waits until the feed is past `end`, the time is over or the server stops. Never throws: the caller reads again. */
  wait(keyId: string, end: FeedEnd, milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        this.#waiting.delete(waiting)
        resolve()
      }
      const waiting: Waiting = { keyId, ...end, done }
      const timer = setTimeout(done, milliseconds)
      this.#waiting.add(waiting)
      void this.#run()
    })
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    while (this.#waiting.size > 0) {
      await sleep(PAUSE_MS)
      if (this.#isStopping()) for (const { done } of this.#waiting) done()
      // A database that does not answer ends no wait: the time of the wait does.
      else await this.#poll().catch(() => {})
    }
    this.#isRunning = false
  }

  async #poll(): Promise<void> {
    const keys = [...new Set([...this.#waiting].map(({ keyId }) => keyId))]
    const { rows } = await this.#pool.query(ENDS, [keys])
    const ends = new Map(rows.map(readRow).map((row) => [row.key_id, row]))
    for (const { keyId, generation, position, done } of this.#waiting) {
      const end = ends.get(keyId)
      if (!end || end.generation !== generation || BigInt(end.position) !== position) done()
    }
  }
}

const ENDS = `SELECT k.key_id, ${GENERATION_SQL} AS generation, coalesce(f.position, 0) AS position
  FROM unnest($1::text[]) k(key_id) LEFT JOIN feeds f ON f.key_id = k.key_id`

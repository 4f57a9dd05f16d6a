import { ApiError } from './errors.ts'
import { isDone, type Mirrors, type Outcome } from './mirrors.ts'
import { asFeed, type Feed } from './stored.ts'
import type { ChangesPage } from './types.ts'

/** How long the changes are followed. */
export interface FollowOptions {
  /** How many seconds one request waits for a change, at most 30. Default: 20. */
  readonly wait?: number
  /** After how many seconds all clients are read again. Default: a day. */
  readonly passSeconds?: number
  /** Ends when nothing is left. Default: false. */
  readonly once?: boolean
}

const FEED = 'feed'
const DAY_SECONDS = 86_400

/**
 * Keeps the mirrors equal by the changes of the key, and yields what became of each. The place in the changes is stored
 * beside the mirrors. Reads all clients first, and again once a day: a second way to the same truth.
 */
export async function* followChanges(
  mirrors: Mirrors,
  { wait = 20, passSeconds = DAY_SECONDS, once = false }: FollowOptions = {},
): AsyncGenerator<Outcome, void, undefined> {
  try {
    for (;;) {
      let feed = asFeed(await mirrors.store.read(FEED))
      const isNew = !feed || isDue(feed, passSeconds)
      if (!feed || isNew) {
        // The cursor first: what changes during the pass comes after it.
        const { next_cursor } = await mirrors.orangery.changes()
        feed = { cursor: next_cursor, read_at: Date.now(), open: yield* mirrors.syncAll() }
        await mirrors.store.write(FEED, feed)
      }
      const page = await readPage(mirrors, feed, once ? 0 : wait, isNew)
      const isLast = yield* applyPage(mirrors, feed, page)
      if (once && isLast) return
    }
  } catch (error) {
    yield* mirrors.deleteIfEnded(error)
    throw error
  }
}

/** Applies one page of changes. True if no other is waiting. A change that could not be applied stays in `open`. */
async function* applyPage(
  mirrors: Mirrors,
  feed: Feed,
  page: ChangesPage | null,
): AsyncGenerator<Outcome, boolean, undefined> {
  const open = new Map(Object.entries(feed.open))
  if (page === null || page.mode === 'full') {
    await mirrors.store.delete(FEED)
    return false
  }
  for (const { type, client_id, grant } of page.data)
    open.set(client_id, type === 'grant.ended' ? null : grant.id)
  for (const [client, grant] of open) {
    const outcome = await (grant === null ? mirrors.delete(client) : mirrors.sync(client, grant))
    yield outcome
    if (isDone(outcome)) open.delete(client)
  }
  const next = { ...feed, cursor: page.next_cursor, open: Object.fromEntries(open) }
  await mirrors.store.write(FEED, next)
  return !page.has_more
}

// A time in the future is of a clock that was set back.
function isDue({ read_at }: Feed, passSeconds: number): boolean {
  const age = Date.now() - read_at
  return age < 0 || age >= 1000 * passSeconds
}

// Null: a stored cursor is refused. It is of another key, or of a gateway with another secret, so all clients are read
// again.
async function readPage(mirrors: Mirrors, { cursor, open }: Feed, wait: number, isNew: boolean) {
  const seconds = Object.keys(open).length > 0 ? Math.min(1, wait) : wait
  try {
    return await mirrors.orangery.changes({ cursor, wait: seconds, page_size: 100 })
  } catch (error) {
    if (!isNew && error instanceof ApiError && error.code === 'invalid_parameter') return null
    throw error
  }
}

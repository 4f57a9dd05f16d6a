import type pg from 'pg'
import type { PrismaClient } from '../../src/generated/prisma/client.ts'

/** The statement before which an import is held. */
export const IMPORT_GATES = {
  /** The file is read, nothing is locked. */
  read: /^UPDATE portfolios SET data_version = data_version WHERE/,
  /** The portfolio is locked, and readers do not know. */
  locked: /pg_advisory_xact_lock/,
  /** Readers know, and the instant is taken. */
  stamped: /CREATE TEMP TABLE changed_assets/,
  /** Everything is written, and nothing is committed. */
  written: /^COMMIT$/,
} as const

export type ImportGate = keyof typeof IMPORT_GATES

/** Waits where a transaction is to be held. */
export type Pause = () => Promise<void>

type Work = (pause: Pause) => Promise<void>

/** Transactions of one lane wait for each other; those of `free` hold no lock yet. */
export type Lane = 'import' | 'terms' | 'free'

interface OpenTransaction {
  readonly lane: Lane
  readonly resume: () => void
  readonly ended: Promise<void>
}

/** Transactions that stay open while others run. */
export class HeldTransactions {
  #open: OpenTransaction[] = []

  /** Runs work to its end. If another of its lane is held, it waits for that one in the background. */
  async run(lane: Lane, work: Work): Promise<void> {
    const ended = work(async () => {})
    if (this.#isHeld(lane)) this.#add({ lane, resume: () => {}, ended })
    else await ended
  }

  /** Runs work up to its pause and leaves it there, unless it has none or another of its lane is held. */
  async hold(lane: Lane, work: Work): Promise<boolean> {
    if (this.#isHeld(lane)) {
      await this.run(lane, work)
      return false
    }
    const pause = createLatch()
    const gate = createLatch()
    const ended = work(() => {
      pause.open()
      return gate.opened
    })
    const isHeld = await Promise.race([pause.opened.then(() => true), ended.then(() => false)])
    if (isHeld) this.#add({ lane, resume: gate.open, ended })
    return isHeld
  }

  /** Lets all of them go on, those without a lock last, and waits for their ends. */
  async release(): Promise<void> {
    const open = this.#open
    this.#open = []
    const [free, locking] = [true, false].map((isFree) =>
      open.filter(({ lane }) => (lane === 'free') === isFree),
    )
    for (const group of [locking ?? [], free ?? []]) {
      for (const { resume } of group) resume()
      await Promise.all(group.map(({ ended }) => ended))
    }
  }

  #isHeld(lane: Lane): boolean {
    return lane !== 'free' && this.#open.some((each) => each.lane === lane)
  }

  #add(transaction: OpenTransaction): void {
    // `release` meets the failure; until then it must not count as unhandled.
    transaction.ended.catch(() => {})
    this.#open.push(transaction)
  }
}

/** The pool, with a pause before the first statement that matches. */
export function pauseBefore(pool: pg.Pool, gate: RegExp, pause: Pause): pg.Pool {
  return replaceMember(pool, 'connect', async () => {
    const client = await pool.connect()
    let isPassed = false
    return replaceMember(client, 'query', (...query: Parameters<typeof client.query>) => {
      const [text] = query
      if (isPassed || typeof text !== 'string' || !gate.test(text)) return client.query(...query)
      isPassed = true
      return pause().then(() => client.query(...query))
    })
  })
}

// A transaction that is held, or waits for one, takes as long as the others need, whatever the machine.
const PATIENCE_MS = 600_000

/** Prisma, with a pause before the commit of a transaction. */
export function pauseBeforeCommit(prisma: PrismaClient, pause: Pause): PrismaClient {
  const transact: PrismaClient['$transaction'] = (work: unknown, options?: object) => {
    if (typeof work !== 'function') throw new TypeError('only transactions of a function are held')
    const held = async (tx: unknown) => {
      const result: unknown = await work(tx)
      await pause()
      return result
    }
    const patient: object = { ...options, maxWait: PATIENCE_MS, timeout: PATIENCE_MS }
    return Reflect.apply(prisma.$transaction, prisma, [held, patient])
  }
  return replaceMember(prisma, '$transaction', transact)
}

/** An object like the given one, but for one method. */
export function replaceMember<Target extends object>(
  object: Target,
  name: keyof Target,
  replacement: (...given: never[]) => unknown,
): Target {
  return new Proxy(object, {
    get: (target, asked) => {
      if (asked === name) return replacement
      const member: unknown = Reflect.get(target, asked)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
}

function createLatch() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

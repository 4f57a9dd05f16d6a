import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { codesOf, ignoring, isCollision, PG_CODES, stateConflict } from '../errors.ts'
import type { Prisma, PrismaClient } from '../generated/prisma/client.ts'

export type Transaction = Prisma.TransactionClient

const beforeCommit = new AsyncLocalStorage<() => void>()

/** Runs `work`. Each change in it calls `check` before its commit, and makes nothing if that throws. */
export function checkCommits<Result>(check: () => void, work: () => Result): Result {
  return beforeCommit.run(check, work)
}

const callbacks = new WeakMap<object, (() => void)[]>()

/** Calls `callback` when the change of this transaction is committed. Outside of a change it calls it at once. */
export function afterCommit(tx: Transaction, callback: () => void): void {
  const waiting = callbacks.get(tx)
  if (waiting) waiting.push(callback)
  else callback()
}

/** Runs a change and its audit event in one transaction. `taken`: the message of `state_conflict` for a collision. */
export async function change<Result>(
  prisma: PrismaClient,
  work: (tx: Transaction) => Promise<Result>,
  taken?: string,
): Promise<Result> {
  try {
    const onCommit: (() => void)[] = []
    const run = async (tx: Transaction) => {
      callbacks.set(tx, onCommit)
      const result = await work(tx)
      beforeCommit.getStore()?.()
      return result
    }
    const result = await prisma.$transaction(run)
    for (const callback of onCommit) callback()
    return result
  } catch (thrown) {
    if (taken === undefined || !isCollision(thrown)) throw thrown
    throw stateConflict(taken, { cause: thrown })
  }
}

// Together they are less than the time limit of a transaction.
const FIRST_WAIT_MS = 2_000
const SECOND_WAIT_MS = 5_000
const WATCH_MS = 100

const watching = new WeakMap<PrismaClient, readonly pg.Pool[]>()

/** Sets the pools with which revocations end sessions that block them. The first has the role of the Prisma client. */
export function watchRevocations(prisma: PrismaClient, pools: readonly pg.Pool[]): void {
  watching.set(prisma, pools)
}

/**
 * Runs a change that takes access away. Other sessions must not delay it. It waits for locks for two seconds. Then it
 * runs again, and ends every session of this program that it waits for: a frozen process, or one on a disconnected
 * host, would keep its locks. So `work` can run twice. Otherwise the same as `change`.
 */
export async function revocation<Result>(
  prisma: PrismaClient,
  work: (tx: Transaction) => Promise<Result>,
  taken?: string,
): Promise<Result> {
  const limited = async (tx: Transaction) => {
    await limitWait(tx, FIRST_WAIT_MS)
    return work(tx)
  }
  try {
    return await change(prisma, limited, taken)
  } catch (thrown) {
    if (!isLockHeld(thrown)) throw thrown
  }
  const unhindered = async (tx: Transaction) => {
    const stopWatching = watch(watching.get(prisma) ?? [], await limitWait(tx, SECOND_WAIT_MS))
    // Stops before the transaction ends, because its session then serves other transactions.
    return work(tx).finally(stopWatching)
  }
  return change(prisma, unhindered, taken)
}

// Returns the process id of the session. Revocations end only sessions with the name of the gateway or of an import, so
// the other name protects this one.
async function limitWait(tx: Transaction, milliseconds: number): Promise<number> {
  const [row] = await tx.$queryRaw<{ pid: number }[]>`
    SELECT pg_backend_pid() AS pid, set_config('lock_timeout', ${String(milliseconds)}, true),
           set_config('application_name', 'orangery revocation', true)`
  return row?.pid ?? 0
}

function watch(pools: readonly pg.Pool[], waiting: number): () => Promise<void> {
  const reported = new Set<string>()
  const stopped = new AbortController()
  const run = async () => {
    while (!stopped.signal.aborted) {
      // After a failure, the revocation still has its limit.
      await endBlockers(pools, waiting, reported).catch(() => {})
      await sleep(WATCH_MS, undefined, { signal: stopped.signal }).catch(() => {})
    }
  }
  const done = run()
  return () => {
    stopped.abort()
    return done
  }
}

/** Whether a statement has waited for a lock for as long as its transaction allows. */
export function isLockHeld(thrown: unknown): boolean {
  return thrown instanceof Error && codesOf(thrown).includes(PG_CODES.lockNotAvailable)
}

/** A session that a revocation waits for, or waited for. */
export interface Blocker {
  readonly pid: number
  readonly role: string
  readonly since: string
  /** Whether it was ended. Its transaction is then rolled back. */
  readonly isEnded: boolean
}

type Listener = (blocker: Blocker) => void

const listeners = new Set<Listener>()

/** Calls the listener with each session that a revocation of this process has ended or could not end. */
export function onBlocker(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** A sentence for the operator: whether the session was ended, and what to do if not. */
export function describeBlocker({ pid, role, since, isEnded }: Blocker): string {
  const session = `the session ${pid} of the role ${role}, connected since ${since}`
  if (isEnded) return `Ended ${session}, because a revocation waited for it.`
  return `A revocation waits for ${session}, which this role may not end. Run as a superuser: SELECT pg_terminate_backend(${pid});`
}

/**
 * Ends the sessions of this program that block, directly or not, the session of the first pool with the process id
 * `waiting`. Each pool ends sessions of its own role. Listeners have got the sessions in `reported` already.
 */
export async function endBlockers(
  [own, ...others]: readonly pg.Pool[],
  waiting: number,
  reported: Set<string>,
): Promise<void> {
  if (!own) return
  const { rows } = await own.query<Omit<Blocker, 'isEnded'>>(FIND, [waiting])
  for (const blocker of rows) {
    const isEnded = await endSession([own, ...others], waiting, blocker.pid)
    const key = `${blocker.pid} ${isEnded}`
    // Another revocation may have ended it meanwhile.
    const isGone = !isEnded && !(await isDone(own, IS_THERE, [blocker.pid]))
    if (isGone || reported.has(key)) continue
    reported.add(key)
    for (const listener of listeners) listener({ ...blocker, isEnded })
  }
}

async function endSession(pools: readonly pg.Pool[], waiting: number, pid: number) {
  for (const pool of pools) if (await isDone(pool, END_OF_OWN_ROLE, [pid])) return true
  return isDone(pools[0], END_OF_OWNER, [waiting, pid])
}

// Whether a statement returns a row. False if the role may not run it.
async function isDone(pool: pg.Pool | undefined, text: string, values: readonly number[]) {
  const result = await pool
    ?.query(text, [...values])
    .catch(ignoring(PG_CODES.insufficientPrivilege))
  return (result?.rowCount ?? 0) > 0
}

// Sessions of other programs are not ended. An import names its session (open-imports.ts).
const IS_ENDED_NAME = `(a.application_name = 'orangery' OR a.application_name LIKE 'orangery import %')`
// A session that waits itself is not the cause, so only the end of the chain is found.
const FIND = `
  WITH RECURSIVE chain (pid) AS (
    SELECT unnest(pg_blocking_pids($1::int))
     UNION SELECT unnest(pg_blocking_pids(chain.pid)) FROM chain)
  SELECT a.pid, a.usename::text AS role, to_char(a.backend_start AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS since
    FROM chain JOIN pg_stat_activity a ON a.pid = chain.pid
   WHERE a.datname = current_database() AND ${IS_ENDED_NAME} AND cardinality(pg_blocking_pids(a.pid)) = 0`

// CASE fixes the order of evaluation: a session of another role or another process id is never ended.
const END_OF_OWN_ROLE = `
  SELECT FROM pg_stat_activity a
   WHERE CASE WHEN a.pid = $1::int AND a.usename = current_user THEN pg_terminate_backend($1::int) END`

const END_OF_OWNER = 'SELECT FROM public.end_blockers($1::int) AS ended WHERE ended = $2::int'

const IS_THERE = 'SELECT FROM pg_stat_activity WHERE pid = $1::int'

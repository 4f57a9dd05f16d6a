import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Transaction } from '../../src/database/change.ts'
import type { Environment, PrismaClient } from '../../src/generated/prisma/client.ts'
import { type Actor, operator } from '../../src/modules/audit/audit.writes.ts'
import { createFirm } from '../../src/modules/firms/firm.writes.ts'
import { createGrant, type NewGrant } from '../../src/modules/grants/grant.writes.ts'
import { createKey, type NewKey } from '../../src/modules/keys/api-key.writes.ts'
import { createClient } from '../../src/modules/people/person.writes.ts'

/** The current instant in the tests of this folder. */
export const NOW = new Date('2026-11-20T09:30:00.000Z')

export function later(milliseconds: number): Date {
  return new Date(NOW.getTime() + milliseconds)
}

/** A name, and an email that no other test uses. */
export function someone() {
  return { name: 'Ada Hale', email: `${randomBytes(8).toString('hex')}@example.com` }
}

/** Ids that do not exist: malformed, hostile, another's, and an unknown one. */
export function hostileIds(noun: string): string[] {
  const ulid = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
  const ends = [`${ulid.slice(0, -1)}\0`, `${ulid.slice(0, -1)}\ud800`, `${ulid}\n`, ulid]
  const others = ['', "' OR true --", '0'.repeat(100_000)]
  return ['', 'null', `event_${ulid}`, ...[...others, ...ends].map((end) => `${noun}_${end}`)]
}

/** A user as actor, with a request id that the database cannot store: the event of the action fails. */
export const UNRECORDABLE: Actor = { kind: 'user', userId: 'user_x', requestId: '\0' }

/** The errors of calls that are refused, by their codes. */
export const CONFLICT = { code: 'state_conflict' }
export const INVALID = { code: 'invalid_parameter' }
export const NOT_FOUND = { code: 'record_not_found' }

/** The events of a subject, oldest first. */
export function eventsOf(prisma: PrismaClient, subject: string) {
  return prisma.auditEvent.findMany({ where: { subject }, orderBy: { id: 'asc' } })
}

export async function enterpriseFirm(prisma: PrismaClient): Promise<string> {
  const firm = await createFirm(operator(prisma), { name: 'Hale Estates', plan: 'enterprise' })
  return firm.id
}

export async function clientOf(prisma: PrismaClient, environment: Environment = 'production') {
  const client = await createClient(operator(prisma), { ...someone(), environment })
  return client.id
}

/** A key with every default, of a firm of its own unless one is named. */
export async function keyOf(prisma: PrismaClient, input: Partial<NewKey> = {}) {
  const firmId = input.firmId ?? (await enterpriseFirm(prisma))
  const key = { name: 'reports', environment: 'production', scopes: ['valuation'] } as const
  return createKey(operator(prisma, NOW), { ...key, ...input, firmId })
}

/** A grant with every default, of a key and a client of its own unless they are named. */
export async function grantOf(prisma: PrismaClient, input: Partial<NewGrant> = {}) {
  const keyId = input.keyId ?? (await keyOf(prisma)).id
  const clientId = input.clientId ?? (await clientOf(prisma))
  const terms = { scopes: ['valuation'], filter: { type: 'all' } } as const
  return createGrant(operator(prisma, NOW), { ...terms, ...input, keyId, clientId })
}

/**
 * Starts calls while an uncommitted transaction holds locks that they need. Each call has then read
 * all that it can read without waiting before the first of them continues.
 */
export async function startBehind(
  prisma: PrismaClient,
  block: (tx: Transaction) => Promise<unknown>,
  start: () => Promise<unknown>[],
) {
  let calls: Promise<unknown>[] = []
  await prisma.$transaction(async (tx) => {
    await block(tx)
    calls = start()
    await Promise.race([Promise.allSettled(calls), sleep(250)])
  })
  return Promise.allSettled(calls)
}

/** How many of several calls went well, and the codes of the others. */
export function outcomes(settled: PromiseSettledResult<unknown>[]) {
  const codes = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
  return { done: settled.length - codes.length, codes }
}

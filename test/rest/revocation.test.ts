import { beforeEach, expect, test } from 'vitest'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { updateGrant } from '../../src/modules/grants/grant.writes.ts'
import { revokeGrant } from '../../src/modules/grants/grant-revocation.writes.ts'
import { revokeKey, rollKey } from '../../src/modules/keys/api-key-secret.writes.ts'
import { type Reply, testGateway } from '../support/gateway.ts'
import { clientWith, readerOf } from '../support/portfolio.ts'
import { testTable } from '../support/test-table.ts'

const gateway = testGateway()
const { database } = gateway
const { prisma } = database
let reader = { id: '', secret: '', grantId: '' }
let path = ''

beforeEach(grant)

async function grant() {
  const clientId = await clientWith(database, [
    { type: 'asset', ref: 'w', title: 'Watch', category: 'watches', market_value: '1' },
    { type: 'asset', ref: 'a', title: 'Seascape', category: 'art', market_value: '2' },
  ])
  reader = await readerOf(database, clientId)
  path = `/api/v1/assets?client_id=${clientId}`
}

interface Read {
  readonly startedAfter: boolean
  readonly reply: Reply
}

/** Reads without pause, several at a time, before, while and after the change is made. */
async function readAround(change: () => Promise<unknown>): Promise<Read[]> {
  const reads: Read[] = []
  let answered = false
  let enough = false
  const readOn = async () => {
    while (!enough) {
      const startedAfter = answered
      reads.push({ startedAfter, reply: await gateway.request(path, { key: reader.secret }) })
    }
  }
  const readers = [readOn(), readOn(), readOn()]
  while (reads.length < 6) await new Promise((resolve) => setTimeout(resolve, 5))
  await change()
  answered = true
  while (reads.filter(({ startedAfter }) => startedAfter).length < 6)
    await new Promise((resolve) => setTimeout(resolve, 5))
  enough = true
  await Promise.all(readers)
  return reads
}

const outcome = ({ reply }: Read) => reply.json.error?.code ?? 'read'
const later = (reads: Read[]) => reads.filter(({ startedAfter }) => startedAfter)

testTable([
  ['revoked_api_key', () => revokeKey(operator(prisma), { keyId: reader.id })],
  ['invalid_api_key', () => rollKey(operator(prisma), { keyId: reader.id })],
  ['grant_revoked', () => revokeGrant(operator(prisma), { grantId: reader.grantId })],
])('the first request after the response to the change is rejected', async (code, change) => {
  await grant()
  const reads = await readAround(change)
  expect(reads.slice(0, 1).map(outcome)).toEqual(['read'])
  expect(new Set(reads.map(outcome))).toEqual(new Set(['read', code]))
  expect(new Set(later(reads).map(outcome))).toEqual(new Set([code]))
})

test('each request sees the old or the new terms, never a mixture, and the first after the change the new ones', async () => {
  const filter = { type: 'category', categories: ['watches'] } as const
  const terms = { grantId: reader.grantId, filter, scopes: ['registry'] }
  const reads = await readAround(() => updateGrant(operator(prisma), terms))
  for (const { reply } of reads) {
    const { data, grant, pagination } = reply.json
    const old = grant.version === 1
    expect([data.length, pagination.total_count]).toEqual(old ? [2, 2] : [1, 1])
    expect('valuation' in data[0]).toBe(old)
  }
  expect(reads[0]?.reply.json.grant.version).toBe(1)
  for (const { reply } of later(reads)) expect(reply.json.grant.version).toBe(2)
})

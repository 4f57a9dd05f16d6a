import { beforeEach, describe, expect, test } from 'vitest'
import {
  addRequests,
  MAX_OF_KEY,
  removeSurplusRequests,
} from '../../../src/modules/usage/request.writes.ts'
import { countingGateway, NOON } from './recording.fixtures.ts'
import { requestRow } from './request-row.ts'

const { gateway, begin } = countingGateway()
const { prisma, pool } = gateway.database
let keyId = ''

beforeEach(async () => {
  keyId = (await begin()).keyId
})

/** What is stored of the key, newest first. */
async function stored() {
  await gateway.usage.flush()
  return prisma.keyRequest.findMany({ where: { keyId }, orderBy: [{ at: 'desc' }, { id: 'desc' }] })
}

const SECONDS = 1_000

describe('what is stored of a key is bounded', () => {
  test('a burst of 5,000 requests over the limit does not push out one other', async () => {
    const rows = [
      requestRow(keyId, {
        at: new Date(NOON),
        request_id: 'one',
        code: 'invalid_parameter',
        status: 400,
      }),
      ...Array.from({ length: 5_000 }, (_, n) =>
        requestRow(keyId, { at: new Date(NOON + n * SECONDS) }),
      ),
    ]
    await addRequests(pool, rows)
    await removeSurplusRequests(pool, [keyId])
    const left = await stored()
    expect(left).toHaveLength(MAX_OF_KEY)
    expect(left.at(-1)?.requestId).toBe('one')
    expect(left[0]?.at).toEqual(new Date(NOON + 4_999 * SECONDS))
  })

  test('kinds share the room, and another key is not touched', async () => {
    const endpoints = ['GET /a', 'GET /b', 'GET /c']
    const next = requestRow('key_next')
    const rows = endpoints.flatMap((endpoint, place) =>
      Array.from({ length: [2_000, 100, 2_000][place] ?? 0 }, (_, n) =>
        requestRow(keyId, { endpoint, at: new Date(NOON + n) }),
      ),
    )
    await addRequests(pool, [...rows, next])
    await removeSurplusRequests(pool, [keyId])
    const left = await stored()
    const counts = endpoints.map((each) => left.filter(({ endpoint }) => endpoint === each).length)
    expect(counts).toEqual([450, 100, 450])
    expect(await prisma.keyRequest.count({ where: { keyId: 'key_next' } })).toBe(1)
  })
})

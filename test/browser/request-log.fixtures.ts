import { addRequests } from '../../src/modules/usage/request.writes.ts'
import { requestRow } from '../modules/usage/request-row.ts'
import type { TestGateway } from '../support/gateway.ts'

/** The ids of requests: two that were rejected, one of them a day ago, one for an unknown path, and one answered. */
export const REFUSED = 'nightly-refused'
export const EARLIER = 'nightly-earlier'
export const LOST = 'nightly-lost'
export const GOOD = 'nightly-good'

const DAY_MS = 86_400_000
const LONG = ['category=watches', `source=${'long_word_'.repeat(9)}`, 'page_size=100', 'x=…']

/** Stores requests of a key as a gateway does, with counts of their errors. */
export async function requestsOf({ database }: TestGateway, keyId: string, clientId: string) {
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  await addRequests(database.pool, [
    requestRow(keyId, {
      ...{ request_id: REFUSED, at: at(3), status: 403, code: 'grant_revoked' },
      ...{ client_id: clientId, parameters: LONG, message: 'The grant has been revoked.' },
    }),
    requestRow(keyId, {
      ...{ request_id: EARLIER, at: at(1_440), status: 403, code: 'grant_expired' },
      ...{ client_id: clientId, address: '192.0.2.7', version: '2024-01-01' },
    }),
    requestRow(keyId, {
      ...{ request_id: LOST, at: at(120), status: 404, code: 'route_not_found' },
      ...{ endpoint: 'unknown', path: '/api/v1/portfolios', message: 'There is no such path.' },
    }),
    requestRow(keyId, {
      ...{ request_id: GOOD, at: at(2_880), status: 200, code: null, message: null },
      ...{ endpoint: 'POST /graphql', parameters: ['operation=query A', 'fields=viewer'] },
    }),
    ...Array.from({ length: 25 }, (_, n) => requestRow(keyId, { at: at(200 + n) })),
  ])
  const today = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS)
  const earlier = new Date(today.getTime() - 2 * DAY_MS)
  const count = { keyId, endpoint: 'GET /api/v1/assets', status: 429, lastAt: at(200) }
  const limited = { ...count, code: 'rate_limit_exceeded', lastRequestId: GOOD }
  const data = [
    { ...limited, day: today, requests: 4_321 },
    { ...limited, day: earlier, requests: 1_000 },
    { ...count, day: today, code: 'grant_revoked', requests: 1, lastRequestId: REFUSED },
    {
      ...{ ...count, day: today, endpoint: 'unknown', code: 'route_not_found', status: 404 },
      ...{ requests: 1, lastRequestId: LOST },
    },
  ]
  await database.prisma.errorCount.createMany({ data })
}

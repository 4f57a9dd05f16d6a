import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMemoryQuota, type Quota } from '../../src/load/quota.ts'
import { plantErrors, portfolioErrors } from '../rest/error-answers.ts'
import { BARE, WATCH } from '../rest/records.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, readerOf, registryIds, tokenOf } from '../support/portfolio.ts'
import { casesOf, type Known } from './cases.ts'
import { type Exchange, startPrism, type ValidatingProxy } from './prism.ts'

const CASES = Number(process.env.OPENAPI_CASES ?? 900)
const SEED = Number(process.env.OPENAPI_SEED ?? Date.now() % 2 ** 31)

const counting = createMemoryQuota()
const unlimited: Quota = {
  spend: async (_subject, limit) => {
    return { limit, remaining: limit - 1, resetAt: new Date(Date.now() + 30_000), exceeded: false }
  },
  refund: async () => {},
}
// Prism compiles schemas in this process for up to a second, in which no header arrives.
const limits = { headersTimeout: 3_000, connectionsCheckingInterval: 50 }
const forErrors = testGateway({ quota: counting }, limits)
const forCases = testGateway({ quota: unlimited })
const { database } = forCases
let known: Known
let proxies: ValidatingProxy[] = []
const start = async (...from: Parameters<typeof startPrism>) => {
  const proxy = await startPrism(...from)
  proxies.push(proxy)
  return proxy
}

beforeAll(async () => {
  const client_id = await clientWith(database, [...WATCH, ...BARE])
  const { watch: registry_id = '' } = await registryIds(database, client_id)
  const wide = await readerOf(database, client_id)
  const narrow = await readerOf(database, client_id, { scopes: ['registry'] })
  const token = await tokenOf(database, client_id)
  known = { client_id, registry_id, keys: [wide.secret, wide.secret, narrow.secret], token }
})
afterAll(async () => {
  for (const proxy of proxies) await proxy.close()
  proxies = []
})

const of = (part: string, { violations }: Exchange) =>
  violations.filter(({ location }) => location[0] === part)
const wrong = (exchanges: readonly Exchange[]) =>
  exchanges.filter((exchange) => of('response', exchange).length > 0)

describe('through Prism', () => {
  test('every error fits the description', async () => {
    const proxy = await start(forErrors)
    const through = { ...forErrors, request: proxy.request }
    const exhaust = (id: string) => counting.spend(id, 1_000, 1_000)
    const portfolio = await portfolioErrors(through, exhaust)
    const plants = await plantErrors(through, exhaust)
    for (const answers of [portfolio, plants]) for (const ask of Object.values(answers)) await ask()
    expect(wrong(proxy.exchanges)).toEqual([])
    expect(proxy.exchanges.length).toBeGreaterThan(40)
  })

  test('requests of all operations, good and bad, fit it or are refused', async () => {
    const { request, exchanges } = await start(forCases)
    const cases = casesOf(known, CASES, SEED)
    for (let at = 0; at < cases.length; at += 8)
      await Promise.all(cases.slice(at, at + 8).map(({ path, call }) => request(path, call)))
    expect(wrong(exchanges), `cases of seed ${SEED}`).toEqual([])
    expect(exchanges.filter(({ status }) => status >= 500)).toEqual([])
    const served = exchanges.filter((each) => each.status < 400 && of('request', each).length > 0)
    expect(served, 'requests that do not fit the description, and were served').toEqual([])
    const refused = exchanges.filter(({ status }) => status >= 400).length
    expect(refused).toBeGreaterThan(CASES / 10)
    expect(exchanges.length - refused).toBeGreaterThan(CASES / 10)
  })

  test('a response that does not fit is found', async () => {
    const { request, exchanges } = await start(forCases, ({ components }) => {
      components.schemas.Pagination?.required.push('colour')
    })
    const [key = ''] = known.keys
    await request(`/api/v1/assets?client_id=${known.client_id}`, { key })
    expect(wrong(exchanges)).toHaveLength(1)
  })
})

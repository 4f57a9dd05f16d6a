import { executeSync, getIntrospectionQuery, parse } from 'graphql'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { schema } from '../../src/graphql/schema.ts'
import { HeavyWork } from '../../src/load/waiting/heavy-work.ts'
import { Browser } from '../support/browser.ts'
import { testGateway } from '../support/gateway.ts'
import { GATEWAYS } from '../support/gateway-pair.ts'
import { keyWith } from '../support/portfolio.ts'

const gateway = testGateway()
const visitor = new Browser(gateway)
let key = ''

beforeAll(async () => {
  key = (await keyWith(gateway.database)).secret
})

const executed = (query: string) => JSON.stringify(executeSync({ schema, document: parse(query) }))

// A long introspection takes its turn: test/load/heavy-parties.test.ts.
describe('the standard introspection query', () => {
  const tools = { descriptions: true, schemaDescription: true, inputValueDeprecation: true }
  const all = { ...tools, specifiedByUrl: true, directiveIsRepeatable: true, oneOf: true }
  test('is served byte for byte as it is executed, from one body, as tools send it', async () => {
    for (const options of [{}, tools, all, { descriptions: false }]) {
      const query = getIntrospectionQuery(options)
      const turns = vi.spyOn(HeavyWork.prototype, 'enter').mockClear()
      for (let i = 0; i < 3 * GATEWAYS; i++) {
        const { status, text, headers } = await gateway.graphql(query, { key })
        expect([status, text]).toEqual([200, executed(query)])
        expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8')
      }
      // Only the first one of each process makes the body.
      expect(turns.mock.calls.length).toBeLessThanOrEqual(GATEWAYS)
    }
  })

  test('is recognised in other spacing, and with its name', async () => {
    const query = getIntrospectionQuery()
    const spaced = `# of a tool\n${query.replaceAll(/\s+/g, ' ,  ')}`
    const left = async (body: object) => {
      const { text, headers } = await visitor.post('/graphql', body)
      expect(text).toBe(executed(query))
      return Number(headers.get('X-RateLimit-Remaining'))
    }
    const first = await left({ query: spaced })
    expect(await left({ query: spaced, operationName: 'IntrospectionQuery' })).toBe(first - 1)
  })
})

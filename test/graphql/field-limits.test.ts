import { describe, expect, test } from 'vitest'
import { testGateway } from '../support/gateway.ts'
import { keyWith } from '../support/portfolio.ts'
import { sendInWaves } from '../support/waves.ts'

const gateway = testGateway()
const { database } = gateway

async function ask(key: string, query = '{ portfolios { nodes { currency } } }') {
  const { json } = await gateway.graphql(query, { key })
  return json.errors ? json.errors[0].extensions.code : 'served'
}

async function countOutcomes(count: number, key: string) {
  const outcomes = await sendInWaves(count, () => ask(key))
  return {
    served: outcomes.filter((outcome) => outcome === 'served').length,
    limited: outcomes.filter((outcome) => outcome === 'rate_limit_exceeded').length,
  }
}

describe('portfolios', () => {
  test('serve 60 of 200 parallel calls, and none after them', async () => {
    const { secret } = await keyWith(database)
    expect(await countOutcomes(200, secret)).toEqual({ served: 60, limited: 140 })
    expect(await countOutcomes(10, secret)).toEqual({ served: 0, limited: 10 })
  })

  test('are counted separately for each caller', async () => {
    const one = await keyWith(database)
    const other = await keyWith(database)
    expect(await countOutcomes(60, one.secret)).toEqual({ served: 60, limited: 0 })
    expect(await ask(one.secret)).toBe('rate_limit_exceeded')
    expect(await ask(other.secret)).toBe('served')
  })

  test('are counted by field, also under aliases in one document', async () => {
    const { secret } = await keyWith(database)
    const fields = Array.from({ length: 40 }, (_, i) => `a${i}: portfolios { nodes { currency } }`)
    expect(await ask(secret, `{ ${fields.join(' ')} }`)).toBe('served')
    expect(await ask(secret, `{ ${fields.join(' ')} }`)).toBe('rate_limit_exceeded')
    expect(await ask(secret, '{ viewer { id } }')).toBe('served')
  })
})

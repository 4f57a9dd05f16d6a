import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ReservingStore } from '../../src/graphql/field-limits.ts'
import { testGateway } from '../support/gateway.ts'
import { keyWith } from '../support/portfolio.ts'

const gateway = testGateway()
const { database } = gateway

async function ask(key: string, query = '{ portfolios { nodes { currency } } }') {
  const { json } = await gateway.graphql(query, { key })
  return json.errors ? json.errors[0].extensions.code : 'served'
}

async function countOutcomes(count: number, key: string) {
  const outcomes = await Promise.all(Array.from({ length: count }, () => ask(key)))
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
    await countOutcomes(60, one.secret)
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

describe('the store', () => {
  beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-20T09:30:00Z') }))
  afterEach(() => void vi.useRealTimers())
  const identity = { contextIdentity: 'key_x Query', fieldIdentity: 'portfolios' }

  test('returns the earlier calls, and adds each call when it is read', () => {
    const store = new ReservingStore()
    expect([0, 1, 2].map(() => store.getForIdentity(identity).length)).toEqual([0, 1, 2])
  })

  test('forgets a call after a minute', () => {
    const store = new ReservingStore()
    store.getForIdentity(identity)
    vi.advanceTimersByTime(59_999)
    expect(store.getForIdentity(identity)).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(store.getForIdentity(identity)).toHaveLength(1)
  })

  test('removes a rejected call', () => {
    const store = new ReservingStore()
    store.getForIdentity(identity)
    store.getForIdentity(identity)
    store.release(identity.contextIdentity, identity.fieldIdentity)
    expect(store.getForIdentity(identity)).toHaveLength(1)
  })

  test('is bounded, and evicts the least recently used', () => {
    const store = new ReservingStore()
    for (let i = 0; i < 30_000; i++)
      store.getForIdentity({ contextIdentity: `key_${i}`, fieldIdentity: 'portfolios' })
    expect(store.size).toBe(10_000)
    const last = { contextIdentity: 'key_29999', fieldIdentity: 'portfolios' }
    expect(store.getForIdentity(last)).toHaveLength(1)
    for (let i = 0; i < 3_000; i++) store.getForIdentity(last)
    expect(store.getForIdentity(last).length).toBeLessThanOrEqual(1_000)
  })
})

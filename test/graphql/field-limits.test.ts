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

async function tally(count: number, key: string) {
  const outcomes = await Promise.all(Array.from({ length: count }, () => ask(key)))
  return {
    served: outcomes.filter((outcome) => outcome === 'served').length,
    refused: outcomes.filter((outcome) => outcome === 'rate_limit_exceeded').length,
  }
}

describe('portfolios', () => {
  test('serve 60 of 200 calls at once, and no more after them', async () => {
    const { secret } = await keyWith(database)
    expect(await tally(200, secret)).toEqual({ served: 60, refused: 140 })
    expect(await tally(10, secret)).toEqual({ served: 0, refused: 10 })
  })

  test('are counted for each caller apart', async () => {
    const one = await keyWith(database)
    const other = await keyWith(database)
    await tally(60, one.secret)
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

  test('gives the calls before this one, each on the list as soon as it is read', () => {
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

  test('takes a refused call back', () => {
    const store = new ReservingStore()
    store.getForIdentity(identity)
    store.getForIdentity(identity)
    store.release(identity.contextIdentity, identity.fieldIdentity)
    expect(store.getForIdentity(identity)).toHaveLength(1)
  })

  test('stays bounded, and keeps who came last', () => {
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

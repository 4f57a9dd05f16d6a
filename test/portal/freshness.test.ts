import { Client, cacheExchange, fetchExchange, gql, type OperationResult } from 'urql'
import { expect, test } from 'vitest'
import { FRESH_MS } from '../../src/portal/data/answer-ages.ts'
import { toPortalError } from '../../src/portal/data/error.ts'
import { Freshness } from '../../src/portal/data/freshness.ts'
import { SessionDocument } from '../../src/portal/generated/graphql.ts'
import { testTable } from '../support/test-table.ts'

// Lists that are empty, and so name no type.
const LIST = gql('query List { list { id } }')
const OTHER = gql('query Other { other { id } }')
const ACT = gql('mutation Act { act }')

/** A client with the names of what its server was asked since the last look, and a clock. */
function setUp() {
  let asked: string[] = []
  let now = 0
  let done: boolean | null = true
  let failure: 'network' | string | null = null
  let isStaff = false
  let gate: Promise<void> | undefined
  const fresh = new Freshness(() => now)
  const answer = async (_: unknown, init?: RequestInit) => {
    const { operationName } = JSON.parse(String(init?.body))
    asked.push(operationName)
    if (failure === 'network') throw new TypeError('Failed to fetch')
    if (failure) {
      const errors = [{ message: 'failed', extensions: { code: failure } }]
      return Response.json({ data: null, errors })
    }
    if (operationName === 'List') await gate
    const viewer = { person: { isStaff } }
    const data = operationName === 'Act' ? { act: done } : { list: [], other: [], viewer }
    return Response.json({ data, ...(data.act === null && { errors: [{ message: 'failed' }] }) })
  }
  const client = new Client({
    url: 'http://localhost/graphql',
    preferGetMethod: false,
    fetch: answer,
    exchanges: [fresh.asked, cacheExchange, fresh.answered, fetchExchange],
  })
  return {
    client,
    show: async (query = LIST, context = {}) => {
      const { unsubscribe } = client.query(query, {}, context).subscribe(() => {})
      await settled()
      return unsubscribe
    },
    signIn: async (asStaff: boolean) => {
      isStaff = asStaff
      await client.query(SessionDocument, {}).toPromise()
    },
    /** Holds the responses with lists until it is called. */
    hold: () => {
      let release = () => {}
      gate = new Promise((resolve) => {
        release = resolve
      })
      return async () => {
        release()
        await settled()
      }
    },
    fail: (how: string | null) => {
      failure = how
    },
    act: async (result: boolean | null) => {
      done = result
      await client.mutation(ACT, {}).toPromise()
      await settled()
    },
    comeBack: async (afterMs: number) => {
      now += afterMs
      fresh.refresh(client)
      await settled()
    },
    askedSince: () => {
      const names = asked
      asked = []
      return names.toSorted()
    },
  }
}

// The requests and what follows them are promises, without a timer.
const settled = async () => {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setTimeout(resolve, 0))
}

test('on return, what is shown and old is read again, and nothing else', async () => {
  const { show, comeBack, askedSince } = setUp()
  await show()
  const hide = await show(OTHER)
  hide()
  await comeBack(FRESH_MS - 1)
  expect(askedSince()).toEqual(['List', 'Other'])
  await comeBack(1)
  expect(askedSince()).toEqual(['List'])
  await comeBack(0)
  expect(askedSince()).toEqual([])
})

test('what is shown again is read again by age, but not what a form is based on, and not for staff', async () => {
  const { show, comeBack, signIn, askedSince } = setUp()
  const showAgain = async (context = {}) => {
    const hide = await show(LIST, context)
    hide()
    return askedSince()
  }
  await signIn(false)
  expect(await showAgain()).toEqual(['List', 'Session'])
  await comeBack(FRESH_MS)
  expect(await showAgain({ steady: true })).toEqual([])
  expect(await showAgain()).toEqual(['List'])
  await signIn(true)
  askedSince()
  await comeBack(FRESH_MS)
  expect(await showAgain()).toEqual([])
  await show()
  await comeBack(FRESH_MS)
  expect(askedSince()).toEqual([])
})

test('what was on its way when something was done is shown as old, and read again once', async () => {
  const { client, act, hold, show, askedSince } = setUp()
  const seen: [boolean, boolean][] = []
  const { unsubscribe } = client.query(LIST, {}).subscribe(({ data, stale }) => {
    seen.push([Boolean(data), stale])
  })
  await settled()
  const release = hold()
  await act(true)
  await act(true)
  expect(askedSince()).toEqual(['Act', 'Act', 'List', 'List'])
  seen.length = 0
  await release()
  expect(askedSince()).toEqual(['List'])
  expect(seen.every(([hasData]) => hasData)).toBe(true)
  expect([seen[0], seen.at(-1)]).toEqual([
    [true, true],
    [true, false],
  ])
  unsubscribe()
  await show()
  expect(askedSince()).toEqual([])
})

test('what was done makes all lists be read again, empty ones too; what failed makes none', async () => {
  const { show, act, askedSince } = setUp()
  await show()
  const hide = await show(OTHER)
  hide()
  askedSince()
  await act(true)
  expect(askedSince()).toEqual(['Act', 'List'])
  await show(OTHER)
  expect(askedSince()).toEqual(['Other'])
  await act(null)
  expect(askedSince()).toEqual(['Act'])
})

testTable([
  ['network', true, 'offline'],
  ['service_unavailable', true, 'service_unavailable'],
  ['rate_limit_exceeded', true, 'rate_limit_exceeded'],
  ['record_not_found', false, 'record_not_found'],
  ['caller_not_allowed', false, 'caller_not_allowed'],
])('what is shown stays only where reading again failed for a while', async (how, stays, code) => {
  const { client, comeBack, fail } = setUp()
  let latest: OperationResult | undefined
  client.query(LIST, {}).subscribe((result) => {
    latest = result
  })
  await settled()
  fail(how)
  await comeBack(FRESH_MS)
  expect(Boolean(latest?.data)).toBe(stays)
  expect(latest?.error && toPortalError(latest.error).code).toBe(code)
  fail(null)
  await comeBack(0)
  expect(latest).toMatchObject({ data: { list: [] }, error: undefined })
})

import {
  focusManager,
  InfiniteQueryObserver,
  QueryClientProvider,
  QueryObserver,
} from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SessionDocument, TypedDocumentString } from '../../src/portal/generated/graphql.ts'
import { testTable } from '../support/test-table.ts'
import { portalAsking, refusal } from './asked-server.ts'

type Lists = { readonly list: readonly unknown[] }
const LIST = new TypedDocumentString<Lists, object>('query List { list { id } }')
const OTHER = new TypedDocumentString<Lists, object>('query Other { list { id } }')
const FRESH_MS = 30_000

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** The portal with the names of what its server was asked since the last look. */
async function setUp({ isStaff = false } = {}) {
  let asked: string[] = []
  let failure: string | null = null
  let gate: Promise<void> | undefined
  const portal = await portalAsking(async ({ operationName }) => {
    asked.push(operationName)
    if (failure === 'network') throw new TypeError('Failed to fetch')
    if (failure) return refusal(failure)
    if (operationName === 'List') await gate
    return Response.json({ data: { list: [], viewer: { person: { isStaff } } } })
  })
  const { queryClient, queryOf } = portal
  queryClient.mount()
  await queryClient.fetchQuery(queryOf(SessionDocument, {}))
  asked = []
  return {
    ...portal,
    show: async (document = LIST, options = {}) => {
      const observer = new QueryObserver(queryClient, { ...queryOf(document, {}), ...options })
      const hide = observer.subscribe(() => {})
      await settled()
      return hide
    },
    /** Holds the responses with lists until it is called. */
    hold: () => {
      let release = () => {}
      gate = new Promise((resolve) => {
        release = resolve
      })
      return () => release()
    },
    fail: (how: string | null) => {
      failure = how
    },
    comeBack: async (afterMs: number) => {
      vi.setSystemTime(Date.now() + afterMs)
      focusManager.onFocus()
      await settled()
    },
    askedSince: () => {
      const names = asked
      asked = []
      return names.toSorted()
    },
  }
}

// The requests and what follows them are promises, and timers of no time.
const settled = async () => {
  for (let turn = 0; turn < 9; turn++) await new Promise((resolve) => setTimeout(resolve, 0))
}

test('on return, what is shown and old is read again, and nothing behind a dialog', async () => {
  const { show, comeBack, askedSince, page } = await setUp()
  await show()
  const hide = await show(OTHER)
  hide()
  await comeBack(FRESH_MS - 1)
  expect(askedSince()).toEqual(['List', 'Other'])
  page.querySelector = () => page
  await comeBack(1)
  expect(askedSince()).toEqual([])
  page.querySelector = () => null
  await comeBack(0)
  expect(askedSince()).toEqual(['List'])
  await comeBack(0)
  expect(askedSince()).toEqual([])
})

testTable([
  [false, {}, ['List']],
  [false, { staleTime: Number.POSITIVE_INFINITY }, []],
  [true, {}, []],
])(
  'what is shown again is read again by age, but no form and not for staff',
  async (isStaff, options, expected) => {
    const { show, comeBack, askedSince } = await setUp({ isStaff })
    const hide = await show(LIST, options)
    hide()
    expect(askedSince()).toEqual(['List'])
    await comeBack(FRESH_MS)
    await show(LIST, options)
    expect(askedSince()).toEqual(expected)
    await comeBack(FRESH_MS)
    expect(askedSince()).toEqual(expected)
  },
)

test('what was on its way when something was done is given up, and read again once', async () => {
  const { queryClient, hold, show, outdateAll, askedSince } = await setUp()
  const release = hold()
  await show()
  await show(OTHER)
  outdateAll()
  outdateAll()
  await settled()
  expect(askedSince()).toEqual(['List', 'List', 'Other', 'Other'])
  release()
  await settled()
  expect(queryClient.isFetching()).toBe(0)
  await show()
  expect(askedSince()).toEqual([])
})

test('what was done makes all be read again that is shown then, and not what the person has left', async () => {
  const { show, outdateAll, askedSince } = await setUp()
  const leave = await show()
  await show(OTHER)
  askedSince()
  outdateAll()
  leave()
  await settled()
  expect(askedSince()).toEqual(['Other'])
  await show()
  expect(askedSince()).toEqual(['List'])
})

testTable([
  ['network', true, 'offline'],
  ['service_unavailable', true, 'service_unavailable'],
  ['rate_limit_exceeded', true, 'rate_limit_exceeded'],
  ['record_not_found', false, 'record_not_found'],
  ['caller_not_allowed', false, 'caller_not_allowed'],
])('what is shown stays only where reading again failed for a while', async (how, stays, code) => {
  const { queryClient, useQuery, show, comeBack, fail, askedSince } = await setUp()
  let latest: ReturnType<typeof useQuery> | undefined
  const look = () => {
    latest = useQuery(LIST, {})
    return null
  }
  await show()
  fail(how)
  await comeBack(FRESH_MS)
  renderToStaticMarkup(
    createElement(QueryClientProvider, { client: queryClient }, createElement(look)),
  )
  expect([Boolean(latest?.data), latest?.error?.code]).toEqual([stays, code])
  fail(null)
  askedSince()
  window.dispatchEvent(new Event('online'))
  await settled()
  expect(askedSince()).toEqual(['List'])
})

testTable([
  [{ firm: null }, undefined, 'internal_error'],
  [{ viewer: {}, firm: null }, 'record_not_found', 'record_not_found'],
  [{ firm: { key: null } }, 'record_not_found', null],
])('data of which a root field has failed is none', async (data, code, error) => {
  const errors = code && [{ message: 'x', extensions: { code } }]
  const { request } = await portalAsking(() => Response.json({ data, errors }))
  const answer = await request(LIST, {})
  expect('body' in answer ? answer.body : null).toEqual(error ? null : data)
  expect(answer.error?.code).toBe(code ?? error)
})

test('an answer that is not JSON is unreadable', async () => {
  const { request } = await portalAsking(() => new Response('<html>'))
  expect(await request(LIST, {})).toMatchObject({ error: { code: 'unreadable' } })
})

interface Letters {
  readonly letters: {
    readonly nodes: readonly string[]
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
  }
}
const LETTERS = new TypedDocumentString<Letters, { after: string | null }>('query Letters { x }')

async function twoPages() {
  const server = { letters: 'abcde', asked: [] as unknown[], fails: false }
  const { queryClient, pagesOf } = await portalAsking(({ variables: { after } }) => {
    server.asked.push(after)
    if (server.fails) return refusal('service_unavailable')
    const later = [...server.letters].filter((letter) => after === null || letter > String(after))
    const nodes = later.slice(0, 2)
    const pageInfo = { hasNextPage: later.length > 2, endCursor: nodes.at(-1) ?? null }
    return Response.json({ data: { letters: { nodes, pageInfo } } })
  })
  const options = pagesOf(
    LETTERS,
    (after) => ({ after }),
    ({ letters }) => letters,
  )
  const list = new InfiniteQueryObserver(queryClient, options)
  list.subscribe(() => {})
  await settled()
  await list.fetchNextPage()
  const shown = () =>
    list.getCurrentResult().data?.pages.map(({ body }) => body.letters.nodes.join(''))
  return { server, list, shown }
}

testTable([
  ['acde', ['ac', 'de']],
  ['0abcde', ['0a', 'bc']],
  ['e', ['e']],
  ['', ['']],
])('each page follows the one before as it is now', async (letters, expected) => {
  const { server, list, shown } = await twoPages()
  expect(shown()).toEqual(['ab', 'cd'])
  server.letters = letters
  await list.refetch()
  expect(shown()).toEqual(expected)
})

test('a page that fails keeps what was shown, and is read again alone', async () => {
  const { server, list, shown } = await twoPages()
  server.fails = true
  await list.fetchNextPage()
  expect(list.getCurrentResult()).toMatchObject({ isFetchNextPageError: true, hasNextPage: true })
  expect(shown()).toEqual(['ab', 'cd'])
  server.fails = false
  await list.fetchNextPage()
  expect(shown()).toEqual(['ab', 'cd', 'e'])
  expect(server.asked).toEqual([null, 'b', 'd', 'd'])
})

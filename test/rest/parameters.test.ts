import { expect, test } from 'vitest'
import { GatewayError } from '../../src/errors.ts'
import { namesOfRest } from '../../src/rest/parameters.ts'
import { PORTFOLIO_ROUTES } from '../../src/rest/portfolio.routes.ts'
import { parseQuery } from '../../src/rest/query.ts'
import { testGateway } from '../support/gateway.ts'
import { testReader } from '../support/reader.ts'
import { testTable } from '../support/test-table.ts'
import { words } from '../support/words.ts'

const LONG = '1'.repeat(10_000)
const BROKEN = [
  ...words(`
    %00 1%00 %ED%A0%80 %FF %ZZ % %E0%A4%A %20 %0A %E2%80%AE null undefined NaN [] {}
    '%20OR%201=1-- __proto__ constructor toString
  `),
  '',
  LONG,
]
const assets = '/api/v1/assets'
const valuations = '/api/v1/assets/:registry_id/valuations'
const LISTS = [assets, valuations]

/**
 * Why a path rejects a query string that names a client and goes on like this; null where it does
 * not. These are the functions that a request goes through, without the request.
 */
function errorOf(path: string, query: string, client = 'client_id=user_x&'): GatewayError | null {
  const route = PORTFOLIO_ROUTES.find((each) => each.path === path)
  if (!route) throw new Error(`no route: ${path}`)
  try {
    const parameters = parseQuery(client + query)
    const registry_id = 'ORY-WT-01ARZ3NDEKTSV4RRFFQ69G5FAV'
    const address = { path, parameters }
    route.prepare({ query: parameters, path: { registry_id }, body: {}, address })
    return null
  } catch (error) {
    if (error instanceof GatewayError) return error
    throw error
  }
}

test('client_id is rejected unless it is a short text', () => {
  const codeOf = (value: string) => errorOf(assets, `client_id=${value}`, '')
  expect(codeOf('')).toMatchObject({ code: 'missing_parameter' })
  for (const value of ['%00', '%ED%A0%80', '%FF', '%ZZ', LONG, 'u'.repeat(65)])
    expect(codeOf(value)).toMatchObject({
      code: 'invalid_parameter',
      message: expect.stringContaining('client_id'),
    })
})

test('the names of parameters may be percent-encoded, and empty pairs are ignored', () => {
  expect(errorOf(assets, 'p%61ge=1&&page%5Fsize=1&')).toBeNull()
})

test('the names of parameters are those of the path', () => {
  expect(errorOf(assets, 'x=1')?.message).toBe(
    'Unknown parameter: x. Accepted: client_id, category, min_value, max_value, updated_since, include, fields, page, page_size, cursor.',
  )
  expect(errorOf('/api/v1/portfolio/summary', 'page=1')?.code).toBe('unknown_parameter')
})

/** The values, of those that are given, which one of the paths does not reject as it should. */
function accepted(values: readonly string[], name: string, paths: readonly string[]) {
  return values.filter((value) =>
    paths.some((path) => {
      const { code = '', message = '' } = errorOf(path, `${name}=${value}`) ?? {}
      const isRight = code === 'invalid_parameter' && message.includes(name)
      return !isRight || message.length > 500
    }),
  )
}

// The forms of instants and decimals are in test/values. Here is what a query string makes of them.
testTable<[string, string[]]>([
  ['updated_since', words('2026-02-30 2026-01-01T10:00:00+02:00 %202026-01-01 2026-01-01%20 now')],
  ['min_value', words('1e3 1,5 007 +1 %2B1 1%20 1USD %D9%A1')],
  ['max_value', words('1e3 1,5 007 +1 %2B1 1%20 1USD %D9%A1')],
])('an instant or a decimal in any other form is rejected', (name, bad) => {
  expect(accepted([...BROKEN, ...bad], name, [assets])).toEqual([])
  expect(errorOf(assets, `min_value=${'9'.repeat(19)}`)?.message).toContain('at most 18 digits')
})

test('an instant has one of the forms of ISO 8601', () => {
  for (const value of words('2024-02-29 2026-01-01T10:00:00%2B23:59 2026-01-01T10:00:00,5Z')) {
    expect(errorOf(assets, `updated_since=${value}`)).toBeNull()
    expect(errorOf(valuations, `since=${value}`)).toBeNull()
  }
  expect(accepted(BROKEN, 'since', [valuations])).toEqual([])
})

test('a page in any other form is rejected, and has a size of 1 to 100', () => {
  const bad = words(`
    0 -1 1.5 1.0 1e3 2147483648 99999999999999999999 %201 1%20 +1 %2B1 01 0x1 1,2 one %D9%A1
  `)
  expect(accepted([...BROKEN, ...bad], 'page', LISTS)).toEqual([])
  expect(accepted([...BROKEN, ...bad, '101', '2147483647'], 'page_size', LISTS)).toEqual([])
  expect(errorOf(assets, 'page_size=101')?.message).toContain('1 to 100')
  for (const value of ['1', '100']) expect(errorOf(assets, `page_size=${value}`)).toBeNull()
})

// A value in the form of a source is a source. A value in the form of a cursor is rejected by its list.
const FORMS: Record<string, RegExp> = { source: /^[a-z]+$/, cursor: /^[\w-]{1,400}$/ }
testTable<[string, string, string[]]>([
  ['category', assets, ['XX', 'watch', 'watches,art', 'hasOwnProperty', 'PM%20']],
  ['include', assets, words('all * heirs valuation valuations, valuations,valuations Valuations')],
  ['source', valuations, ['A', '1a', 'a-b', 'a.b', 'a%20b', '*', '_x', 'a'.repeat(65)]],
  ['cursor', assets, ['a%20b', 'a=', '/']],
])('one word is rejected in any other form', (name, path, bad) => {
  const broken = BROKEN.filter((value) => !FORMS[name]?.test(value))
  expect(accepted([...broken, ...bad], name, [path])).toEqual([])
})

testTable([
  ['client_id%5B%5D=x', 'client_id[]'],
  ['client_id[]=x', 'client_id[]'],
  ['__proto__=1', '__proto__'],
  ['constructor=1', 'constructor'],
  ['Page=1', 'Page'],
  ['updated_sinc=2026-01-01', 'updated_sinc'],
  ['=1', 'a parameter'],
  ['%3Cscript%3E=1', 'a parameter'],
  [`${'x'.repeat(10_000)}=1`, 'a parameter'],
  ['p%20age=1', 'a parameter'],
])('the names of parameters are known ones', (query, named) => {
  for (const path of LISTS) {
    const error = errorOf(path, query)
    expect(error?.code).toBe('unknown_parameter')
    expect(error?.message).toContain(`Unknown parameter: ${named}.`)
    expect(error?.message).not.toContain('<script>')
  }
})

testTable([
  ['page=1&page=1', 'page'],
  ['page=1&p%61ge=2', 'page'],
  ['client_id=x', 'client_id'],
  ['category=art&category=art', 'category'],
  ['__proto__=1&__proto__=2', '__proto__'],
])('the names of parameters are given once', (query, named) => {
  const error = errorOf(assets, query)
  expect(error?.code).toBe('invalid_parameter')
  expect(error?.message).toContain(named)
  expect(error?.message).toContain('more than once')
})

testTable(['%ZZ=1', '%00=1', '%ED%A0%80=1', '%FF'])(
  'the names of parameters can be read',
  (query) => {
    expect(errorOf(assets, query)?.code).toBe('invalid_parameter')
  },
)

const gateway = testGateway()
const reader = testReader(gateway, [], { scopes: ['registry'] })

test('an error of the schema names cursor in REST and after in GraphQL', async () => {
  const cursor = 'A'.repeat(40)
  const path = `/api/v1/assets?client_id=${reader.clientId}&cursor=${cursor}`
  const rest = await gateway.request(path, reader)
  expect(rest.json.error.message).toMatch(/\bcursor takes/)
  const { json } = await reader.ask(`assets(after: "${cursor}") { totalCount }`)
  expect(json.errors[0].message).toMatch(/^after takes/)
})

test('an error of the schema keeps its code, headers and cause, and every other word', () => {
  const cause = new Error('lost')
  const headers = { 'Retry-After': '2' }
  const error = new GatewayError(
    'invalid_parameter',
    'first takes 1. updatedSince after orderBy.',
    { headers, cause },
  )
  expect(namesOfRest(new Set(['updated_since']))(error)).toMatchObject({
    code: 'invalid_parameter',
    headers,
    cause,
    message: 'page_size takes 1. updated_since after orderBy.',
  })
  expect(namesOfRest(new Set())(cause)).toBe(cause)
})

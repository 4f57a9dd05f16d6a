import { beforeAll, expect, test } from 'vitest'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, keyWith, registryIds } from '../support/portfolio.ts'
import { testTable } from '../support/test-table.ts'
import { words } from '../support/words.ts'
import { BROKEN, LONG } from './hostile.ts'
import { errorOf, LIST_PATHS } from './read-parameters.ts'

const gateway = testGateway()
const { database } = gateway
let clientId = ''
let registryId = ''
let key = ''

beforeAll(async () => {
  clientId = await clientWith(database, [
    { type: 'asset', ref: 'a', title: 'Watch', category: 'watches', market_value: '1' },
  ])
  registryId = (await registryIds(database, clientId)).a ?? ''
  const { id, secret } = await keyWith(database)
  await database.prisma.apiKey.updateMany({ where: { id }, data: { tier: 'enterprise' } })
  await grantWith(database, id, clientId)
  key = secret
})

const LISTS = ['assets', 'valuations'] as const
const pathOf = (list: string) =>
  list === 'assets' ? '/api/v1/assets' : `/api/v1/assets/${registryId}/${list}`

async function ask(query: string, list = 'assets') {
  const { status, json, text } = await gateway.request(
    `${pathOf(list)}?client_id=${clientId}&${query}`,
    { key },
  )
  return { status, code: json.error?.code ?? null, message: json.error?.message ?? '', text }
}

async function expectInvalid(name: string, value: string, list = 'assets') {
  const { status, code, message, text } = await ask(`${name}=${value}`, list)
  expect([value.slice(0, 60), status, code]).toEqual([value.slice(0, 60), 400, 'invalid_parameter'])
  expect(message).toContain(name)
  if (value.length > 100) expect(text.length).toBeLessThan(1_000)
}

const EXAMPLES: [string, string, string, string][] = [
  ['category', 'assets', 'watches', 'watch'],
  ['min_value', 'assets', '1.50', '1,5'],
  ['max_value', 'assets', '1.50', '1e3'],
  ['updated_since', 'assets', '2026-01-01T10:00:00Z', '2026-01-01T10:00:00+02:00'],
  ['include', 'assets', 'valuations', 'all'],
  ['source', 'valuations', 'spot_price', 'a-b'],
  ['since', 'valuations', '2024-02-29', '2025-02-29'],
  ...LISTS.flatMap((list): [string, string, string, string][] => [
    ['page', list, '1', '0'],
    ['page_size', list, '100', '101'],
  ]),
]
testTable(EXAMPLES)(
  'every parameter works, and is rejected if it is bad',
  async (name, list, good, bad) => {
    expect((await ask(`${name}=${good}`, list)).status).toBe(200)
    for (const value of [bad, '%ZZ', LONG]) await expectInvalid(name, value, list)
  },
)

// The form of these is right: what is in them is read where the list is.
const WORDS = ['null', 'undefined', 'NaN', '__proto__', 'constructor', 'toString']
testTable([
  ['assets', ['e30', 'W10', 'W251bGxd', ...WORDS]],
  ['valuations', ['e30', 'W10', 'WyJhIiwiYiJd', ...WORDS]],
])('a cursor is rejected unless the gateway created it', async (list, cursors) => {
  for (const value of [...cursors, 'a=', LONG]) await expectInvalid('cursor', value, list)
})

test('client_id is rejected unless it is a short text', async () => {
  for (const value of ['', '%00', '%ED%A0%80', '%FF', '%ZZ', LONG, 'u'.repeat(65)]) {
    const reply = await gateway.request(`/api/v1/assets?client_id=${value}`, { key })
    const code = value === '' ? 'missing_parameter' : 'invalid_parameter'
    expect([value.slice(0, 60), reply.status, reply.json.error.code]).toEqual([
      value.slice(0, 60),
      400,
      code,
    ])
    expect(reply.json.error.message).toContain('client_id')
  }
})

test('a client_id that cannot exist has no grant', async () => {
  const odd = [
    ...words(`__proto__ constructor %20 '-- %E2%80%AE * %25`),
    `${clientId}%20`,
    `a?client_id=${clientId}`,
  ]
  for (const value of [...odd, clientId.toLowerCase()]) {
    const reply = await gateway.request(`/api/v1/assets?client_id=${value}`, { key })
    expect([value, reply.status, reply.json.error.code]).toEqual([value, 403, 'no_active_grant'])
  }
})

test('the names of parameters may be percent-encoded, and empty pairs are ignored', async () => {
  expect((await ask('p%61ge=1&&page%5Fsize=1&')).status).toBe(200)
})

test('the names of parameters are those of the path', async () => {
  const { message } = await ask('x=1')
  expect(message).toBe(
    'Unknown parameter: x. Accepted: client_id, category, min_value, max_value, updated_since, include, fields, page, page_size, cursor.',
  )
  const summary = `/api/v1/portfolio/summary?client_id=${clientId}&page=1`
  const reply = await gateway.request(summary, { key })
  expect(reply.json.error.message).toBe('Unknown parameter: page. Accepted: client_id.')
})

const { assets, valuations } = LIST_PATHS

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
  const paths = Object.values(LIST_PATHS)
  expect(accepted([...BROKEN, ...bad], 'page', paths)).toEqual([])
  expect(accepted([...BROKEN, ...bad, '101', '2147483647'], 'page_size', paths)).toEqual([])
  expect(errorOf(assets, 'page_size=101')?.message).toContain('1 to 100')
  for (const value of ['1', '100']) expect(errorOf(assets, `page_size=${value}`)).toBeNull()
})

// What has the form of a source is one, and of a cursor, is rejected by its list.
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
  ['client_id[0]=x', 'client_id[0]'],
  ['page[size]=1', 'page[size]'],
  ['__proto__=1', '__proto__'],
  ['__proto__[page]=1', '__proto__[page]'],
  ['constructor=1', 'constructor'],
  ['toString=1', 'toString'],
  ['hasOwnProperty=1', 'hasOwnProperty'],
  ['Page=1', 'Page'],
  ['updated_sinc=2026-01-01', 'updated_sinc'],
  ['limit=1', 'limit'],
  ['field=all', 'field'],
  ['=1', 'a parameter'],
  ['%3Cscript%3E=1', 'a parameter'],
  [`${'x'.repeat(10_000)}=1`, 'a parameter'],
  ['p%20age=1', 'a parameter'],
])('the names of parameters are known ones', (query, named) => {
  for (const path of Object.values(LIST_PATHS)) {
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

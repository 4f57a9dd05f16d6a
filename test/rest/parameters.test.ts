import { beforeAll, describe, expect, test } from 'vitest'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, keyWith, registryIds } from '../support/portfolio.ts'
import { BROKEN, LONG } from './hostile.ts'

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
  await database.prisma.apiKey.update({ where: { id }, data: { tier: 'enterprise' } })
  await grantWith(database, id, clientId)
  key = secret
})

const LISTS = ['assets', 'valuations', 'documents'] as const
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

describe('every other parameter', () => {
  const LISTED: [string, string, string[]][] = [
    ['category', 'assets', ['XX', 'watch', 'watches,art', 'hasOwnProperty', 'PM%20']],
    ['include', 'assets', ['all', '*']],
    ['source', 'valuations', ['A', '1a', 'a-b', 'a.b', 'a%20b', '*']],
    ['cursor', 'assets', ['a%20b', 'a=', '/', 'e30', 'W10', 'W251bGxd']],
    ['cursor', 'valuations', ['e30', 'W10', 'WyJhIiwiYiJd']],
    ['cursor', 'documents', ['e30', 'W10', 'WyIiLCJ4Il0']],
  ]
  test.each(LISTED)('%s of %s is refused unless it fits', async (name, list, bad) => {
    // A source may be any word: those of the broken that are words are good.
    const broken = name === 'source' ? BROKEN.filter((value) => !/^[a-z]+$/.test(value)) : BROKEN
    for (const value of [...broken, ...bad]) await expectInvalid(name, value, list)
  })

  test('client_id is refused unless it is a short text', async () => {
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

  test('client_id that can be nobody has no grant', async () => {
    const odd = [
      '__proto__',
      'constructor',
      '%20',
      "'--",
      '%E2%80%AE',
      '*',
      '%25',
      `${clientId}%20`,
      `a?client_id=${clientId}`,
    ]
    for (const value of [...odd, clientId.toLowerCase()]) {
      const reply = await gateway.request(`/api/v1/assets?client_id=${value}`, { key })
      expect([value, reply.status, reply.json.error.code]).toEqual([value, 403, 'no_active_grant'])
    }
  })
})

describe('the names of parameters', () => {
  test.each([
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
    ['fields=all', 'fields'],
    ['=1', 'a parameter'],
    ['%3Cscript%3E=1', 'a parameter'],
    [`${'x'.repeat(10_000)}=1`, 'a parameter'],
    ['p%20age=1', 'a parameter'],
  ])('%s is unknown', async (query, named) => {
    for (const list of LISTS) {
      const { status, code, message } = await ask(query, list)
      expect([status, code]).toEqual([400, 'unknown_parameter'])
      expect(message).toContain(`Unknown parameter: ${named}.`)
      expect(message).not.toContain('<script>')
    }
  })

  test.each([
    ['page=1&page=1', 'page'],
    ['page=1&p%61ge=2', 'page'],
    ['client_id=x', 'client_id'],
    ['category=art&category=art', 'category'],
    ['__proto__=1&__proto__=2', '__proto__'],
  ])('%s are repeated', async (query, named) => {
    const { status, code, message } = await ask(query)
    expect([status, code]).toEqual([400, 'invalid_parameter'])
    expect(message).toContain(named)
    expect(message).toContain('more than once')
  })

  test.each(['%ZZ=1', '%00=1', '%ED%A0%80=1', '%FF'])('%s cannot be read', async (query) => {
    expect(await ask(query)).toMatchObject({ status: 400, code: 'invalid_parameter' })
  })

  test('may be spelt in percent, and empty pairs mean nothing', async () => {
    expect((await ask('p%61ge=1&&page%5Fsize=1&')).status).toBe(200)
  })

  test('are those that the path takes', async () => {
    const { message } = await ask('x=1')
    expect(message).toBe(
      'Unknown parameter: x. Accepted: client_id, category, min_value, max_value, updated_since, include, page, page_size, cursor.',
    )
    const summary = `/api/v1/portfolio/summary?client_id=${clientId}&page=1`
    const reply = await gateway.request(summary, { key })
    expect(reply.json.error.message).toBe('Unknown parameter: page. Accepted: client_id.')
  })
})

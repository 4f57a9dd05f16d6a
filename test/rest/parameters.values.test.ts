import { beforeAll, describe, expect, test } from 'vitest'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, keyWith, registryIds } from '../support/portfolio.ts'
import { BROKEN } from './hostile.ts'

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

describe('an instant', () => {
  const bad = [
    ...BROKEN,
    '2026-02-30',
    '2025-02-29',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-1',
    '2026-01-01T24:00:00Z',
    '2026-01-01T23:60:00Z',
    '2026-01-01T23:59:60Z',
    '2026-01-01T10:00:00',
    '2026-01-01T10:00Z',
    '2026-01-01 10:00:00Z',
    '2026-01-01T10:00:00%2B25:00',
    '2026-01-01T10:00:00%2B02:60',
    '2026-01-01T10:00:00%2B0200',
    '2026-01-01T10:00:00+02:00',
    '2026-01-01T10:00:00.Z',
    '2026-01-01T10:00:00.1234567890Z',
    '2026-01-01T10:00:00,5Z',
    '0000-01-01',
    '0001-01-01T00:00:00%2B00:01',
    '9999-12-31T23:59:59-00:01',
    '10000-01-01',
    '%2B12026-01-01',
    '-2026-01-01',
    '1767225600',
    '1767225600000',
    'now',
    'yesterday',
    'infinity',
    '-infinity',
    'epoch',
    '20260101',
    '2026-W01-1',
    '%202026-01-01',
    '2026-01-01%20',
  ]
  test.each(bad.map((value) => [value.slice(0, 40), value]))('is not %s', async (_name, value) => {
    await expectInvalid('updated_since', value)
    await expectInvalid('since', value, 'valuations')
  })

  test.each([
    '2024-02-29',
    '2000-02-29',
    '0001-01-01',
    '9999-12-31T23:59:59.999999999Z',
    '2026-01-01t10:00:00z',
    '2026-01-01T10:00:00%2B23:59',
    '2026-01-01T10:00:00-00:00',
    '2026-01-01T10:00:00.1Z',
  ])('is %s', async (value) => {
    expect((await ask(`updated_since=${value}`)).status).toBe(200)
    expect((await ask(`since=${value}`, 'valuations')).status).toBe(200)
  })
})

describe('a decimal', () => {
  const bad = [
    ...BROKEN,
    '1e3',
    '1E3',
    '1,5',
    '1.000,00',
    '1_000',
    'Infinity',
    '-Infinity',
    '0x10',
    '0b1',
    '1'.repeat(19),
    '1'.repeat(40),
    `0.${'1'.repeat(11)}`,
    '007',
    '00',
    '-01',
    '.5',
    '5.',
    '%2B1',
    '+1',
    '--1',
    '1.2.3',
    '1%20',
    '$1',
    '1USD',
    '%D9%A1',
    '%EF%BC%91',
  ]
  test.each(bad.map((value) => [value.slice(0, 40), value]))('is not %s', async (_name, value) => {
    await expectInvalid('min_value', value)
    await expectInvalid('max_value', value)
  })
})

describe('a page', () => {
  const bad = [
    ...BROKEN,
    '0',
    '-1',
    '1.5',
    '1.0',
    '1e3',
    '2147483648',
    '99999999999',
    '99999999999999999999',
    '%201',
    '1%20',
    '+1',
    '%2B1',
    '01',
    '0x1',
    '1,2',
    'one',
    '%D9%A1',
  ]
  test.each(bad.map((value) => [value.slice(0, 40), value]))('is not %s', async (_name, value) => {
    for (const list of LISTS) {
      await expectInvalid('page', value, list)
      await expectInvalid('page_size', value, list)
    }
  })

  test.each(['101', '1000', '2147483647'])('has no size of %s', async (value) => {
    for (const list of LISTS) await expectInvalid('page_size', value, list)
    expect((await ask(`page_size=${value}`)).message).toContain('1 to 100')
  })
})

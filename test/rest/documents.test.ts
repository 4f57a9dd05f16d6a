import { beforeAll, expect, test } from 'vitest'
import { testGateway } from '../support/gateway.ts'
import { clientWith, readerOf, registryIds } from '../support/portfolio.ts'
import { read } from './walk.ts'

const gateway = testGateway()
const { database } = gateway
let clientId = ''
let ids: Record<string, string> = {}
let key = ''

const paper = (title: string, document_type: string, members = {}) => ({
  type: 'document',
  asset: 'art',
  ref: title,
  document_type,
  title,
  file_path: '/private/place.pdf',
  ...members,
})

beforeAll(async () => {
  clientId = await clientWith(database, [
    { type: 'asset', ref: 'art', title: 'Seascape', category: 'art' },
    { type: 'asset', ref: 'coin', title: 'Coin', category: 'coins' },
    { type: 'asset', ref: 'many', title: 'Many', category: 'wine' },
    paper('undated 1', 'letter'),
    paper('new', 'invoice', {
      issuer: 'A gallery',
      issued_on: '2026-02-28',
      expires_on: '2027-02-28',
      file_size: 9007199254740991,
    }),
    paper('undated 2', 'invoice'),
    paper('old', 'provenance', { issued_on: '0001-01-01', file_size: 0 }),
    paper('middle', 'appraisal', { issued_on: '2025-12-31' }),
    ...Array.from({ length: 130 }, (_, i) => paper(`p${i}`, 'invoice', { asset: 'many' })),
    { type: 'asset', ref: 'archive', title: 'Archive', category: 'books' },
    ...Array.from({ length: 1000 }, (_, i) => paper(`q${i}`, 'letter', { asset: 'archive' })),
  ])
  ids = await registryIds(database, clientId)
  key = (await readerOf(database, clientId, {}, { scopes: ['documentation'] })).secret
})

const pathOf = (ref: string) => `/api/v1/assets/${ids[ref]}/documents?client_id=${clientId}`
const titles = (pages: { data: { title: string }[] }[]) =>
  pages.flatMap((page) => page.data.map(({ title }) => title))

test('the documents of an asset are metadata only', async () => {
  const body = await read(gateway, pathOf('art'), key)
  expect(Object.keys(body)).toEqual(['data', 'completeness', 'grant'])
  const [newest] = body.data
  expect(newest).toStrictEqual({
    id: expect.stringMatching(/^doc\w*_[0-9A-HJKMNP-TV-Z]{26}$/),
    type: 'invoice',
    title: 'new',
    issuer: 'A gallery',
    issued_on: '2026-02-28',
    expires_on: '2027-02-28',
    file_size: 9007199254740991,
  })
  const bare = body.data.find(({ title }: { title: string }) => title === 'middle')
  expect(bare).toMatchObject({ issuer: null, expires_on: null, file_size: null })
  expect(JSON.stringify(body)).not.toContain('private')
})

test('the documents of an asset are ordered newest first, those without a date last', async () => {
  const found = titles([await read(gateway, pathOf('art'), key)])
  expect(found.slice(0, 3)).toEqual(['new', 'middle', 'old'])
  expect(found.slice(3).sort()).toEqual(['undated 1', 'undated 2'])
})

test('completeness lists what is recommended, present and missing', async () => {
  const { completeness } = await read(gateway, pathOf('art'), key)
  expect(completeness).toStrictEqual({
    score: 50,
    recommended: [
      'invoice',
      'certificate_of_authenticity',
      'provenance',
      'appraisal',
      'condition_report',
      'photograph',
    ],
    present: ['invoice', 'provenance', 'appraisal'],
    missing: ['certificate_of_authenticity', 'condition_report', 'photograph'],
  })
})

test('completeness is rounded down, and the same in the asset', async () => {
  const { completeness } = await read(gateway, pathOf('many'), key)
  expect(completeness.score).toBe(25)
  const asset = await read(gateway, `/api/v1/assets/${ids.many}?client_id=${clientId}`, key)
  expect(asset.data.documentation).toEqual({ document_count: 130, completeness_score: 25 })
})

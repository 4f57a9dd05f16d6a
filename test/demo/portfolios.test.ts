import { expect, test } from 'vitest'
import { ASHDOWN, TESTWELL, VALCROZE } from '../../src/demo/owners.ts'
import { portfolioRecords } from '../../src/demo/portfolios.ts'
import type { ImportRecord } from '../../src/demo/records.ts'
import { recordSchema } from '../../src/importer/records.ts'
import { RECOMMENDED_DOCUMENTS } from '../../src/modules/assets/completeness.ts'
import { CATEGORIES } from '../../src/values/categories.ts'

const NOW = new Date('2026-11-20T09:30:00.000Z')

type RecordOf<Type> = Extract<ImportRecord, { type: Type }>

const portfolios = [ASHDOWN, VALCROZE, TESTWELL].map((owner) => ({
  ...owner,
  records: [...portfolioRecords(owner, NOW)],
}))
const all = portfolios.flatMap(({ records }) => records)

function ofType<Type extends ImportRecord['type']>(records: ImportRecord[], type: Type) {
  return records.filter((one): one is RecordOf<Type> => one.type === type)
}

test('the same instant gives the same records, iterated again or created again', () => {
  const records = portfolioRecords(ASHDOWN, NOW)
  const [first] = portfolios
  expect(first?.key).toBe(ASHDOWN.key)
  expect([...records]).toEqual(first?.records)
  expect([...records]).toEqual(first?.records)
})

test('there are three clients, of two currencies and both environments', () => {
  const clients = portfolios.map(({ currency, environment }) => `${environment} ${currency}`)
  expect(clients).toEqual(['production USD', 'production CHF', 'sandbox USD'])
})

test('they own 400 assets of all categories, and each client assets of at least ten', () => {
  expect(ofType(all, 'asset')).toHaveLength(400)
  expect(new Set(ofType(all, 'asset').map(({ category }) => category))).toEqual(new Set(CATEGORIES))
  for (const { records } of portfolios) {
    const categories = new Set(ofType(records, 'asset').map(({ category }) => category))
    expect(categories.size).toBeGreaterThanOrEqual(10)
  }
})

test.each(portfolios)('the importer accepts every record of $name', ({ records }) => {
  const errors = records.flatMap((one) => {
    const parsed = recordSchema(() => NOW.getTime()).safeParse(JSON.parse(JSON.stringify(one)))
    return parsed.success ? [] : [{ type: one.type, issues: parsed.error.issues }]
  })
  expect(errors).toEqual([])
})

test.each(portfolios)('refs of $name are unique, and every reference exists', ({ records }) => {
  const assets = ofType(records, 'asset')
  const refs = new Set(assets.map(({ ref }) => ref))
  const documents = ofType(records, 'document')
  const collections = new Set(ofType(records, 'collection').map(({ ref }) => ref))
  expect(refs.size).toBe(assets.length)
  expect(new Set(documents.map(({ ref }) => ref)).size).toBe(documents.length)
  const named = [...documents, ...ofType(records, 'valuation')].map(({ asset }) => asset)
  expect(named.filter((asset) => !refs.has(asset))).toEqual([])
  const joined = assets.flatMap((asset) => asset.collections ?? [])
  expect(new Set(joined)).toEqual(collections)
})

test('the shares of heirs add up to 100 percent', () => {
  const shares = ofType(all, 'asset')
    .map(({ heirs }) => heirs ?? [])
    .filter((heirs) => heirs.length > 0)
    .map((heirs) => heirs.reduce((sum, heir) => sum + Number(heir.share_percent) * 100, 0))
  expect(shares.length).toBeGreaterThan(100)
  expect(shares.filter((sum) => Math.round(sum) !== 10_000)).toEqual([])
})

test('no valuation, scan or document is dated after now', () => {
  const instants = [
    ...ofType(all, 'valuation').map(({ valued_at }) => valued_at),
    ...ofType(all, 'document').map(({ issued_on }) => issued_on ?? ''),
    ...ofType(all, 'asset').flatMap(({ verification }) =>
      (verification?.scans ?? []).map(({ scanned_at }) => scanned_at),
    ),
  ]
  const future = instants.filter((instant) => new Date(instant) > NOW)
  expect(future).toEqual([])
})

test('no asset was acquired before it was made', () => {
  for (const { records } of portfolios) {
    const values = ofType(records, 'valuation')
    const early = ofType(records, 'asset').filter(({ ref, title }) => {
      const first = values.find(({ asset }) => asset === ref)?.valued_at.slice(0, 4)
      const made = /\b(19|20)\d\d$/.exec(title)?.[0]
      return first !== undefined && made !== undefined && first < made
    })
    expect(early.map(({ title }) => title)).toEqual([])
  }
})

test('for every category, each recommended document exists for some assets, and some assets lack one', () => {
  for (const category of CATEGORIES) {
    const kinds = portfolios.flatMap(({ records }) => {
      const documents = ofType(records, 'document')
      const assets = ofType(records, 'asset').filter((asset) => asset.category === category)
      return assets.map(({ ref }) =>
        documents.filter(({ asset }) => asset === ref).map(({ document_type }) => document_type),
      )
    })
    const present = new Set(kinds.flat())
    const recommended = RECOMMENDED_DOCUMENTS[category]
    expect(recommended.filter((kind) => !present.has(kind))).toEqual([])
    const complete = kinds.filter((some) => recommended.every((kind) => some.includes(kind)))
    expect(complete.length, category).toBeLessThan(kinds.length)
  }
})

test('it has unusual data for tests of the API and the portal', () => {
  const assets = ofType(all, 'asset')
  const links = assets.flatMap(({ share_links }) => share_links ?? [])
  const some = {
    withoutValue: assets.filter(({ readiness }) => readiness?.gaps?.includes('value_unknown')),
    longTitle: assets.filter(({ title }) => title.length > 300),
    otherScripts: assets.filter(({ title }) => /[^\p{Script=Latin}\P{L}]/u.test(title)),
    manyPieces: assets.filter(({ quantity }) => quantity !== '1'),
    inTwoCollections: assets.filter(({ collections }) => (collections?.length ?? 0) > 1),
    privateNotes: assets.filter(({ internal_notes }) => internal_notes),
    moreThanTenScans: assets.filter(({ verification }) => (verification?.scans?.length ?? 0) > 10),
    endedLinks: links.filter(({ expires_at }) => expires_at && new Date(expires_at) < NOW),
    openLinks: links.filter(({ expires_at }) => !expires_at || new Date(expires_at) > NOW),
  }
  expect(Object.entries(some).filter(([, found]) => found.length === 0)).toEqual([])
  const statuses = new Set(assets.map(({ verification }) => verification?.status))
  expect(statuses).toEqual(new Set(['verified', 'pending', 'unverified', 'flagged']))
})

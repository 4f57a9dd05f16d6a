import { expect, test } from 'vitest'
import { ASHDOWN, TESTWELL, VALCROZE } from '../../src/demo/owners.ts'
import { DAY_OF_FILES } from '../../src/demo/portfolios.ts'
import { RECOMMENDED_DOCUMENTS } from '../../src/modules/assets/completeness.ts'
import { CATEGORIES } from '../../src/values/categories.ts'
import { ofType, recordsOf } from './records.ts'

const NOW = new Date(DAY_OF_FILES)

const portfolios = await Promise.all(
  [ASHDOWN, VALCROZE, TESTWELL].map(async (owner) => ({
    ...owner,
    records: await recordsOf(owner, NOW),
  })),
)
const all = portfolios.flatMap(({ records }) => records)
const assets = ofType(all, 'asset')

test('there are three clients, of two currencies and both environments', () => {
  const clients = portfolios.map(({ currency, environment }) => `${environment} ${currency}`)
  expect(clients).toEqual(['production USD', 'production CHF', 'sandbox USD'])
})

test('they own 400 assets of all categories, and each client assets of at least ten', () => {
  expect(assets).toHaveLength(400)
  expect(new Set(assets.map(({ category }) => category))).toEqual(new Set(CATEGORIES))
  for (const { records } of portfolios) {
    const categories = new Set(ofType(records, 'asset').map(({ category }) => category))
    expect(categories.size).toBeGreaterThanOrEqual(10)
  }
})

test.each(portfolios)('no record of $name is there twice, and each collection is used', (owner) => {
  const own = ofType(owner.records, 'asset')
  const documents = ofType(owner.records, 'document')
  expect(new Set(own.map(({ ref }) => ref)).size).toBe(own.length)
  expect(new Set(documents.map(({ ref }) => ref)).size).toBe(documents.length)
  const joined = own.flatMap(({ collections }) => collections ?? [])
  const named = ofType(owner.records, 'collection').map(({ ref }) => ref)
  expect(new Set(joined)).toEqual(new Set(named))
})

test('the shares of heirs add up to 100 percent', () => {
  const shares = assets
    .map(({ heirs }) => heirs ?? [])
    .filter((heirs) => heirs.length > 0)
    .map((heirs) => heirs.reduce((sum, heir) => sum + Number(heir.share_percent) * 100, 0))
  expect(shares.length).toBeGreaterThan(100)
  expect(shares.filter((sum) => Math.round(sum) !== 10_000)).toEqual([])
})

test('for every category, each recommended document exists for some assets, and some assets lack one', () => {
  for (const category of CATEGORIES) {
    const kinds = portfolios.flatMap(({ records }) => {
      const documents = ofType(records, 'document')
      const own = ofType(records, 'asset').filter((asset) => asset.category === category)
      return own.map(({ ref }) =>
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
  const links = assets.flatMap(({ share_links }) => share_links ?? [])
  const some = {
    withoutValue: assets.filter(({ readiness }) => readiness?.gaps?.includes('value_unknown')),
    longTitle: assets.filter(({ title }) => title.length > 300),
    otherScripts: assets.filter(({ title }) => /[^\p{Script=Latin}\P{L}]/u.test(title)),
    manyPieces: assets.filter(({ quantity }) => quantity !== '1'),
    inTwoCollections: assets.filter(({ collections }) => (collections?.length ?? 0) > 1),
    privateNotes: assets.filter(({ internal_notes }) => internal_notes),
    privatePaths: ofType(all, 'document').filter(({ file_path }) => file_path),
    moreThanTenScans: assets.filter(({ verification }) => (verification?.scans?.length ?? 0) > 10),
    endedLinks: links.filter(({ expires_at }) => expires_at && new Date(expires_at) < NOW),
    openLinks: links.filter(({ expires_at }) => !expires_at || new Date(expires_at) > NOW),
  }
  expect(Object.entries(some).filter(([, found]) => found.length === 0)).toEqual([])
  const statuses = new Set(assets.map(({ verification }) => verification?.status))
  expect(statuses).toEqual(new Set(['verified', 'pending', 'unverified', 'flagged']))
})

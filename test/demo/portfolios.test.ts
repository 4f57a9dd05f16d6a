import { readFile } from 'node:fs/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { ASHDOWN, type Owner, TESTWELL, VALCROZE } from '../../src/demo/owners.ts'
import { DAY_OF_FILES, portfolioLines } from '../../src/demo/portfolios.ts'
import { type ImportRecord, recordSchema } from '../../src/importer/records.ts'
import { RECOMMENDED_DOCUMENTS } from '../../src/modules/assets/completeness.ts'
import { CATEGORIES } from '../../src/values/categories.ts'
import { demoRecords } from '../support/demo-records.ts'

const DAY_MS = 86_400_000
const NOW = new Date(DAY_OF_FILES)
// Ends of months, leap days, ends of years, and a clock that is behind the files.
const DAYS = [
  '2026-11-01T00:00:00.000Z',
  '2026-12-31T23:59:59.999Z',
  '2027-02-28T23:30:00.000Z',
  '2028-02-29T00:10:00.000Z',
  '2028-12-31T12:00:00.000Z',
  '2024-02-29T23:59:00.000Z',
]

type RecordOf<Type> = Extract<ImportRecord, { type: Type }>

function ofType<Type extends ImportRecord['type']>(records: ImportRecord[], type: Type) {
  return records.filter((one): one is RecordOf<Type> => one.type === type)
}

/** The records, as an importer reads them at `now`. Throws if there is one that it does not accept. */
async function recordsOf(owner: Owner, now: Date) {
  const schema = recordSchema(() => now.getTime())
  return (await portfolioLines(owner, now)).map((line) => schema.parse(JSON.parse(line)))
}

const portfolios = await Promise.all(
  [ASHDOWN, VALCROZE, TESTWELL].map(async (owner) => ({
    ...owner,
    records: await recordsOf(owner, NOW),
  })),
)
const all = portfolios.flatMap(({ records }) => records)
const assets = ofType(all, 'asset')

afterEach(() => vi.unstubAllEnvs())

/** How many days before or after the day of `now` everything has happened or ends. */
function ages(records: ImportRecord[], now: Date) {
  const today = Math.floor(now.getTime() / DAY_MS)
  const age = (date: string | null | undefined) =>
    date == null ? null : Math.floor(Date.parse(date) / DAY_MS) - today
  const documents = ofType(records, 'document')
  const verified = ofType(records, 'asset').flatMap(({ verification }) => verification?.scans ?? [])
  const links = ofType(records, 'asset').flatMap(({ share_links }) => share_links ?? [])
  return {
    happened: [
      ...ofType(records, 'valuation').map(({ valued_at }) => age(valued_at)),
      ...ofType(records, 'asset').flatMap(({ created_at, valued_at }) => [
        age(created_at),
        age(valued_at),
      ]),
      ...documents.map(({ issued_on }) => age(issued_on)),
      ...verified.map(({ scanned_at }) => age(scanned_at)),
    ],
    ending: [
      ...documents.map(({ expires_on }) => age(expires_on)),
      ...links.map(({ expires_at }) => age(expires_at)),
    ],
  }
}

test.each(DAYS)('it is as fresh at %s: the newest price is of that day', async (instant) => {
  const day = new Date(instant)
  for (const { records, ...owner } of portfolios) {
    const expected = ages(records, NOW)
    expect(Math.max(...expected.happened.map(Number))).toBe(0)
    expect(ages(await recordsOf(owner, day), day)).toEqual(expected)
  }
})

test('the time zone of the process makes no difference', async () => {
  const linesOn = () => Promise.all(DAYS.map((day) => portfolioLines(TESTWELL, new Date(day))))
  const expected = await linesOn()
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/New_York']) {
    vi.stubEnv('TZ', zone)
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
    expect(await linesOn()).toEqual(expected)
  }
})

test('documents and links have ended, or end soon and later', () => {
  for (const { records } of portfolios) {
    const ending = ages(records, NOW).ending.filter((age) => age !== null)
    const some = {
      ended: ending.filter((age) => age < 0),
      soon: ending.filter((age) => age > 0 && age < 90),
      later: ending.filter((age) => age > 365),
    }
    expect(Object.entries(some).filter(([, found]) => found.length === 0)).toEqual([])
  }
})

test.each(DAYS)('titles name the year in which a document was issued, at %s', async (day) => {
  const records = await demoRecords(ASHDOWN, new Date(day))
  const named = records.flatMap(({ type, title, issued_on: issued }) => {
    const year = type === 'document' && /, (\d{4})$/.exec(String(title))?.[1]
    return year ? [[year, String(issued).slice(0, 4)]] : []
  })
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(([year, issued]) => year !== issued)).toEqual([])
})

test('on the day of the files, they are imported as they are', async () => {
  for (const owner of portfolios) {
    const lines = await portfolioLines(owner, NOW)
    expect(`${lines.join('\n')}\n`).toBe(await readFile(`demo/${owner.key}.ndjson`, 'utf8'))
  }
})

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

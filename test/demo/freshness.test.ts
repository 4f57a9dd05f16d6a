import { readFile } from 'node:fs/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { ASHDOWN, type Owner, TESTWELL, VALCROZE } from '../../src/demo/people.ts'
import { DAY_OF_FILES, portfolioLines } from '../../src/demo/portfolios.ts'
import { type ImportRecord, recordSchema } from '../../src/importer/record-schema.ts'

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

async function recordsOf(owner: Owner, now: Date) {
  const schema = recordSchema(() => now.getTime())
  return (await portfolioLines(owner, now)).map((line) => schema.parse(JSON.parse(line)))
}

const portfolios = await Promise.all(
  [ASHDOWN, VALCROZE, TESTWELL].map(async (owner) => {
    return { ...owner, records: await recordsOf(owner, NOW) }
  }),
)

afterEach(() => vi.unstubAllEnvs())

type RecordOf<Type> = Extract<ImportRecord, { type: Type }>
const ofType = <Type extends ImportRecord['type']>(records: ImportRecord[], type: Type) =>
  records.filter((one): one is RecordOf<Type> => one.type === type)

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

test('on the day of the files, they are imported as they are', async () => {
  for (const owner of portfolios) {
    const lines = await portfolioLines(owner, NOW)
    expect(`${lines.join('\n')}\n`).toBe(await readFile(`demo/${owner.key}.ndjson`, 'utf8'))
  }
})

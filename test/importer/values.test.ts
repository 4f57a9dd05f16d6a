import { afterEach, describe, expect, test, vi } from 'vitest'
import { testTable } from '../support/test-table.ts'
import { asset, scratchDatabase, valuation } from './scratch.ts'

const scratch = scratchDatabase()

const value = (client: string) =>
  scratch.rows(client, 'SELECT market_value, valued_at FROM assets WHERE client_id = $1')
const is = (market_value: string | null, year: number | null) => [
  { market_value, valued_at: year && new Date(`${year}-01-01`) },
]
const worth = (year: number, text: string, source?: string) =>
  valuation(text, `${year}-01-01`, source)
const given = (more: object = { market_value: '5' }) => asset('a', more)
const DATED = given({ market_value: '5', valued_at: '2000-01-01' })
const FIRST_HOUR = given({ market_value: '5', valued_at: '20000101T010000+01' })

testTable<[string, object[][], object[]]>([
  ['is null without any value', [[asset('a')]], is(null, null)],
  [
    'follows the newest valuation',
    [[worth(2020, '1'), worth(2022, '3'), asset('a'), worth(2021, '2')]],
    is('3.0000', 2022),
  ],
  [
    'follows a newer valuation of a later file',
    [[asset('a')], [worth(2020, '1')], [worth(2021, '2')]],
    is('2.0000', 2021),
  ],
  [
    'does not follow an older one',
    [[asset('a'), worth(2021, '2')], [worth(2020, '1')]],
    is('2.0000', 2021),
  ],
  [
    'follows a correction of the newest',
    [[asset('a'), worth(2021, '2')], [worth(2021, '3')]],
    is('3.0000', 2021),
  ],
  [
    'follows the last source by name of two at one instant',
    [[worth(2021, '1', 'b'), worth(2021, '2', 'a'), asset('a')]],
    is('1.0000', 2021),
  ],
  ['given is not replaced by a valuation', [[given(), worth(2021, '2')]], is('5.0000', null)],
  [
    'given without a date gets that of the newest valuation of the same value',
    [[given(), worth(2019, '5'), worth(2020, '5.00'), worth(2021, '6')]],
    is('5.0000', 2020),
  ],
  [
    'given without a date gets that of a later valuation of the same value',
    [[given()], [worth(2019, '5')]],
    is('5.0000', 2019),
  ],
  [
    'given with a date keeps it',
    [[DATED, worth(2020, '5')], [worth(2021, '5')]],
    is('5.0000', 2000),
  ],
  [
    'no longer given follows the newest valuation',
    [[DATED, worth(2021, '2')], [asset('a')]],
    is('2.0000', 2021),
  ],
  ['no longer given is null without valuations', [[DATED], [asset('a')]], is(null, null)],
  [
    'given later replaces the followed valuation',
    [[asset('a'), worth(2021, '2')], [given()]],
    is('5.0000', null),
  ],
  ['given again without a date loses it', [[FIRST_HOUR], [given()]], is('5.0000', null)],
])(
  'the market value is the one given, or follows the newest valuation',
  async (_name, files, expected) => {
    const client = await scratch.newClient()
    for (const file of files)
      expect(await scratch.import(client, file)).toMatchObject({ kept: true })
    expect(await value(client)).toEqual(expected)
    const before = await scratch.dump(client)
    await scratch.import(client, files.at(-1) ?? [])
    expect(await scratch.dump(client)).toEqual(before)
  },
)

describe('what has happened', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  test('is not later than tomorrow by the clock of the database, whatever that of the host says', async () => {
    const client = await scratch.newClient()
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2062-01-02'))
    const revoked_at = '2062-01-01'
    const report = await scratch.import(client, [
      asset('a'),
      valuation('1', '2062-01-01'),
      asset('b', { share_links: [{ label: 'x', revoked_at }] }),
    ])
    expect(report.bad.map(({ member }) => member)).toEqual([
      'valued_at',
      'share_links[0].revoked_at',
    ])
  })
})

test('decimals that differ in their zeros alone are equal: nothing changes', async () => {
  const client = await scratch.newClient()
  const stated = (zeros: string) => [
    asset('a', {
      category: 'PM',
      quantity: `2.5${zeros}`,
      market_value: `1200.12${zeros}`,
      purchase_price: `7.5${zeros}`,
      insurance_value: `8.5${zeros}`,
      category_detail: { purity: `0.9${zeros}`, gross_weight_g: `31.1${zeros}` },
      heirs: [{ name: 'A', share_percent: `33.3${zeros}` }],
    }),
    valuation(`1200.12${zeros}`, '2020-01-01'),
  ]
  await scratch.import(client, stated(''))
  const before = await scratch.dump(client)
  const report = await scratch.import(client, stated('0000'))
  expect(report).toMatchObject({ assets: { unchanged: 1 }, valuations: { unchanged: 1 } })
  expect(await scratch.dump(client)).toEqual(before)
})

const CREATED = '2024-03-01T10:00:00.000Z'
const REVOKED = '2024-05-01T00:00:00.000Z'

const withLink = (members: object) => [asset('a', { share_links: [{ label: 'bank', ...members }] })]

async function linkOf(client: string) {
  const [link] = await scratch.rows<{
    id: string
    created_at: Date
    revoked_at: Date | null
    changed_at: Date
    estate_at: Date
  }>(
    client,
    `SELECT l.id, l.created_at, l.revoked_at, p.changed_at, a.estate_at
       FROM assets a JOIN portfolios p USING (client_id)
            CROSS JOIN json_to_recordset(a.estate::json -> 'share_links')
                    AS l (id text, created_at timestamptz, revoked_at timestamptz)
      WHERE client_id = $1`,
  )
  if (!link) throw new Error('There is no link.')
  return link
}

test('the instants of a share link are those of the record', async () => {
  const client = await scratch.newClient()
  const line = withLink({ created_at: '2024-03-01T11:00+01', revoked_at: '2024-05-01' })
  await scratch.import(client, line)
  const link = await linkOf(client)
  expect([link.created_at.toISOString(), link.revoked_at?.toISOString()]).toEqual([
    CREATED,
    REVOKED,
  ])
  const before = await scratch.dump(client)
  await scratch.import(client, line)
  expect(await scratch.dump(client)).toEqual(before)
})

test('the creation of a share link that states none is that of the import, and stays', async () => {
  const client = await scratch.newClient()
  await scratch.import(client, withLink({}))
  const made = await linkOf(client)
  expect(made.created_at).toEqual(made.changed_at)
  await scratch.import(client, withLink({ expires_at: '2040-01-01' }))
  expect(await linkOf(client)).toMatchObject({ id: made.id, created_at: made.created_at })
  await scratch.import(client, withLink({ created_at: CREATED }))
  await scratch.import(client, withLink({}))
  expect(await linkOf(client)).toMatchObject({ id: made.id, created_at: new Date(CREATED) })
})

test('a share link that is no longer revoked in the record is not revoked', async () => {
  const client = await scratch.newClient()
  await scratch.import(client, withLink({ revoked_at: REVOKED }))
  const revoked = await linkOf(client)
  await scratch.import(client, withLink({}))
  const link = await linkOf(client)
  expect(link).toMatchObject({ id: revoked.id, revoked_at: null })
  expect(link.estate_at.getTime()).toBeGreaterThan(revoked.estate_at.getTime())
})

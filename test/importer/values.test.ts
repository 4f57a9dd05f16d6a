import { afterEach, describe, expect, test, vi } from 'vitest'
import { testTable } from '../support/test-table.ts'
import { asset, scratchDatabase, valuation } from './scratch.ts'

const scratch = scratchDatabase()

const value = (client: string) =>
  scratch.rows(client, 'SELECT market_value, valued_at FROM assets WHERE client_id = $1')
const is = (market_value: string | null, year: number | null) => [
  { market_value, valued_at: year && new Date(`${year}-01-01`) },
]
/** A valuation of the first day of a year. */
const worth = (year: number, text: string, source?: string) =>
  valuation(text, `${year}-01-01`, source)
/** The asset with the value that it states. */
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

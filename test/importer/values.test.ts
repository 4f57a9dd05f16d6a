import { afterEach, describe, expect, test, vi } from 'vitest'
import { testTable } from '../support/test-table.ts'
import { asset, scratchDatabase, valuation } from './scratch.ts'

const scratch = scratchDatabase()

const value = (client: string) =>
  scratch.rows(client, 'SELECT market_value, valued_at FROM assets WHERE client_id = $1')
const is = (market_value: string | null, day: string | null) => [
  { market_value, valued_at: day && new Date(day) },
]

testTable<[string, object[][], object[]]>([
  ['is null without any value', [[asset('a')]], is(null, null)],
  [
    'follows the newest valuation',
    [
      [
        valuation('1', '2020-01-01'),
        valuation('3', '2022-01-01'),
        asset('a'),
        valuation('2', '2021-01-01'),
      ],
    ],
    is('3.0000', '2022-01-01'),
  ],
  [
    'follows a newer valuation of a later file',
    [[asset('a')], [valuation('1', '2020-01-01')], [valuation('2', '2021-01-01')]],
    is('2.0000', '2021-01-01'),
  ],
  [
    'does not follow an older one',
    [[asset('a'), valuation('2', '2021-01-01')], [valuation('1', '2020-01-01')]],
    is('2.0000', '2021-01-01'),
  ],
  [
    'follows a correction of the newest',
    [[asset('a'), valuation('2', '2021-01-01')], [valuation('3', '2021-01-01')]],
    is('3.0000', '2021-01-01'),
  ],
  [
    'follows the last source by name of two at one instant',
    [[valuation('1', '2021-01-01', 'b'), valuation('2', '2021-01-01', 'a'), asset('a')]],
    is('1.0000', '2021-01-01'),
  ],
  [
    'given in the asset record is not replaced by a valuation',
    [[asset('a', { market_value: '5' }), valuation('2', '2021-01-01')]],
    is('5.0000', null),
  ],
  [
    'given without a date gets that of the newest valuation of the same value',
    [
      [
        asset('a', { market_value: '5' }),
        valuation('5', '2019-01-01'),
        valuation('5.00', '2020-01-01'),
        valuation('6', '2021-01-01'),
      ],
    ],
    is('5.0000', '2020-01-01'),
  ],
  [
    'given without a date gets that of a later valuation of the same value',
    [[asset('a', { market_value: '5' })], [valuation('5', '2019-01-01')]],
    is('5.0000', '2019-01-01'),
  ],
  [
    'given with a date keeps it',
    [
      [asset('a', { market_value: '5', valued_at: '2000-01-01' }), valuation('5', '2020-01-01')],
      [valuation('5', '2021-01-01')],
    ],
    is('5.0000', '2000-01-01'),
  ],
  [
    'no longer given follows the newest valuation',
    [
      [asset('a', { market_value: '5', valued_at: '2000-01-01' }), valuation('2', '2021-01-01')],
      [asset('a')],
    ],
    is('2.0000', '2021-01-01'),
  ],
  [
    'no longer given is null without valuations',
    [[asset('a', { market_value: '5', valued_at: '2000-01-01' })], [asset('a')]],
    is(null, null),
  ],
  [
    'given later replaces the followed valuation',
    [[asset('a'), valuation('2', '2021-01-01')], [asset('a', { market_value: '5' })]],
    is('5.0000', null),
  ],
  [
    'given again without a date loses it',
    [
      [asset('a', { market_value: '5', valued_at: '20000101T010000+01' })],
      [asset('a', { market_value: '5' })],
    ],
    is('5.0000', null),
  ],
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

import { afterEach, describe, expect, test, vi } from 'vitest'
import { testTable } from '../support/test-table.ts'
import { asset, testScratch, valuation } from './scratch.ts'

const scratch = testScratch()

const is = (value: number, year?: number) => [
  {
    market_value: `${value}.0000`,
    valued_at: year === undefined ? null : new Date(`${year}-01-01`),
  },
]
const NOTHING = [{ market_value: null, valued_at: null }]
const worth = (year: number, text: string, source?: string) =>
  valuation(text, `${year}-01-01`, source)
const BARE = asset('a')
const GIVEN = asset('a', { market_value: '5' })
const DATED = asset('a', { market_value: '5', valued_at: '2000-01-01' })
const FIRST_HOUR = asset('a', { market_value: '5', valued_at: '20000101T010000+01' })
const WORTH_2 = worth(2021, '2')

testTable<[string, object[], ...object[][]]>([
  ['is null without any value', NOTHING, [BARE]],
  [
    'follows the newest valuation',
    is(3, 2022),
    [worth(2020, '1'), worth(2022, '3'), BARE, WORTH_2],
  ],
  ['follows a newer valuation of a later file', is(2, 2021), [BARE], [worth(2020, '1')], [WORTH_2]],
  ['does not follow an older one', is(2, 2021), [BARE, WORTH_2], [worth(2020, '1')]],
  ['follows a correction of the newest', is(3, 2021), [BARE, WORTH_2], [worth(2021, '3')]],
  [
    'follows the last source by name of two at one instant',
    is(1, 2021),
    [worth(2021, '1', 'b'), worth(2021, '2', 'a'), BARE],
  ],
  ['given is not replaced by a valuation', is(5), [GIVEN, WORTH_2]],
  [
    'given without a date gets that of the newest valuation of the same value',
    is(5, 2020),
    [GIVEN, worth(2019, '5'), worth(2020, '5.00'), worth(2021, '6')],
  ],
  [
    'given without a date gets that of a later valuation of the same value',
    is(5, 2019),
    [GIVEN],
    [worth(2019, '5')],
  ],
  ['given with a date keeps it', is(5, 2000), [DATED, worth(2020, '5')], [worth(2021, '5')]],
  ['no longer given follows the newest valuation', is(2, 2021), [DATED, WORTH_2], [BARE]],
  ['no longer given is null without valuations', NOTHING, [DATED], [BARE]],
  ['given later replaces the followed valuation', is(5), [BARE, WORTH_2], [GIVEN]],
  ['given again without a date loses it', is(5), [FIRST_HOUR], [GIVEN]],
])(
  'the market value is the one given, or follows the newest valuation',
  async (_name, expected, ...files) => {
    const client = await scratch.newClient()
    for (const file of files)
      expect(await scratch.import(client, file)).toMatchObject({ kept: true })
    const value = 'SELECT market_value, valued_at FROM assets WHERE client_id = $1'
    expect(await scratch.rows(client, value)).toEqual(expected)
    await scratch.importUnchanged(client, files.at(-1) ?? [])
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
    const members = report.bad.map(({ member }) => member)
    expect(members).toEqual(['valued_at', 'share_links[0].revoked_at'])
  })
})

test('decimals that differ in their zeros alone are equal: nothing changes', async () => {
  const stated = (zeros: string) => [
    asset('a', {
      ...{ category: 'PM', quantity: `2.5${zeros}` },
      market_value: `1200.12${zeros}`,
      ...{ purchase_price: `7.5${zeros}`, insurance_value: `8.5${zeros}` },
      category_detail: { purity: `0.9${zeros}`, gross_weight_g: `31.1${zeros}` },
      heirs: [{ name: 'A', share_percent: `33.3${zeros}` }],
    }),
    valuation(`1200.12${zeros}`, '2020-01-01'),
  ]
  const client = await scratch.newClient(stated(''))
  const report = await scratch.importUnchanged(client, stated('0000'))
  expect(report).toMatchObject({ assets: { unchanged: 1 }, valuations: { unchanged: 1 } })
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
  const line = withLink({ created_at: '2024-03-01T11:00+01', revoked_at: '2024-05-01' })
  const client = await scratch.newClient(line)
  const instants = { created_at: new Date(CREATED), revoked_at: new Date(REVOKED) }
  expect(await linkOf(client)).toMatchObject(instants)
  await scratch.importUnchanged(client, line)
})

test('the creation of a share link that states none is that of the import, and stays', async () => {
  const client = await scratch.newClient(withLink({}))
  const made = await linkOf(client)
  expect(made.created_at).toEqual(made.changed_at)
  await scratch.import(client, withLink({ expires_at: '2040-01-01' }))
  expect(await linkOf(client)).toMatchObject({ id: made.id, created_at: made.created_at })
  await scratch.import(client, withLink({ created_at: CREATED }))
  await scratch.import(client, withLink({}))
  expect(await linkOf(client)).toMatchObject({ id: made.id, created_at: new Date(CREATED) })
})

test('a share link that is no longer revoked in the record is not revoked', async () => {
  const client = await scratch.newClient(withLink({ revoked_at: REVOKED }))
  const revoked = await linkOf(client)
  await scratch.import(client, withLink({}))
  const link = await linkOf(client)
  expect(link).toMatchObject({ id: revoked.id, revoked_at: null })
  expect(link.estate_at.getTime()).toBeGreaterThan(revoked.estate_at.getTime())
})

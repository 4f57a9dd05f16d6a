import { expect, test } from 'vitest'
import { detailFacts } from '../../src/portal/domain/assets/detail-facts.ts'
import { exampleFacts } from '../../src/portal/domain/assets/example-facts.ts'
import type { ExampleAssetFragment } from '../../src/portal/generated/graphql.ts'
import { testTable } from '../support/test-table.ts'
import { EXAMPLE_ASSET } from './full-asset.ts'

const NOTHING_GRANTED: ExampleAssetFragment = {
  ...EXAMPLE_ASSET,
  valuation: null,
  valuations: null,
  detail: null,
  categoryDetail: null,
  documentation: null,
  documents: null,
  estate: null,
  verification: null,
}

const factsOf = (asset: Partial<ExampleAssetFragment>) =>
  Object.fromEntries(exampleFacts({ ...NOTHING_GRANTED, ...asset }))

const EMPTY = { marketValue: null, purchasePrice: null, insuranceValue: null, valuedAt: null }

test('the valuation shows exact amounts', () => {
  const marketValue = { amount: '12345678901234567890.10', currency: 'EUR' }
  const valuation = { ...EMPTY, marketValue, valuedAt: '2026-06-01T03:00:00Z' }
  expect(factsOf({ valuation, valuations: { totalCount: 1 } }).valuation).toEqual([
    ['Market value', '€12,345,678,901,234,567,890.10'],
    ['Purchase price', null],
    ['Insurance value', null],
    ['Valued on', '31 May 2026'],
    ['History', '1 value'],
  ])
})

test('share links show their state, and scans the newest first', () => {
  const link = { label: 'Family', createdAt: '2026-03-01T00:00:00.000Z', revokedAt: null }
  const shareLinks = [
    { ...link, id: 's1', expiresAt: '2099-01-01T00:00:00.000Z' },
    { ...link, id: 's2', expiresAt: '2026-04-01T00:00:00.000Z' },
    { ...link, id: 's3', expiresAt: null, revokedAt: '2026-05-01T00:00:00.000Z' },
  ]
  const estate = { heirs: [], readiness: { score: 0, gaps: ['heirs_missing'] }, shareLinks }
  expect(factsOf({ estate }).estate?.slice(1)).toEqual([
    ['Readiness', '0%'],
    ['Gaps', 'Heirs missing'],
    [
      'Share links',
      'Family (Active, created 1 Mar 2026, expires 1 Jan 2099), Family (Expired, created 1 Mar 2026, expires 1 Apr 2026) and Family (Revoked, created 1 Mar 2026)',
    ],
  ])
  const scan = { scannedAt: '2026-05-01T12:00:00Z', method: 'nfc_chip', result: 'No_match' }
  const older = { scannedAt: '2025-05-01T12:00:00Z', method: 'visual', result: 'match' }
  const seen = { status: 'under_review', riskScore: 0, tamperState: null }
  const verification = { ...seen, scanCount: 1_204, scans: [scan, older] }
  expect(factsOf({ verification }).verification).toContainEqual([
    'Newest scans',
    '1 May 2026: Nfc chip, No match; 1 May 2025: Visual, Match',
  ])
})

const shown = (detail: Record<string, unknown>) =>
  detailFacts(detail).map(([label, text]) => `${label}: ${text}`)

testTable([
  [{}, []],
  [{ gross_weight_g: '31.1034768' }, ['Gross weight: 31.1034768 g']],
  [{ area_m2: 1_250 }, ['Area: 1,250 m²']],
  // A year and a serial number are not amounts.
  [{ vintage: 1982, serial_number: '0012345' }, ['Vintage: 1982', 'Serial number: 0012345']],
  [{ grapes: ['Merlot', 'Cabernet'] }, ['Grapes: Merlot and Cabernet']],
  [{ case_size: null, note: undefined }, ['Case size: ', 'Note: ']],
  [{ weight_g: 'about 3' }, ['Weight: about 3 g']],
  [{ setting: { metal: 'gold', weight_g: '2.5' } }, ['Setting: Metal: gold, Weight: 2.5 g']],
  [{ constructor: 'x', to_string: 'y' }, ['Constructor: x', 'To string: y']],
  [{ year: -440 }, ['Year: 440 BC']],
  [{ year_built: -1 }, ['Year built: 1 BC']],
  [{ vintage: '-440' }, ['Vintage: -440']],
])('the details of a category are facts', (detail, expected) => {
  expect(shown(detail)).toEqual(expected)
})

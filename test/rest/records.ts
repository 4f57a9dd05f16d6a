import type { Records } from '../support/portfolio.ts'

/** An asset with every member there is, its valuations and its documents. */
export const WATCH: Records = [
  { type: 'collection', ref: 'vault', name: 'Vault' },
  { type: 'collection', ref: 'daily', name: 'Daily' },
  {
    type: 'asset',
    ref: 'watch',
    title: 'Wrist watch',
    category: 'watches',
    quantity: '2.500000',
    market_value: '123456789012345678.1234',
    valued_at: '2026-03-01',
    purchase_price: '0.1',
    insurance_value: '1300',
    description: 'Steel, 39 mm',
    notes: 'Serviced twice',
    seller: 'A dealer',
    storage_location: 'Bank, box 7',
    collections: ['vault', 'daily'],
    category_detail: { brand: 'Maker', year: 1968, papers: true },
    internal_notes: 'not for others',
    heirs: [
      { name: 'Bea Hale', relationship: 'daughter', share_percent: '66.67' },
      { name: 'Cy Hale', share_percent: '33.33' },
    ],
    share_links: [{ label: 'Insurer', expires_at: '2020-01-01' }, { label: 'Lawyer' }],
    readiness: { score: 80, gaps: ['will'] },
    verification: {
      status: 'verified',
      risk_score: 7,
      tamper_state: 'intact',
      scans: Array.from({ length: 12 }, (_, i) => ({
        scanned_at: `2026-01-${String(i + 1).padStart(2, '0')}T08:00:00Z`,
        method: 'nfc',
        result: 'match',
      })),
    },
    created_at: '2025-06-01T12:00:00+02:00',
  },
  { type: 'valuation', asset: 'watch', value: '900', source: 'purchase', valued_at: '2025-06-01' },
  { type: 'document', asset: 'watch', ref: 'd1', document_type: 'invoice', title: 'Invoice' },
]

/** An asset with nothing beside what it must have. */
export const BARE: Records = [{ type: 'asset', ref: 'bare', title: 'Thing', category: 'other' }]

/** So many assets by the refs a0, a1, …, each with its number as its value. */
export function assets(count: number, members: Record<string, unknown> = {}): Records {
  return Array.from({ length: count }, (_, i) => ({
    type: 'asset',
    ref: `a${i}`,
    title: `Asset ${i}`,
    category: 'coins',
    market_value: String(i),
    ...members,
  }))
}

/** A coin whose title is its ref. */
export function coin(ref: string, members: Record<string, unknown> = {}) {
  return { type: 'asset', ref, title: ref, category: 'coins', ...members }
}

import type { Records } from '../support/portfolio.ts'

/** So many assets with every block, no two of them with the same values. */
export function fullAssets(count: number): Records {
  const vault = { type: 'collection', ref: 'vault', name: 'Vault' }
  return [vault, ...Array.from({ length: count }, (_, i) => [asset(i), ...ofAsset(i)]).flat()]
}

function asset(i: number) {
  return {
    ...{ type: 'asset', ref: `a${i}`, title: `Asset ${i}`, category: i % 2 ? 'watches' : 'coins' },
    ...{ quantity: String(i + 1), market_value: String(1000 + i), valued_at: '2026-03-01' },
    ...{ purchase_price: String(500 + i), insurance_value: String(2000 + i) },
    ...{ description: `Described ${i}`, notes: `Note ${i}`, seller: `Dealer ${i}` },
    ...{ storage_location: `Box ${i}`, collections: ['vault'] },
    heirs: [
      { name: `Bea ${i}`, relationship: 'daughter', share_percent: String(60 + i) },
      { name: 'Cy', share_percent: '10' },
    ],
    share_links: [{ label: `Insurer ${i}`, expires_at: '2100-01-01' }],
    readiness: { score: 40 + i, gaps: [`gap_${i}`] },
    verification: {
      status: 'verified',
      risk_score: i,
      tamper_state: 'intact',
      scans: Array.from({ length: i + 1 }, (_, at) => ({
        scanned_at: `2026-01-${String(at + 1).padStart(2, '0')}`,
        method: 'nfc',
        result: `match_${i}`,
      })),
    },
  }
}

// The number of documents differs, and with it how complete they are.
function ofAsset(i: number): Records {
  const values = { value: String(700 + i), source: 'purchase', valued_at: '2025-06-01' }
  const types = ['invoice', 'certificate', 'appraisal'].slice(0, i % 4)
  return [
    { type: 'valuation', asset: `a${i}`, ...values },
    ...types.map((document_type) => ({
      ...{ type: 'document', asset: `a${i}`, ref: `${document_type}${i}`, document_type },
      title: `${document_type} ${i}`,
    })),
  ]
}

import type { ExampleAssetFragment, OwnAssetQuery } from '../../src/portal/generated/graphql.ts'
import type { ExportedAsset } from '../../src/portal/portfolio/asset-row.ts'

type OwnAsset = NonNullable<NonNullable<OwnAssetQuery['portfolio']>['asset']>

const MONEY = { amount: '1.00', currency: 'USD' }

/** An asset with a value in every field that an operation of the portal selects. */
export const FULL_ASSET: OwnAsset & ExportedAsset & ExampleAssetFragment = {
  registryId: 'ORY-1',
  title: 'Speedmaster',
  category: 'watches',
  quantity: '2',
  createdAt: '2026-06-01T03:00:00Z',
  updatedAt: '2026-06-01T03:00:00Z',
  valuation: {
    marketValue: MONEY,
    purchasePrice: MONEY,
    insuranceValue: MONEY,
    valuedAt: '2026-06-01T03:00:00Z',
  },
  valuations: { totalCount: 3 },
  detail: {
    description: 'Steel',
    notes: 'Serviced',
    seller: 'A dealer',
    storageLocation: 'Safe',
    collections: [{ id: 'c1', name: 'Insured' }],
  },
  categoryDetail: { type: 'watches', brand: 'Maker' },
  documentation: { documentCount: 1, completenessScore: 20 },
  documents: { nodes: [{ id: 'd1', title: 'Invoice', issuedOn: '2026-06-01' }] },
  estate: {
    heirs: [{ name: 'Ivo', relationship: 'child', sharePercent: 100 }],
    readiness: { score: 80, gaps: ['will'] },
    shareLinks: [{ id: 's1', label: 'Family', state: 'active' }],
  },
  verification: {
    status: 'verified',
    riskScore: 7,
    tamperState: 'intact',
    scans: [{ scannedAt: '2026-05-01T12:00:00Z', method: 'nfc', result: 'match' }],
  },
}

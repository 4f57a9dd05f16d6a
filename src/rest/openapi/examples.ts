const grant = {
  id: 'grant_01JD3M2Q8S4T6V8W0X2Y4Z6A8B',
  version: 3,
  scopes: ['registry', 'valuation'],
  asset_filter: 'category',
  expires_at: '2027-01-01T00:00:00.000Z',
}
const money = { amount: '1250.00', currency: 'USD' }
const asset = {
  id: 'item_01JD3M2Q8S4T6V8W0X2Y4Z6A8C',
  registry_id: 'ORY-WT-01JD3M2Q8S4T6V8W0X2Y4Z6A8D',
  title: 'Wrist watch',
  category: 'watches',
  quantity: '1',
  created_at: '2026-03-01T09:30:00.000Z',
  updated_at: '2026-11-20T09:30:00.000Z',
  valuation: {
    market_value: money,
    purchase_price: null,
    insurance_value: money,
    valued_at: '2026-11-20T09:30:00.000Z',
  },
}

const pageOf = (url: string) => ({
  pagination: { page: 1, page_size: 25, total_count: 1, total_pages: 1, has_more: false },
  links: { first: url, prev: null, next: null, last: url },
})

/** Examples of bodies, by the names of their schemas. */
export const EXAMPLES: Record<string, unknown> = {
  MeBody: {
    data: [{ client_id: 'user_01JD3M2Q8S4T6V8W0X2Y4Z6A8E', ...grant }],
    ...pageOf('/api/v1/me?page=1'),
    key: {
      id: 'key_01JD3M2Q8S4T6V8W0X2Y4Z6A8G',
      name: 'Nightly report',
      environment: 'production',
      tier: 'standard',
      scopes: ['registry', 'valuation', 'documentation'],
      firm: { id: 'firm_01JD3M2Q8S4T6V8W0X2Y4Z6A8H', name: 'Hale Estates' },
    },
  },
  AssetListBody: {
    data: [asset],
    ...pageOf('/api/v1/assets?client_id=user_01JD3M2Q8S4T6V8W0X2Y4Z6A8E&page=1'),
    sync: { mode: 'full', as_of: '2026-11-20T09:30:00.000Z', removed: [] },
    grant,
  },
  ValuationListBody: {
    data: [
      {
        id: 'val_01JD3M2Q8S4T6V8W0X2Y4Z6A8J',
        value: money,
        source: 'appraisal',
        valued_at: '2026-11-20T09:30:00.000Z',
      },
    ],
    ...pageOf(
      '/api/v1/assets/ORY-WT-01JD3M2Q8S4T6V8W0X2Y4Z6A8D/valuations?client_id=user_01JD3M2Q8S4T6V8W0X2Y4Z6A8E&page=1',
    ),
    grant,
  },
  DocumentListBody: {
    data: [
      {
        id: 'doc_01JD3M2Q8S4T6V8W0X2Y4Z6A8K',
        type: 'invoice',
        title: 'Invoice',
        issuer: 'A dealer',
        issued_on: '2026-03-01',
        expires_on: null,
        file_size: 48_213,
      },
    ],
    completeness: {
      score: 20,
      recommended: [
        'invoice',
        'certificate_of_authenticity',
        'service_record',
        'appraisal',
        'photograph',
      ],
      present: ['invoice'],
      missing: ['certificate_of_authenticity', 'service_record', 'appraisal', 'photograph'],
    },
    grant: { ...grant, scopes: ['registry', 'documentation'] },
  },
  AssetBody: { data: asset, grant },
  SummaryBody: {
    data: {
      client_id: 'user_01JD3M2Q8S4T6V8W0X2Y4Z6A8E',
      currency: 'USD',
      as_of: '2026-11-20T09:30:00.000Z',
      digest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      asset_count: 1,
      categories: [{ category: 'watches', asset_count: 1, total_value: money }],
      total_value: money,
      valued_asset_count: 1,
    },
    grant,
  },
  Plant: { name: 'Maidenhair fern', tag: 'shade' },
  NewPlant: { id: 42, name: 'Maidenhair fern', tag: 'shade' },
}

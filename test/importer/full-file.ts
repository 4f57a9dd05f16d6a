import { asset } from './scratch.ts'

/** An asset that states every member it can. */
export const FULL = {
  type: 'asset',
  ref: 'a1',
  title: 'Ébauche "à" l\\huile\t\n',
  category: 'AR',
  quantity: '2.5',
  market_value: '1200.00',
  valued_at: '2024-05-01T12:00:00+02:00',
  purchase_price: 900,
  insurance_value: '1500.1234',
  description: 'd',
  notes: 'n',
  seller: 's',
  storage_location: 'l',
  collections: ['c1', 'c2'],
  category_detail: { medium: 'oil', creators: ['A', 'B'], signed: true },
  internal_notes: 'private',
  heirs: [
    { name: 'A', relationship: 'child', share_percent: '33.33' },
    { name: 'B', share_percent: 66.67 },
  ],
  share_links: [{ label: 'lawyer', expires_at: '2030-01-01' }, { label: 'bank' }],
  readiness: { score: 80, gaps: ['no "will"', 'a,b\\{}'] },
  verification: {
    status: 'verified',
    risk_score: 5,
    tamper_state: 'intact',
    scans: [{ scanned_at: '2024-01-01T00:00:00Z', method: 'nfc', result: 'passed' }],
  },
  created_at: '1955-06-01',
}
/** It and its company, the references first. */
export const FILE = [
  { type: 'valuation', asset: 'a1', value: '1100', source: 'appraisal', valued_at: '2023-01-01' },
  {
    type: 'document',
    asset: 'a1',
    ref: 'd1',
    document_type: 'appraisal',
    title: 'T',
    issuer: 'I',
    issued_on: '1899-12-31',
    expires_on: '2030-02-28',
    file_size: 2 ** 53 - 1,
    file_path: '/p',
  },
  FULL,
  asset('a2', { collections: ['c2'] }),
  { type: 'collection', ref: 'c1', name: 'Paintings' },
  { type: 'collection', ref: 'c2', name: 'Loans' },
]

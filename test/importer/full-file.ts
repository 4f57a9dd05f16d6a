import { FULL } from './full-record.ts'
import { asset } from './scratch.ts'

/** The full record with what it refers to. References come before the records that they name. */
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

import { describe } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { testGateway } from '../support/gateway.ts'
import {
  type Operation,
  overRest,
  rejectsEveryoneElse,
  type Target,
} from '../support/rejections.ts'

const valuation = { scope: 'valuation' } as const
const documentation = { scope: 'documentation' } as const
const ofAsset = { ofAsset: true }
const OPERATIONS: readonly (readonly [name: string, path: string, operation: Operation])[] = [
  ['assets', '/assets?', {}],
  ['assets with a value range', '/assets?min_value=0&', valuation],
  ['assets with valuations', '/assets?include=valuations&', valuation],
  ['assets with documents', '/assets?include=documents&', documentation],
  ['a delta sync', '/assets?updated_since=2020-01-01&', {}],
  ['one asset', '/assets/ASSET?', ofAsset],
  [
    'one asset with documents',
    '/assets/ASSET?include=documents&',
    { ...ofAsset, ...documentation },
  ],
  ['valuations', '/assets/ASSET/valuations?', { ...ofAsset, ...valuation }],
  ['documents', '/assets/ASSET/documents?', { ...ofAsset, ...documentation }],
  ['the summary', '/portfolio/summary?', {}],
]

const database = testDatabase()

// A gateway for each, since anonymous callers are limited in a minute.
describe.each(OPERATIONS)('%s', (_name, path, operation) => {
  const gateway = testGateway({ database })
  const pathOf = ({ clientId, registryId }: Target) =>
    `/api/v1${path.replace('ASSET', registryId)}client_id=${clientId}`
  rejectsEveryoneElse(gateway, operation, overRest(gateway, pathOf))
})

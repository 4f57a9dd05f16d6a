import { describe } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { testGateway } from '../support/gateway.ts'
import {
  type Operation,
  overRest,
  rejectsEveryoneElse,
  type Target,
} from '../support/rejections.ts'

const OPERATIONS: readonly (Operation & { name: string; path: (target: Target) => string })[] = [
  { name: 'assets', path: ({ clientId }) => `/api/v1/assets?client_id=${clientId}` },
  {
    name: 'assets with a value range',
    scope: 'valuation',
    path: ({ clientId }) => `/api/v1/assets?client_id=${clientId}&min_value=0`,
  },
  {
    name: 'assets with valuations',
    scope: 'valuation',
    path: ({ clientId }) => `/api/v1/assets?client_id=${clientId}&include=valuations`,
  },
  {
    name: 'assets with documents',
    scope: 'documentation',
    path: ({ clientId }) => `/api/v1/assets?client_id=${clientId}&include=documents`,
  },
  {
    name: 'a delta sync',
    path: ({ clientId }) => `/api/v1/assets?client_id=${clientId}&updated_since=2020-01-01`,
  },
  {
    name: 'one asset',
    ofAsset: true,
    path: ({ clientId, registryId }) => `/api/v1/assets/${registryId}?client_id=${clientId}`,
  },
  {
    name: 'one asset with documents',
    ofAsset: true,
    scope: 'documentation',
    path: ({ clientId, registryId }) =>
      `/api/v1/assets/${registryId}?client_id=${clientId}&include=documents`,
  },
  {
    name: 'valuations',
    ofAsset: true,
    scope: 'valuation',
    path: ({ clientId, registryId }) =>
      `/api/v1/assets/${registryId}/valuations?client_id=${clientId}`,
  },
  {
    name: 'documents',
    ofAsset: true,
    scope: 'documentation',
    path: ({ clientId, registryId }) =>
      `/api/v1/assets/${registryId}/documents?client_id=${clientId}`,
  },
  {
    name: 'the summary',
    path: ({ clientId }) => `/api/v1/portfolio/summary?client_id=${clientId}`,
  },
]

const database = testDatabase()

// A gateway for each, since anonymous callers are limited in a minute.
describe.each(OPERATIONS)('$name', ({ name: _name, path, ...operation }) => {
  const gateway = testGateway({ database })
  rejectsEveryoneElse(gateway, operation, overRest(gateway, path))
})

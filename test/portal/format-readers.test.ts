import { expect } from 'vitest'
import { formatReadersOf } from '../../src/portal/client/portfolio/format-readers.ts'
import type { Scope } from '../../src/portal/generated/graphql.ts'
import { testTable } from '../support/test-table.ts'

const reader = (firmName: string, effectiveScopes: Scope[]) => ({
  id: firmName,
  effectiveScopes,
  expiresAt: null,
  key: { id: 'key_1', name: 'Reports', firmName },
})
const HALE = reader('Hale Estates', ['registry', 'estate'])
const OAK = reader('Oak Trust', ['registry'])

testTable([
  ['registry', [HALE, OAK], false, 'Seen by Hale Estates (Reports) and Oak Trust (Reports).'],
  ['estate', [HALE, OAK], false, 'Seen by Hale Estates (Reports).'],
  ['estate', [HALE], true, 'Seen by Hale Estates (Reports), and perhaps others.'],
  ['valuation', [HALE, OAK], false, 'No firm can see this.'],
  ['registry', [], false, 'No firm can see this.'],
  ['registry', [], true, 'None of your newest 100 connections shows this.'],
] as const)('the readers of a block are named', (scope, nodes, hasNextPage, text) => {
  expect(formatReadersOf(scope, { nodes: [...nodes], pageInfo: { hasNextPage } })).toBe(text)
})

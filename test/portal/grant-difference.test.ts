import { describe, expect } from 'vitest'
import {
  formatAssetDifference,
  formatScopeDifference,
} from '../../src/portal/client/terms/format-difference.ts'
import type { Scope } from '../../src/portal/generated/graphql.ts'
import { testTable } from '../support/test-table.ts'

describe('the difference to the current terms', () => {
  testTable([
    [180, 180, 'Same number of assets'],
    [0, 0, 'Same number of assets'],
    [180, 179, '1 fewer asset than now (180)'],
    [1_180, 0, '1,180 fewer assets than now (1,180)'],
    [0, 12, '12 more assets than now (0)'],
  ])('is in numbers of assets', (before, after, expected) => {
    expect(formatAssetDifference(before, after)).toBe(expected)
  })

  testTable<[Scope[], Scope[], string]>([
    [['registry', 'estate'], ['estate', 'registry'], 'The same details of each asset'],
    [['registry'], ['registry', 'detail', 'estate'], 'Newly shown: Details and Estate'],
    [['registry', 'detail'], ['registry'], 'No longer shown: Details'],
    [['detail'], ['estate'], 'Newly shown: Estate. No longer shown: Details'],
    [[], [], 'The same details of each asset'],
  ])('is in scopes', (before, after, expected) => {
    expect(formatScopeDifference(before, after)).toBe(expected)
  })
})

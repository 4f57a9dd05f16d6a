import { describe, expect, test } from 'vitest'
import {
  formatAccess,
  formatReads,
  formatUnlisted,
} from '../../src/portal/client/approve-link/format-access.ts'
import { isUnused } from '../../src/portal/firm/keys/is-unused.ts'
import { testTable } from '../support/test-table.ts'

const NOW = new Date('2026-11-25T12:00:00Z')
const RECENT = '2026-11-01T00:00:00Z'
const OLD = '2025-01-01T00:00:00Z'

testTable([
  [0, RECENT, 'Nothing was read'],
  [1_204, RECENT, '1,204 times'],
  [0, OLD, 'Nothing was read in the last 400 days; older reads are not stored'],
  [2, OLD, '2 times in the last 400 days; older reads are not stored'],
])('an access is a sentence', (readCount, createdAt, expected) => {
  expect(formatReads({ readCount, createdAt }, NOW)).toBe(expected)
})

describe('what the firm has', () => {
  const grant = (endedAt: string | null, createdAt = RECENT) => ({ endedAt, createdAt }) as never
  const request = (grants: never[], readCount: number, unlisted = 0) =>
    ({ grants, readCount, grantCount: grants.length + unlisted }) as never
  const access = (...of: Parameters<typeof request>) => formatAccess(request(...of), NOW)

  testTable([
    [[], 0, /^You have never given this firm access, and it has read nothing/],
    [[grant(null)], 0, /^The firm can read your portfolio. Nothing was read.$/],
    [[grant(RECENT)], 3, /it can read nothing now. It has read 3 times.$/],
    [[grant(null), grant(RECENT)], 7, /^The firm can read your portfolio. It has read 7 times.$/],
    // One grant is older than what is stored, so nothing is said of all time.
    [[grant(null), grant(OLD, OLD)], 0, /Nothing was read in the last 400 days; older/],
  ])('is the newest read under its grants', (grants, readCount, expected) => {
    expect(access(grants, readCount)).toMatch(expected)
    expect(formatUnlisted(request(grants, readCount))).toBeNull()
  })

  test('if more grants are stored than are listed', () => {
    expect(access([grant(null)], 7, 1_240)).toBe(
      'The firm can read your portfolio. It has read 7 times in the last 400 days; older reads are not stored.',
    )
    expect(formatUnlisted(request([grant(null)], 7, 1_240))).toBe(
      '1 of your 1,241 connections to this firm are listed here.',
    )
  })
})

testTable([
  ['a new key without a use', null, new Date().toISOString(), true],
  ['a key that was used', RECENT, new Date().toISOString(), false],
  ['an old key, whose uses may be forgotten', null, OLD, false],
])('a purpose is shown as given', (_, lastUsedAt, createdAt, unused) => {
  expect(isUnused({ lastUsedAt, createdAt }, Date.now())).toBe(unused)
})

import { expect } from 'vitest'
import { formatEndSoon } from '../../src/portal/domain/grants/end-soon.ts'
import { testTable } from '../support/test-table.ts'

const END = '2028-03-15T00:00:00.000Z'
const ACTIVE = { state: 'active', createdAt: '2027-03-15T00:00:00.000Z', expiresAt: END }
const SHORT = { ...ACTIVE, createdAt: '2028-02-14T00:00:00.000Z' }
const at = (text: string) => Date.parse(text)

testTable([
  ['more than thirty days before', ACTIVE, 'active', '2028-02-13T23:59:59.999Z', null],
  ['thirty days before, over a leap day', ACTIVE, 'active', '2028-02-14', 'Ends in 30 days'],
  ['not in the first half of its term', SHORT, 'active', '2028-02-28T23:59:59.999Z', null],
  ['in the second half of its term', SHORT, 'active', '2028-02-29', 'Ends in 15 days'],
  ['seven days before', ACTIVE, 'active', '2028-03-08', 'Ends in 7 days'],
  ['on the last day', ACTIVE, 'active', '2028-03-14T22:00:00Z', 'Ends in 2 hours'],
  ['not at the end itself', ACTIVE, 'active', END, null],
  ['not of a grant without an end', { ...ACTIVE, expiresAt: null }, 'active', END, null],
  ['not of a revoked grant', { ...ACTIVE, state: 'revoked' }, 'active', '2028-03-08', null],
  ['not of a revoked key', ACTIVE, 'revoked', '2028-03-08', null],
])('an end is told', (_name, grant, key, now, says) => {
  expect(formatEndSoon(grant, key, at(now))).toBe(says)
})

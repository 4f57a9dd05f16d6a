import { expect } from 'vitest'
import { isWithinUsageDays } from '../../src/values/usage-days.ts'
import { testTable } from '../support/test-table.ts'

// The count of the hour from 10:00 is removed 400 days after 10:00.
testTable([
  ['2026-02-05T09:59:59.999Z', true],
  ['2026-02-05T10:00:00.000Z', false],
  ['2026-02-05T10:15:00.000Z', false],
])('requests of an hour are all stored by the next', (now, expected) => {
  expect(isWithinUsageDays(new Date('2025-01-01T10:30:00Z'), new Date(now))).toBe(expected)
})

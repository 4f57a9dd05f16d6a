import { afterEach, beforeEach, expect, vi } from 'vitest'
import { noteServerTime, serverNow } from '../../src/portal/data/server-clock.ts'
import { testTable } from '../support/test-table.ts'

const DEVICE = Date.parse('2026-05-01T12:00:00.400Z')

beforeEach(() => {
  vi.useFakeTimers({ now: DEVICE })
})

afterEach(() => {
  vi.useRealTimers()
})

testTable([
  ['two hours ahead', 'Fri, 01 May 2026 14:00:00 GMT', '2026-05-01T14:00:00.000Z'],
  ['a year behind', 'Thu, 01 May 2025 12:00:00 GMT', '2025-05-01T12:00:00.000Z'],
  ['the same but for the way of the response', 'Fri, 01 May 2026 11:59:58 GMT', null],
])('the clock of the server is that of its Date header', (_, date, expected) => {
  noteServerTime(new Headers({ Date: date }))
  expect(new Date(serverNow()).toISOString()).toBe(expected ?? new Date(DEVICE).toISOString())
})

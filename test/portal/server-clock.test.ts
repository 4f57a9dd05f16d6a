import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteServerTime, serverNow } from '../../src/portal/data/server-clock.ts'

const DEVICE = Date.parse('2026-05-01T12:00:00.400Z')

beforeEach(() => {
  vi.useFakeTimers({ now: DEVICE })
})

afterEach(() => {
  vi.useRealTimers()
})

test.each([
  ['two hours ahead', 'Fri, 01 May 2026 14:00:00 GMT', '2026-05-01T14:00:00.000Z'],
  ['a year behind', 'Thu, 01 May 2025 12:00:00 GMT', '2025-05-01T12:00:00.000Z'],
  ['the same but for the way of the response', 'Fri, 01 May 2026 11:59:58 GMT', null],
])('the clock of the server is %s', (_, date, expected) => {
  noteServerTime(new Headers({ Date: date }))
  expect(new Date(serverNow()).toISOString()).toBe(expected ?? new Date(DEVICE).toISOString())
})

test('a response without a date, or with another text, says nothing about it', () => {
  noteServerTime(new Headers({ Date: 'Fri, 01 May 2026 14:00:00 GMT' }))
  const before = serverNow()
  noteServerTime(new Headers())
  noteServerTime(new Headers({ Date: 'soon' }))
  expect(serverNow()).toBe(before)
})

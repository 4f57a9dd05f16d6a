import { pino } from 'pino'
import { expect } from 'vitest'
import { checkClock } from '../../src/database/clock.ts'
import { testTable } from '../support/test-table.ts'

const HOUR_MS = 3_600_000

testTable([
  [0, 'starts'],
  [1_000, 'starts'],
  [-1_001, 'warns: the clock of this machine is 1 s ahead of that of the database'],
  [90_000, 'warns: the clock of this machine is 90 s behind that of the database'],
  [HOUR_MS, 'warns: the clock of this machine is 3600 s behind that of the database'],
  [
    -HOUR_MS - 1,
    'Not started: the clock of this machine is 3600 s ahead of that of the database. Synchronize both with NTP.',
  ],
])('a clock of the database that differs is told', (difference, expected) => {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line).msg) })
  const outcome = () => {
    checkClock(difference, log)
    return lines.length === 0 ? 'starts' : `warns: ${lines.join()}`
  }
  if (expected.startsWith('Not')) expect(outcome).toThrow(expected)
  else expect(outcome()).toBe(expected)
})

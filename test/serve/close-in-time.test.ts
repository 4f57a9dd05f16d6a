import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { closeInTime } from '../../src/serve/stop.ts'

const limits = vi.spyOn(timers, 'setTimeout')
const log: string[] = []
const logger = pino({}, { write: (line: string) => void log.push(line) })
const frozen = () => new Promise<never>(() => {})

beforeAll(syncBuiltinESMExports)
beforeEach(() => {
  log.length = 0
  limits.mockReset()
})
afterAll(() => {
  limits.mockRestore()
  syncBuiltinESMExports()
})

test('what does not close keeps the process for one second after a second signal', async () => {
  limits.mockImplementationOnce(frozen).mockResolvedValueOnce(false)
  const forced = new AbortController()
  const closing = closeInTime(frozen, forced.signal, logger)
  expect(limits.mock.calls.map(([limit]) => limit)).toEqual([8_000])
  forced.abort()
  await closing
  expect(limits.mock.calls.map(([limit]) => limit)).toEqual([8_000, 1_000])
  expect(log.join()).toContain('the database did not answer while stopping')
})

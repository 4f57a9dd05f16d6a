import { createServer } from 'node:http'
import express from 'express'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createReadiness } from '../src/readiness.ts'
import { testDatabase } from './support/database.ts'
import { testServer } from './support/listen.ts'

const database = testDatabase()
const app = express().get('/readyz', createReadiness({ database }))
const server = testServer(createServer(app))

const ask = async () => (await fetch(`${server.url}/readyz`)).status

const askTogether = (times: number) => Promise.all(Array.from({ length: times }, ask))

// The tests advance the clock.
beforeAll(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterAll(() => void vi.useRealTimers())

test('many requests cost the database one read a second', async () => {
  const asked = vi.spyOn(database.pool, 'query')
  expect(new Set(await askTogether(50))).toEqual(new Set([200]))
  vi.advanceTimersByTime(999)
  await ask()
  expect(asked).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  await askTogether(5)
  expect(asked).toHaveBeenCalledTimes(2)
  asked.mockRestore()
})

test('a slow read is shared by the requests that arrive during it', async () => {
  vi.advanceTimersByTime(1_000)
  let fail = () => {}
  const away = new Promise<never>((_resolve, reject) => {
    fail = () => reject(new Error('away'))
  })
  const asked = vi.spyOn(database.pool, 'query').mockImplementation(() => away)
  const first = ask()
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1))
  vi.advanceTimersByTime(1_200)
  const later = [ask(), ask()]
  // Both have been received before an answer to a third request that does not wait.
  await fetch(`${server.url}/none`)
  fail()
  expect(await Promise.all([first, ...later])).toEqual([503, 503, 503])
  expect(asked).toHaveBeenCalledTimes(1)
  asked.mockRestore()
  vi.advanceTimersByTime(1_000)
  expect(await ask()).toBe(200)
})

import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import express from 'express'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createReadiness } from '../src/readiness.ts'
import { testDatabase } from './support/database.ts'

const database = testDatabase()
const server = createServer(express().get('/readyz', createReadiness({ database })))

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => server.close())

async function ask(): Promise<number> {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : ''
  return (await fetch(`http://127.0.0.1:${port}/readyz`)).status
}

const askTogether = (times: number) => Promise.all(Array.from({ length: times }, ask))

test('many askers cost the database one question a second', async () => {
  const asked = vi.spyOn(database.pool, 'query')
  expect(new Set(await askTogether(50))).toEqual(new Set([200]))
  await ask()
  expect(asked).toHaveBeenCalledTimes(1)
  await sleep(1_100)
  await askTogether(5)
  expect(asked).toHaveBeenCalledTimes(2)
  asked.mockRestore()
})

test('a question that takes long is not asked again meanwhile', async () => {
  await sleep(1_100)
  const asked = vi.spyOn(database.pool, 'query').mockImplementation(async () => {
    await sleep(1_500)
    throw new Error('away')
  })
  const first = ask()
  await sleep(1_200)
  expect(await Promise.all([first, ask(), ask()])).toEqual([503, 503, 503])
  expect(asked).toHaveBeenCalledTimes(1)
  asked.mockRestore()
  await sleep(1_100)
  expect(await ask()).toBe(200)
})

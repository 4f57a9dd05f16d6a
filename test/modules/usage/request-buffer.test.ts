import { expect, test } from 'vitest'
import { type PendingRequest, pendingRequest } from '../../../src/modules/usage/request.rows.ts'
import { MAX_OF_KIND, RequestBuffer } from '../../../src/modules/usage/request-buffer.ts'
import { NOON } from './recording.fixtures.ts'
import { endedRequest } from './request-row.ts'

const requestsOf = async (buffer: RequestBuffer) => {
  const parts: PendingRequest[][] = []
  await buffer.drain(8, async (part) => void parts.push(part))
  return parts
}
const add = (buffer: RequestBuffer, path: string, code?: string) =>
  buffer.add(pendingRequest(endedRequest('key_1', path, NOON, code)))

test('the buffer keeps the newest of each kind, and gives them in parts', async () => {
  const buffer = new RequestBuffer()
  add(buffer, '/other', 'GET /x')
  for (let n = 0; n < 3 * MAX_OF_KIND + 7; n++) add(buffer, `/${n}`)
  const parts = await requestsOf(buffer)
  expect(parts.map(({ length }) => length)).toEqual([8, 8, 5])
  const paths = parts.flat().map(({ asked: { path } }) => path)
  expect(paths[0]).toBe('/other')
  expect(paths.slice(1)).toEqual(
    Array.from({ length: MAX_OF_KIND }, (_, n) => `/${2 * MAX_OF_KIND + 7 + n}`),
  )
  expect(await requestsOf(buffer)).toEqual([])
})

test('the buffer is bounded in bytes: what has no room is counted', async () => {
  const buffer = new RequestBuffer(10_000)
  for (let n = 0; n < 50; n++) add(buffer, `/${'x'.repeat(1_000)}`, `GET /${n}`)
  expect(buffer.isCrowded).toBe(true)
  const kept = (await requestsOf(buffer)).flat().length
  expect([kept, buffer.takeLost()]).toEqual([7, 43])
  add(buffer, '/y')
  expect([buffer.isCrowded, buffer.takeLost()]).toEqual([false, 0])
})

test('the buffer keeps what could not be written, and does not write the rest twice', async () => {
  const buffer = new RequestBuffer()
  for (let n = 0; n < MAX_OF_KIND; n++) add(buffer, `/${n}`)
  const written: string[] = []
  const broken = buffer.drain(8, async (part) => {
    if (written.length > 0) throw new Error('broken')
    written.push(...part.map(({ asked: { path } }) => path))
    add(buffer, '/since')
  })
  await expect(broken).rejects.toThrow('broken')
  const rest = (await requestsOf(buffer)).flat().map(({ asked: { path } }) => path)
  expect(rest).toEqual([...Array.from({ length: 12 }, (_, n) => `/${8 + n}`), '/since'])
})

import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { readInParts } from '../../src/database/read-in-parts.ts'

const LENGTH = 4 * 2 ** 20
const server = createServer((socket) => socket.end(Buffer.alloc(LENGTH)))
afterAll(() => server.close())

test('serves others between the chunks of a long reply', async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const stream = connect(port, '127.0.0.1')
  await once(stream, 'connect')
  // So much arrives meanwhile that it could be read without a break.
  await sleep(100)
  let length = 0
  let together = 0
  let most = 0
  readInParts(stream)
  stream.on('data', (chunk) => {
    length += chunk.length
    most = Math.max(most, ++together)
    setImmediate(() => {
      together = 0
    })
  })
  await once(stream, 'end')
  expect(length).toBe(LENGTH)
  expect(most).toBeLessThanOrEqual(2)
})

import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { runLoad } from '../../bench/load/run-load.ts'

const RESPONSE = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'

let server: Server | undefined
afterEach(() => server?.close())

/** Loads a server that answers the n-th request it receives as `respond` does. */
async function load(respond: (socket: Socket, n: number) => void, rate?: number) {
  let received = 0
  server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => {})
    socket.on('data', () => respond(socket, ++received))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const report = await runLoad({
    url: `http://127.0.0.1:${port}`,
    requests: [{ method: 'GET', path: '/', headers: {} }],
    connections: 4,
    seconds: 0.5,
    bytes: 2,
    ...(rate !== undefined && { rate }),
  })
  return { ...report, received }
}

test('correct responses are counted without errors, also those that arrive in several pieces', async () => {
  const report = await load(async (socket) => {
    for (const piece of ['HTTP/1.1 200 OK\r\nConte', 'nt-Length: 2\r\n\r', '\no', 'k']) {
      socket.write(piece)
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
  })
  expect(report.responses).toBe(report.received)
  expect(report.responses).toBeGreaterThan(4)
  expect(report.errors).toBe(0)
})

test.each([
  ['another status', 'HTTP/1.1 503 Unavailable\r\nContent-Length: 2\r\n\r\nno', 'status 503'],
  ['another length', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nyes', '3 bytes instead of 2'],
])('every response of %s is an error', async (_name, wrong, reason) => {
  const report = await load((socket, n) => socket.write(n <= 3 ? wrong : RESPONSE))
  expect(report).toMatchObject({ errors: 3, firstError: reason })
})

test('a response without Content-Length fails its connection', async () => {
  const report = await load((socket) => socket.write('HTTP/1.1 200 OK\r\n\r\nok'))
  expect(report).toMatchObject({ responses: 0, errors: 4 })
})

test('a connection that closes before the response is an error', async () => {
  const report = await load((socket, n) => (n === 5 ? socket.end() : socket.write(RESPONSE)))
  expect(report).toMatchObject({ errors: 1, firstError: 'the server closed the connection' })
})

test('a fixed rate sends no more requests than are due', async () => {
  const report = await load((socket) => socket.write(RESPONSE), 100)
  expect(report.received).toBeLessThanOrEqual(50)
  expect(report.responses).toBe(report.received)
  expect(report.errors).toBe(0)
})

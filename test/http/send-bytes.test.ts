import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import express, { type Response } from 'express'
import { expect, test } from 'vitest'
import { sendBytes } from '../../src/http/send-bytes.ts'
import { RequestContext } from '../../src/load/request-context.ts'
import { testServer } from '../support/listen.ts'

const BYTES = Buffer.alloc(20 * 2 ** 20, 'abc')
const sent: Response[] = []
const app = express().use(async (_request, response) => {
  response.locals.requestContext = new RequestContext(undefined, '127.0.0.1', new Date())
  sent.push(response)
  response.setHeader('Content-Length', BYTES.length)
  await sendBytes(response, BYTES)
})
const server = testServer(createServer(app))

async function ask(method: string) {
  const socket = connect(server.port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`${method} / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  await expect.poll(() => sent.length).toBe(1)
  const [response] = sent.splice(0)
  if (!response) throw new Error('no response')
  return { socket, response }
}

test('a long response is written part by part, as the client takes it, and is counted until its end', async () => {
  const { socket, response } = await ask('GET')
  await sleep(200)
  expect(response.writableLength).toBeLessThan(2 ** 19)
  expect(response.locals.requestContext.heldBytes).toBe(BYTES.length)
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  await once(socket, 'close')
  const whole = Buffer.concat(chunks)
  expect(whole.subarray(whole.indexOf('\r\n\r\n') + 4).equals(BYTES)).toBe(true)
  expect(response.locals.requestContext.heldBytes).toBe(0)
})

test('stops when the client has gone', async () => {
  const { socket, response } = await ask('GET')
  socket.destroy()
  await expect.poll(() => response.destroyed || response.closed).toBe(true)
  expect(response.writableEnded).toBe(true)
})

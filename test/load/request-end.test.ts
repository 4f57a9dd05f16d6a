import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { onRequestEnd } from '../../src/load/request-context.ts'
import { testServer } from '../support/listen.ts'

let onRequest: (response: ServerResponse) => void = () => {}
const server = createServer((_request, response) => onRequest(response))
const listening = testServer(server)

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
const openConnection = () => connect(listening.port, '127.0.0.1')

test('the end of each pipelined request is noticed once when its connection is cut', async () => {
  const ended: number[] = []
  let begun = 0
  const bothBegan = new Promise<void>((resolve) => {
    onRequest = (response) => {
      const number = ++begun
      onRequestEnd(response, () => void ended.push(number))
      if (begun === 2) resolve()
    }
  })
  const socket = openConnection()
  socket.write(REQUEST + REQUEST)
  await bothBegan
  socket.destroy()
  await expect.poll(() => ended.toSorted()).toEqual([1, 2])
})

test('a response has one listener however many wait for its end, and calls those that are not removed', async () => {
  const called: string[] = []
  const listeners = new Promise<number>((resolve) => {
    onRequest = (response) => {
      const before = response.listenerCount('close')
      for (let i = 0; i < 20; i++) onRequestEnd(response, () => void called.push('waited'))
      onRequestEnd(response, () => void called.push('removed'))()
      resolve(response.listenerCount('close') - before)
      response.end()
      response.on('close', () => onRequestEnd(response, () => void called.push('too late')))
    }
  })
  const socket = openConnection()
  socket.write(REQUEST)
  expect(await listeners).toBe(1)
  await once(socket, 'data')
  await expect.poll(() => called).toEqual([...Array(20).fill('waited'), 'too late'])
  socket.destroy()
})

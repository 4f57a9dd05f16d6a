import type { createServer, RequestListener } from 'node:http'
import express from 'express'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { createMessages } from '../../src/http/messages.ts'
import { createGatewayServer } from '../../src/http/server.ts'
import { listen } from '../support/listen.ts'

const servers: ReturnType<typeof createServer>[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

const unused = () => {
  throw new Error('No request of this file is malformed.')
}

test('the server of the gateway makes its requests and responses from the classes of its app', async () => {
  const messages = createMessages(express())
  // Express would change the prototypes, and with them the answer, before its first middleware.
  const listener: RequestListener = (request, response) => {
    const isOfApp = [
      request instanceof messages.IncomingMessage,
      response instanceof messages.ServerResponse,
    ]
    response.end(JSON.stringify(isOfApp))
  }
  const app = { listener, messages, countError: unused, rejectRunning: unused }
  const log = pino({ level: 'silent' })
  const server = createGatewayServer(app, { log, headers: {} })
  const { url } = await listen(server)
  servers.push(server)
  const response = await fetch(url)
  expect(await response.json()).toEqual([true, true])
})

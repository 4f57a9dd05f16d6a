import { once } from 'node:events'
import { createServer, get, IncomingMessage, type RequestListener, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import express, { type Express } from 'express'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { createMessages } from '../../src/http/messages.ts'
import { createGatewayServer } from '../../src/http/server.ts'

const servers: ReturnType<typeof createServer>[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

const unused = () => {
  throw new Error('No request of this file is malformed.')
}

/** Sends one request to a server of the app. Returns the prototypes of both messages before and after the app. */
async function prototypesOf(app: Express) {
  const server = createServer(createMessages(app)).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  const found: unknown[] = []
  server.on('request', (request, response) => {
    const read = () => found.push(Object.getPrototypeOf(request), Object.getPrototypeOf(response))
    read()
    response.once('finish', read)
    app(request, response)
  })
  const { port } = server.address() as AddressInfo
  const [response] = await once(get({ port, host: '127.0.0.1', agent: false }), 'response')
  const text = (await response.setEncoding('utf8').toArray()).join('')
  return { found, status: response.statusCode, text }
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
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}/`)
  expect(await response.json()).toEqual([true, true])
})

test('the requests and responses of an app have the methods of Express and of Node', async () => {
  const app = express()
  app.set('trust proxy', false)
  app.use((request, response) => {
    response.status(201).json({
      ip: request.ip,
      host: request.get('Host'),
      isOfNode: request instanceof IncomingMessage && response instanceof ServerResponse,
      isOfApp: request.app === app && response.app === app,
    })
  })
  const { status, text } = await prototypesOf(app)
  expect(status).toBe(201)
  expect(JSON.parse(text)).toMatchObject({ ip: '127.0.0.1', isOfNode: true, isOfApp: true })
})

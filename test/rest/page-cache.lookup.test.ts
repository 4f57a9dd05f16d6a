import { createServer } from 'node:http'
import express from 'express'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { Authenticator } from '../../src/access/authenticator.ts'
import { beginRequest, parseTargetFirst } from '../../src/http/begin-request.ts'
import { recordRead } from '../../src/load/request-usage.ts'
import { createResponses } from '../../src/rest/read-portfolio.ts'
import { createRestRouter } from '../../src/rest/router.ts'
import { accessTo as openTo, PARTNER } from '../access/fixtures.ts'
import { listen, stop } from '../support/listen.ts'

const grantOf = (clientId: string) => ({
  id: `grant_${clientId}`,
  version: 1,
  scopes: ['registry' as const],
  assetFilter: 'all' as const,
  expiresAt: null,
  changedAt: new Date(0),
  reference: null,
  connectedAt: new Date(0),
})

const accessTo = (clientId: string) => ({ ...openTo(clientId), grant: grantOf(clientId) })

// Looks client A up, whichever client the request names.
const authenticator: Authenticator = JSON.parse('{}')
Object.assign(authenticator, {
  admit: async () => {},
  charge: async () => {},
  identifyPartner: async (requestContext: Parameters<Authenticator['charge']>[0]) => {
    requestContext.usage = { keyId: PARTNER.keyId, opened: new Map(), listed: [] }
    recordRead(requestContext, accessTo('user_A'))
    return { partner: PARTNER, decision: { clientId: 'user_A', access: accessTo('user_A') } }
  },
})

/** The router on a server; the operation opens the client that the parameters name. */
async function serve(onRun: () => void) {
  const app = express()
  app.use(beginRequest(() => new Date(), {}, pino({ level: 'silent' })))
  app.use(
    createRestRouter({
      authenticator,
      responses: createResponses(1 << 20),
      runAs: ({ decision }, requestContext) => ({
        withheldFrom: () => [],
        run: async (_operation, { clientId }) => {
          onRun()
          if (typeof clientId === 'string' && clientId !== decision?.clientId)
            recordRead(requestContext, accessTo(clientId))
          const summary = { categories: [] }
          const portfolio = { client: { id: clientId }, grant: grantOf('x'), summary }
          return JSON.parse(JSON.stringify({ portfolio }))
        },
      }),
    }),
  )
  const server = createServer(parseTargetFirst(app))
  return { server, ...(await listen(server)) }
}

test('a body is cached only for the portfolio that was opened', async () => {
  let runs = 0
  const { server, url } = await serve(() => {
    runs += 1
  })
  const ask = async (clientId: string) => {
    const headers = { 'X-Service-Version': '2024-01-01' }
    const path = `/api/v1/portfolio/summary?client_id=${clientId}`
    const response = await fetch(url + path, { headers })
    expect((await response.json()).data.client_id).toBe(clientId)
    return runs
  }
  expect([await ask('user_A'), await ask('user_A')]).toEqual([1, 1])
  expect([await ask('user_B'), await ask('user_B')]).toEqual([2, 3])
  stop(server)
})

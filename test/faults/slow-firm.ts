import { once } from 'node:events'
import { createServer } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../src/database/client.ts'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { readFeedEnd } from '../../src/modules/changes/feed.reads.ts'
import { createEndpoint } from '../../src/modules/webhooks/webhook.writes.ts'
import { clientWith, grantWith, keyWith, type Records } from '../support/portfolio.ts'

const KEYS = 8
const OF_KEY = 5
const SLOW_MS = 9_500

type Certificate = Readonly<Record<'key' | 'cert', string>>
type How = Parameters<typeof createEndpoint>[2]

/** A firm whose receivers are slow, and a client of all of its keys: each change is due at 40 endpoints. */
export async function createSlowFirm(
  database: Database,
  certificate: Certificate,
  how: How,
  records: Records,
) {
  const { port, close } = await startSlow(certificate)
  const { prisma, pool } = database
  const clientId = await clientWith(database, records)
  const { firmId } = await keyWith(database)
  for (let key = 0; key < KEYS; key++) {
    const { id: keyId } = await keyWith(database, { firmId, scopes: ['registry'] })
    await grantWith(database, keyId, clientId)
    const end = await readFeedEnd(pool, keyId)
    for (let path = 0; path < OF_KEY; path++) {
      const endpoint = { keyId, url: `https://127.0.0.1:${port}/${key}/${path}`, end }
      await createEndpoint(operator(prisma, new Date()), endpoint, how)
    }
  }
  return { clientId, close }
}

// Each answer has its status late, and a body that trickles in.
async function startSlow(certificate: Certificate) {
  const server = createServer(certificate, async (request, response) => {
    request.resume()
    await sleep(SLOW_MS, undefined, { ref: false })
    response.writeHead(200)
    for (let part = 0; part < 300 && !response.destroyed; part++) {
      response.write('x')
      await sleep(100, undefined, { ref: false })
    }
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { port: typeof address === 'object' && address ? address.port : 0, close }
}

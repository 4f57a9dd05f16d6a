import { createServer } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../src/database/client.ts'
import { listen, stop } from '../support/listen.ts'
import { clientWith, grantWith, keyWith } from '../support/portfolio.ts'
import { addEndpoint, changedAsset } from './webhook-receiver.ts'

const KEYS = 8
const OF_KEY = 5
const SLOW_MS = 9_500

type Certificate = Readonly<Record<'key' | 'cert', string>>

/** A firm whose receivers are slow, and a client of all of its keys: each change is due at 40 endpoints. */
export async function createSlowFirm(database: Database, certificate: Certificate) {
  const { port, close } = await startSlow(certificate)
  const clientId = await clientWith(database, [changedAsset(0)])
  const { firmId } = await keyWith(database)
  for (let key = 0; key < KEYS; key++) {
    const { id: keyId } = await keyWith(database, { firmId, scopes: ['registry'] })
    await grantWith(database, keyId, clientId)
    for (let path = 0; path < OF_KEY; path++)
      await addEndpoint(database, keyId, `https://127.0.0.1:${port}/${key}/${path}`)
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
  const { port } = await listen(server)
  return { port, close: () => stop(server) }
}

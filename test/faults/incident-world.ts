import { execFile } from 'node:child_process'
import { ELSEWHERE } from '../serve/process.ts'
import { freePort } from '../support/free-port.ts'
import { headersOf, SECRET } from '../support/gateway.ts'
import { clientWith, importRecords, readerOf } from '../support/portfolio.ts'
import type { Installation } from './installation.ts'
import type { Run } from './scenario.ts'
import { changedAsset, newAuthority, WebhookReceiver } from './webhook-receiver.ts'

/** A gateway with metrics, a client whose portfolio changes, a key that reads it, and a receiver that never answers. */
export type IncidentWorld = Awaited<ReturnType<typeof createIncidentWorld>>

/** Starts everything. It ends with the run. */
export async function createIncidentWorld(run: Run, installation: Installation) {
  const { program, atEnd } = run
  const { database } = installation
  const { certificate, settings } = newAuthority(run)
  const metricsPort = await freePort()
  const gateway = await installation.startGateway({
    METRICS_PORT: String(metricsPort),
    ...settings,
  })
  const clientId = await clientWith(database, [changedAsset(0)])
  const key = await readerOf(database, clientId)
  const silent = new WebhookReceiver('silent', () => null, { certificate, read: async () => '' })
  await silent.start()
  atEnd(() => silent.kill())
  const environment = { DATABASE_URL: installation.url(), AUTH_SECRET: SECRET }
  const commands = { cwd: ELSEWHERE, env: { PATH: process.env.PATH, ...environment } }
  let changes = 0
  let requests = 0
  // No two requests are the same one, so that none is answered by a cache.
  const ask = () =>
    textOf(
      `${gateway.url}/api/v1/assets?client_id=${clientId}&page_size=${1 + (requests++ % 90)}`,
      headersOf(key.secret),
    )

  return {
    ...{ installation, database, key, clientId, silent, program, commands, atEnd },
    sql: (text: string) => database.pool.query(text),
    change: () => importRecords(database, clientId, [changedAsset(++changes)]),

    /** Reads the list twice a second. Returns a function that ends it. */
    askOften() {
      const timer = setInterval(() => void ask(), 500)
      return async () => clearInterval(timer)
    },

    places: {
      log: async () => gateway.process.out,
      metrics: () => textOf(`http://127.0.0.1:${metricsPort}/metrics`),
      doctor: () =>
        new Promise<string>((resolve) => {
          execFile(process.execPath, [program, 'doctor'], commands, (_, out) => resolve(out))
        }),
    },
  }
}

async function textOf(url: string, headers = {}): Promise<string> {
  const answer = await fetch(url, { headers }).catch(() => undefined)
  return (await answer?.text().catch(() => '')) ?? ''
}

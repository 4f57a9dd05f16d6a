import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ELSEWHERE } from '../serve/process.ts'
import { freePort } from '../support/free-port.ts'
import { SECRET } from '../support/gateway.ts'
import { clientWith, grantWith, importRecords, keyWith } from '../support/portfolio.ts'
import { makeCertificate } from '../support/receiver.ts'
import type { Installation } from './installation.ts'
import { headersOf } from './readable.ts'
import type { Run } from './scenario.ts'
import { WebhookReceiver } from './webhook-receiver.ts'

const RANGE = '127.0.0.1/32'

/** A gateway with metrics, a client whose portfolio changes, a key that reads it, and a receiver that never answers. */
export type IncidentWorld = Awaited<ReturnType<typeof createIncidentWorld>>

/** Starts everything. It ends with the run. */
export async function createIncidentWorld(
  { folder, program, atEnd }: Run,
  installation: Installation,
) {
  const { database } = installation
  const certificate = makeCertificate('127.0.0.1')
  const authority = join(folder, 'authority.pem')
  writeFileSync(authority, certificate.cert)
  const metricsPort = await freePort()
  const gateway = await installation.startGateway({
    METRICS_PORT: String(metricsPort),
    WEBHOOK_ALLOWED_RANGES: RANGE,
    NODE_EXTRA_CA_CERTS: authority,
  })
  const key = await keyWith(database)
  const clientId = await clientWith(database, [record(0)])
  await grantWith(database, key.id, clientId)
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
    ...{ installation, database, key, clientId, silent, program, commands, atEnd, range: RANGE },
    sql: (text: string) => database.pool.query(text),
    change: () => importRecords(database, clientId, [record(++changes)]),

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

function record(number: number): Record<string, unknown> {
  return { type: 'asset', ref: 'a', title: `Title ${number}`, category: 'watches' }
}

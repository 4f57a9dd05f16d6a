import { setTimeout as sleep } from 'node:timers/promises'
import { startClients } from '../serve/load.ts'
import { headersOf } from '../support/gateway.ts'
import { Installation, lacksServers, type StartedGateway } from './installation.ts'
import { createReadable } from './readable.ts'
import { amount, none, type Scenario } from './scenario.ts'

const CLIENTS = 8
const DEADLINE_MS = 60_000

/** Rolling restarts of two workers under the load of kept-alive connections. */
export const rolls: Scenario = {
  name: 'rolls',
  unavailable: lacksServers,
  async run(run) {
    const count = amount(run.size, 20, 1, 3)
    const installation = await Installation.create(run)
    const settings = { WEB_CONCURRENCY: '2', DRAIN_GRACE_MS: '1500' }
    const gateway = await installation.startGateway(settings)
    const { client, key } = await createReadable(installation.database)
    const page = `/api/v1/assets?client_id=${client}`
    const paths = ['/healthz', page, '/readyz']
    const stopClients = startClients(gateway.url, paths, CLIENTS, headersOf(key))
    const stuck: string[] = []
    for (let roll = 1; roll <= count; roll++) {
      if (!(await rollOnce(gateway))) stuck.push(`roll ${roll}`)
      run.onProgress(`${roll} of ${count}`)
    }
    const { served, failures } = await stopClients()
    return [
      none('failed requests', served + failures.length, failures, `${count} rolls`),
      none('rolls without an end', count, stuck),
    ]
  },
  controls: [
    {
      without: 'the grace in which connections are closed with an answer',
      row: 'failed requests',
      environment: { DRAIN_GRACE_MS: '0' },
    },
  ],
}

/** Asks for a rolling restart, and waits until two other workers serve alone. */
async function rollOnce({ process: { child }, workers }: StartedGateway): Promise<boolean> {
  const before = workers()
  child.kill('SIGHUP')
  for (const end = performance.now() + DEADLINE_MS; performance.now() < end; await sleep(50)) {
    const now = workers()
    if (now.length === 2 && now.every((pid) => !before.includes(pid))) return true
  }
  return false
}

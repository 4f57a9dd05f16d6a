import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { headersOf } from '../support/gateway.ts'
import { Installation, lacksServers } from './installation.ts'
import { createReadable, type Readable } from './readable.ts'
import { none, type Scenario } from './scenario.ts'

const SHIFTED_CLOCK = join(import.meta.dirname, 'shifted-clock.js')
const MINUTE = 60_000
const DAY = 1_440 * MINUTE
const OFFSETS = [-3 * MINUTE, DAY, -DAY, 0]
const ASKED = 20

/** A gateway whose clock jumps: the database's clock decides what has expired. */
export const clocks: Scenario = {
  name: 'clocks',
  unavailable: lacksServers,
  async run(run) {
    const installation = await Installation.create(run)
    const live = await createReadable(installation.database)
    const expired = await createReadable(installation.database)
    await installation.database.pool.query(EXPIRE, [expired.client])
    const file = join(run.folder, 'offset')
    writeFileSync(file, '0')
    const gateway = await installation.startGateway({
      NODE_OPTIONS: `--import=${SHIFTED_CLOCK}`,
      SHIFTED_CLOCK_FILE: file,
    })
    const [served, rejected]: string[][] = [[], []]
    for (const offset of OFFSETS) {
      writeFileSync(file, String(offset))
      await sleep(200)
      for (let i = 0; i < ASKED; i++) {
        const statuses = await Promise.all([expired, live].map((each) => ask(gateway.url, each)))
        if (statuses[0] === 200) served?.push(`${offset} ms`)
        if (statuses[1] !== 200) rejected?.push(`${offset} ms: ${statuses[1]}`)
      }
    }
    const n = ASKED * OFFSETS.length
    return [
      none('answers to an expired grant', n, served ?? []),
      none('answers refused to a live grant', n, rejected ?? []),
    ]
  },
  controls: [
    {
      without: "the database's clock",
      row: 'answers to an expired grant',
      file: 'app.js',
      find: "deps.now ? 'request' : 'database'",
      replace: "'request'",
    },
  ],
}

const EXPIRE = `UPDATE grants SET created_at = now() - interval '1 day', expires_at = now() - interval '1 minute'
  WHERE client_id = $1`

async function ask(url: string, { client, key }: Readable): Promise<number> {
  const response = await fetch(`${url}/api/v1/assets?client_id=${client}`, {
    headers: headersOf(key),
  })
  await response.arrayBuffer()
  return response.status
}

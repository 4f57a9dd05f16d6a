import { connect, type Database } from '../../src/database/client.ts'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { updateGrant } from '../../src/modules/grants/grant.writes.ts'
import { CATEGORY_CODES, type Category } from '../../src/values/categories.ts'
import { findPrograms, MovingAddress, OwnServer } from '../serve/own-server.ts'
import { freePort } from '../support/free-port.ts'
import { headersOf } from '../support/gateway.ts'
import { clientWith, readerOf } from '../support/portfolio.ts'
import { CONNECTIONS, Installation, lacksServers, waitUntilReady } from './installation.ts'
import { amount, none, type Run, type Scenario } from './scenario.ts'

const CATEGORIES = ['watches', 'art', 'wine', 'books'] as const

/** A failover that loses the newest changes of a grant. The same version then stands for other terms. */
export const rewind: Scenario = {
  name: 'rewind',
  unavailable: lacksServers,
  async run(run) {
    const count = amount(run.size, 5, 1, 1)
    const wrong: string[] = []
    for (let round = 0; round < count; round++) {
      wrong.push(...(await rewindOnce(run)))
      run.onProgress(`${round + 1} of ${count}`)
    }
    return [none('assets of terms that were lost', count, wrong)]
  },
  controls: [
    {
      without: 'keys of caches by the content of a grant and the epoch of the database',
      row: 'assets of terms',
      file: 'access/portfolio-cache.js',
      find: 'function hashOf(access) {',
      replace: `function hashOf(access) {
    if (access.grant) return access.grant.id + access.grant.version + access.dataVersion;`,
    },
  ],
}

async function rewindOnce(run: Run): Promise<string[]> {
  const installation = await Installation.create(run)
  const address = new MovingAddress()
  await address.open()
  run.atEnd(() => address.close())
  address.moveTo(installation.server)
  const { client, secret, grantId } = await createReader(installation.database)
  const older = await copyServer(run, installation)

  const gateway = await installation.startGateway({ DATABASE_URL: installation.url(address.port) })
  const read = () => readTitles(gateway.url, client, secret)
  await updateGrant(operator(installation.database.prisma), { grantId, ...termsOf('art') })
  for (let times = 0; times < 3; times++) await read()

  installation.server.stop()
  older.start()
  older.promote()
  address.moveTo(older)
  const restored = connect(installation.url(older.port), { onError: () => {}, poolSize: 2 })
  run.atEnd(() => restored.close())
  await updateGrant(operator(restored.prisma), { grantId, ...termsOf('wine') })
  await waitUntilReady(gateway.url)
  const titles = await read()
  return titles === 'wine' ? [] : [titles]
}

/** A key that reads the watches of a client who has one asset of each category. */
async function createReader(database: Database) {
  const assets = CATEGORIES.map((title) => ({
    ...{ type: 'asset', ref: title, title, category: CATEGORY_CODES[title] },
  }))
  const client = await clientWith(database, assets)
  return { client, ...(await readerOf(database, client, termsOf('watches'))) }
}

/** A standby that has what the server has now, and stands still. */
async function copyServer(run: Run, { server }: Installation): Promise<OwnServer> {
  const copy = new OwnServer(findPrograms() ?? '', run.folder, await freePort(), CONNECTIONS)
  run.atEnd(() => copy.stop())
  copy.follow(server)
  copy.stop()
  return copy
}

function termsOf(category: Category) {
  return { filter: { type: 'category', categories: [category] } } as const
}

async function readTitles(url: string, client: string, secret: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/assets?client_id=${client}`, {
    headers: headersOf(secret),
  })
  const { data } = JSON.parse(await response.text())
  return Array.isArray(data)
    ? data.map(({ title }) => title).join(' ')
    : `status ${response.status}`
}

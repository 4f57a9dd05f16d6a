import { setTimeout as sleep } from 'node:timers/promises'
import { Installation, lacksServers, type StartedGateway } from './installation.ts'
import { createReaders, type Reader } from './readers.ts'
import { amount, none, type Scenario } from './scenario.ts'

const READERS = 40
const PROCESSES = 3

/** Access that ends or becomes narrower while its key reads from three processes. */
export const revocations: Scenario = {
  name: 'revocations',
  unavailable: lacksServers,
  async run(run) {
    const count = amount(run.size, 1_000, 60, 60)
    const installation = await Installation.create(run)
    const readers = await createReaders(installation.database, READERS)
    const gateways = await startGateways(installation)
    const load = startLoad(gateways, readers)
    const stale: string[] = []
    for (let round = 0; round < count; round++) {
      if (round === Math.floor(count / 3)) await installation.redis.kill()
      if (round === Math.floor((2 * count) / 3)) await installation.redis.start()
      stale.push(...(await changeOnce(gateways, readers, round)))
      if (round % 50 === 49) run.onProgress(`${round + 1} of ${count}`)
    }
    const served = await load.stop()
    return [
      none('stale answers after the call returned', count, stale, `${served} answers as load`),
      none('unexpected answers', served, load.unexpected),
    ]
  },
  controls: [
    {
      without: 'reading the grant for each request',
      row: 'stale answers',
      file: 'access/identity.reads.js',
      find: 'export async function identifyPartner(pool, hash, clientId, at, withNewest = false) {',
      replace: `const seen = new Map();
export async function identifyPartner(pool, hash, clientId, at, withNewest = false) {
  const name = Buffer.from(hash).toString('hex') + clientId;
  const known = seen.get(name);
  if (known && known.until > Date.now()) return known.found;
  const found = await readPartner(pool, hash, clientId, at);
  seen.set(name, { found, until: Date.now() + 1_000 });
  return found;
}
async function readPartner(pool, hash, clientId, at) {`,
    },
  ],
}

async function startGateways(installation: Installation): Promise<StartedGateway[]> {
  const settings = { GATEWAY_PROCESSES: String(PROCESSES), DATABASE_POOL: '8' }
  return Promise.all(Array.from({ length: PROCESSES }, () => installation.startGateway(settings)))
}

/** Changes one grant through the portal, and asks every process at once. Returns what was stale. */
async function changeOnce(
  gateways: readonly StartedGateway[],
  readers: readonly Reader[],
  round: number,
) {
  const reader = readers[round % readers.length] as Reader
  const url = (index: number) => gateways[index % gateways.length]?.url ?? ''
  const isRevocation = round % 2 === 0
  const etags = await Promise.all(gateways.map((each) => reader.warm(each.url)))
  if (isRevocation) await reader.revoke(url(round))
  else await reader.narrow(url(round))
  const answers = await Promise.all(
    gateways.flatMap((each, i) => [reader.read(each.url), reader.read(each.url, etags[i])]),
  )
  const isStale = isRevocation
    ? ({ status }: { status: number }) => status !== 403 && status !== 404
    : ({ status, assets }: { status: number; assets: number }) => status !== 200 || assets !== 1
  const stale = answers.filter(isStale).map((answer) => `round ${round}: ${JSON.stringify(answer)}`)
  await reader.restore()
  return stale
}

/** Reads that warm every cache, with any of the keys, from every process. */
function startLoad(gateways: readonly StartedGateway[], readers: readonly Reader[]) {
  const unexpected: string[] = []
  let isStopping = false
  let served = 0
  const run = async (number: number) => {
    for (let turn = number; !isStopping; turn++) {
      const gateway = gateways[turn % gateways.length]
      const answer = await readers[turn % readers.length]?.read(gateway?.url ?? '')
      if (answer && ![200, 403, 404].includes(answer.status))
        unexpected.push(JSON.stringify(answer))
      served++
      await sleep(5)
    }
  }
  const running = Array.from({ length: 2 * PROCESSES }, (_, number) => run(number))
  const stop = async () => {
    isStopping = true
    await Promise.all(running)
    return served
  }
  return { unexpected, stop }
}

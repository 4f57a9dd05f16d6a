import { setTimeout as pause } from 'node:timers/promises'
import { runChecks } from '../../src/doctor/run-checks.ts'
import { Answers } from './answers.ts'
import type { Cluster } from './cluster.ts'
import { Ledger } from './ledger.ts'
import { startReaders } from './readers.ts'
import type { Scenario } from './scenarios.ts'
import { waitUntil } from './server-process.ts'
import { type Addresses, createWorld, marketValueOf, type World, withOwner } from './world.ts'
import { startWriters } from './writers.ts'

/** The findings of one trial. Times are in milliseconds. */
export interface Outcome {
  /** The longest time without a good answer, after the fault began. */
  readonly withoutReads: number
  readonly withoutPlants: number
  readonly withoutImports: number
  readonly slowest: number
  readonly good: number
  readonly unavailable: number
  readonly acknowledged: number
  /** Acknowledged writes that are not there. */
  readonly lost: readonly string[]
  /** Answers that were not correct, and data that is not sound. */
  readonly wrong: readonly string[]
}

const BEFORE_MS = 4_000
const AFTER_MS = 4_000

/** Loads the gateway, breaks the primary, waits until it serves everything again, and checks what is there. */
export async function runTrial(
  scenario: Scenario,
  cluster: Cluster,
  addresses: Addresses,
  url: string,
): Promise<Outcome> {
  const world = await createWorld(addresses)
  const ledger = new Ledger()
  const reads = new Answers()
  const writes = { plants: new Answers(), imports: new Answers(), revocations: new Answers() }
  const kinds = [reads, ...Object.values(writes)]
  const stopReaders = await startReaders(url, world, ledger, reads)
  const stopWriters = startWriters(url, addresses, world, ledger, writes)
  const broken = await breakUnderLoad(scenario, cluster, [reads, writes.plants, writes.imports])
  await Promise.all([stopReaders(), stopWriters()])
  const { lost, unsound } = await verify(addresses, world, ledger)
  return {
    withoutReads: reads.longestGapAfter(broken),
    withoutPlants: writes.plants.longestGapAfter(broken),
    withoutImports: writes.imports.longestGapAfter(broken),
    slowest: Math.max(reads.slowest, writes.plants.slowest),
    good: reads.good + writes.plants.good,
    unavailable: reads.count(503) + writes.plants.count(503),
    acknowledged: ledger.acknowledged,
    lost,
    wrong: [...ledger.wrong, ...unsound, ...kinds.flatMap(unanswered)],
  }
}

async function breakUnderLoad(scenario: Scenario, cluster: Cluster, awaited: readonly Answers[]) {
  await pause(BEFORE_MS)
  const primary = async () => (await cluster.primary()).plan.name
  const old = await primary()
  const broken = performance.now()
  await scenario.fault(cluster)
  const faultEnd = performance.now()
  await waitUntil('another node is the primary', async () => (await primary()) !== old)
  // An answer that was on its way may be good: only what comes a while later shows that all is well.
  await pause(AFTER_MS)
  const since = Math.max(faultEnd, performance.now() - AFTER_MS / 2)
  await waitUntil('everything is served again', async () =>
    awaited.every((answers) => answers.hasGoodAfter(since)),
  )
  scenario.afterwards?.(cluster)
  await pause(AFTER_MS)
  return broken
}

function unanswered(answers: Answers): string[] {
  const count = answers.count(0)
  return count > 0 ? [`${count} requests got no answer`] : []
}

/** Reads from the new primary what has become of the acknowledged writes. */
function verify(addresses: Addresses, { still, moving }: World, ledger: Ledger) {
  return withOwner(addresses, async ({ pool, prisma }) => {
    const plants = await prisma.plant.findMany({ where: { ownerId: still }, select: { id: true } })
    const ids = new Set(plants.map(({ id }) => Number(id)))
    const assets = await prisma.asset.findMany({ where: { clientId: moving } })
    const oldest = marketValueOf(ledger.acknowledgedImport)
    const active = await prisma.apiKey.findMany({ where: { state: 'active' } })
    const { findings } = await runChecks(pool)
    return {
      lost: [
        ...ledger.plants.filter((id) => !ids.has(id)).map((id) => `plant ${id}`),
        ...assets
          .filter(({ marketValue }) => Number(marketValue) < Number(oldest))
          .slice(0, 1)
          .map(({ marketValue }) => `import: ${marketValue} instead of ${oldest}`),
        ...active.filter(({ id }) => ledger.revoked.has(id)).map(({ id }) => `revocation of ${id}`),
      ],
      unsound: findings.map(({ message }) => message),
    }
  })
}

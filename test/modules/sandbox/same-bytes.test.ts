import { beforeAll, expect, inject, test } from 'vitest'
import { PRODUCT } from '../../../src/modules/audit/audit.writes.ts'
import { SCENARIOS, type Scenario } from '../../../src/modules/sandbox/scenario.ts'
import { runScenario } from '../../../src/modules/sandbox/scenario.writes.ts'
import { isCluster } from '../../support/cluster.ts'
import { gatewayWithoutLimits } from '../../support/gateway.ts'
import { findForgotten } from '../../verifier/verify.ts'
import { sandboxOf } from './fixtures.ts'

/** How often each scenario runs, over two sandboxes. SANDBOX_RUNS=100 for a longer test. */
const RUNS = Number(process.env.SANDBOX_RUNS ?? 2)
const gateway = gatewayWithoutLimits()
const { prisma } = gateway.serving

type Sandbox = Awaited<ReturnType<typeof sandboxOf>>

const play = (sandbox: Sandbox, name: Scenario, seed: number) =>
  runScenario({ prisma, name, seed, key: sandbox, actor: PRODUCT })

// Ids and cursors with ids, instants, days, and the hash over both.
const VARYING =
  /cursor(?:=|":")[^"&]+|\b[a-z]+_[0-9A-Z]{26}\b|ORY-[A-Z]{2}-[0-9A-Z]{26}|\d{4}-\d\d-\d\d(T[\d:.]+Z)?|[\da-f]{64}/g

async function bodies({ secret, clientId }: Sandbox): Promise<string> {
  const texts = []
  for (const path of ['assets', 'portfolio/summary']) {
    const url = `/api/v1/${path}?client_id=${clientId}`
    texts.push((await gateway.request(url, { key: secret })).text)
  }
  return texts
    .join('\n')
    .replaceAll(VARYING, '…')
    .replace(/"version":\d+/g, '')
    .replaceAll(/page=\d+/g, '')
}

let sandboxes: Sandbox[] = []
beforeAll(async () => {
  sandboxes = [await sandboxOf(gateway), await sandboxOf(gateway)]
})

// The first runs come after other scenarios, and later ones after the first state.
const BEFORE: readonly Scenario[] = ['asset_changes', 'asset_appears', 'grant_narrowed']
// After them there is no grant to change, or there is none soon.
const ENDING: readonly Scenario[] = ['grant_revoked', 'grant_expires']

// The largest is the last: the log of changes is read whole after each, and grows by thousands there.
const NAMES = Object.keys(SCENARIOS).sort(
  (a, b) => Number(a === 'many_assets') - Number(b === 'many_assets'),
) as Scenario[]

// A cluster has no log of changes, in which forgotten ones are found.
test.skipIf(isCluster(inject('server'))).each(NAMES)(
  '%s gives the same bytes for the same seed',
  { timeout: 600_000 },
  async (name) => {
    const seen = new Set<string>()
    for (let i = 0; i < RUNS; i++) {
      const sandbox = sandboxes[i % sandboxes.length]
      if (!sandbox) throw new Error('There are two sandboxes.')
      for (const before of BEFORE) await play(sandbox, before, i % 1_000)
      await play(sandbox, 'reset', 0)
      const { secret } = await play(sandbox, name, 7)
      // Only the newest secret and the one before are valid.
      sandbox.secret = secret ?? sandbox.secret
      seen.add(await bodies(sandbox))
      if (ENDING.includes(name)) await play(sandbox, 'reset', 0)
      // The log of many runs is too long to be checked at once.
      expect(await findForgotten(gateway.database.pool)).toEqual([])
    }
    expect([...seen]).toHaveLength(1)
    expect([...seen][0]).toContain(name === 'grant_revoked' ? 'grant_revoked' : '"data"')
  },
)

test('another seed gives other bytes', async () => {
  const sandbox = await sandboxOf(gateway)
  const seen = new Set<string>()
  for (const seed of [0, 1, 999]) {
    await play(sandbox, 'reset', 0)
    await play(sandbox, 'asset_changes', seed)
    seen.add(await bodies(sandbox))
  }
  expect(seen.size).toBe(3)
})

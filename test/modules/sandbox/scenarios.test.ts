import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { runChecks } from '../../../src/doctor/run-checks.ts'
import { createMemoryQuota } from '../../../src/load/quota.ts'
import { SCENARIOS, type Scenario } from '../../../src/modules/sandbox/scenario.ts'
import { testGateway } from '../../support/gateway.ts'
import { Mirror, run, sandboxOf } from './fixtures.ts'

// Walks of 3,000 assets take more requests than a sandbox key has in a minute.
const quota = createMemoryQuota()
const gateway = testGateway({ quota: { ...quota, spend: (subject) => quota.spend(subject, 1e6) } })
const { database } = gateway

/** A firm's sandbox with a mirror that is kept by deltas, and one that is kept by the feed. */
async function rehearsal() {
  const sandbox = await sandboxOf(gateway)
  const [byDelta, byFeed] = [1, 2].map(() => new Mirror(gateway, sandbox.secret, sandbox.clientId))
  if (!byDelta || !byFeed) throw new Error('There are two mirrors.')
  await byFeed.follow()
  for (const mirror of [byDelta, byFeed]) await mirror.walk()
  const prove = async () => {
    const whole = (await byDelta.readWhole()).texts()
    for (const mirror of [byDelta, byFeed]) expect(mirror.texts()).toEqual(whole)
  }
  const play = async (name: Scenario, seed = 0) => {
    const result = await run(gateway, sandbox.secret, name, seed)
    const code = await byDelta.walk()
    const types = await byFeed.follow()
    await prove()
    return { ...result, code, types }
  }
  return { ...sandbox, byDelta, play }
}

describe('a mirror sees', () => {
  test('an asset that appears, changes, is removed and comes back with its id', async () => {
    const { play, byDelta } = await rehearsal()
    expect(await play('asset_appears', 7)).toMatchObject({
      changed: true,
      types: ['portfolio.changed'],
    })
    expect(byDelta.assets?.size).toBe(8)
    expect(byDelta.mode).toBe('delta')
    expect(byDelta.seen.data).toHaveLength(1)
    await play('asset_changes', 5)
    const [changed = ''] = byDelta.seen.data
    expect(byDelta.assets?.get(changed).title).toBe(
      'Silver coins, tube of 25, revision 5 (sandbox)',
    )
    await play('asset_removed', 5)
    expect(byDelta.seen).toEqual({ data: [], removed: [changed] })
    await play('asset_returns', 5)
    expect(byDelta.seen).toEqual({ data: [changed], removed: [] })
    expect(byDelta.assets?.get(changed).title).toBe('Silver coins, tube of 25 (sandbox)')
  })

  test('an asset that leaves the filter and comes back', async () => {
    const { play, byDelta } = await rehearsal()
    expect((await play('grant_narrowed')).types).toEqual(['grant.changed'])
    expect(byDelta.mode).toBe('full')
    expect(byDelta.assets?.size).toBe(4)
    await play('asset_leaves_filter', 2)
    expect(byDelta.seen).toMatchObject({ data: [], removed: [expect.stringMatching(/^ORY-WT-/)] })
    const { removed } = byDelta.seen
    await play('asset_returns', 2)
    expect(byDelta.seen).toEqual({ data: removed, removed: [] })
    await play('grant_widened')
    expect(byDelta.assets?.size).toBe(7)
    await play('asset_leaves_filter', 2)
    expect(byDelta.seen).toEqual({ data: removed, removed: [] })
  })

  test('a grant that is revoked and given anew', async () => {
    const { play } = await rehearsal()
    expect(await play('grant_revoked')).toMatchObject({
      code: 'grant_revoked',
      types: ['grant.ended'],
    })
    expect(await play('grant_given')).toMatchObject({ code: null, types: ['grant.given'] })
  })

  test('a grant and a share link that expire after five seconds', { timeout: 60_000 }, async () => {
    await Promise.all([letShareLinkExpire(), letGrantExpire()])
  })

  async function letShareLinkExpire() {
    const { play, byDelta } = await rehearsal()
    const { at } = await play('share_link_expires', 1)
    const [registryId = ''] = byDelta.seen.data
    const stateOf = () => byDelta.assets?.get(registryId).estate.share_links[0].state
    expect(stateOf()).toBe('active')
    await sleep(new Date(at).getTime() - Date.now() + 100)
    await byDelta.walk()
    expect(byDelta.seen.data).toEqual([registryId])
    expect(stateOf()).toBe('expired')
    expect(byDelta.texts()).toEqual((await byDelta.readWhole()).texts())
  }

  async function letGrantExpire() {
    const { play, byDelta } = await rehearsal()
    const { at: end, code } = await play('grant_expires')
    expect(code).toBeNull()
    await sleep(new Date(end).getTime() - Date.now() + 100)
    expect(await byDelta.walk()).toBe('grant_expired')
    expect((await play('grant_given')).code).toBeNull()
  }

  test('three thousand assets, and the first state again', { timeout: 120_000 }, async () => {
    const { play, byDelta, clientId } = await rehearsal()
    const before = new Map(byDelta.assets)
    await play('many_assets', 3)
    expect(byDelta.assets?.size).toBe(3_000)
    expect((await play('many_assets', 3)).changed).toBe(false)
    await play('many_assets', 4)
    expect(byDelta.mode).toBe('delta')
    await play('reset')
    expect(byDelta.assets).toEqual(before)
    expect(await database.prisma.asset.count({ where: { clientId } })).toBe(7)
    expect((await runChecks(database.pool)).findings).toEqual([])
  })
})

test('a secret that is rolled works for an hour, and the answer has the next one once', async () => {
  const { secret, id } = await sandboxOf(gateway)
  const result = await run(gateway, secret, 'secret_rolled')
  expect(result.secret).toMatch(/^sk_test_/)
  for (const key of [secret, result.secret])
    expect((await gateway.request('/api/v1/me', { key })).status).toBe(200)
  const secrets = await database.prisma.keySecret.findMany({ where: { keyId: id } })
  const ends = secrets.flatMap(({ expiresAt }) => (expiresAt ? [expiresAt.getTime()] : []))
  expect(ends).toEqual([new Date(result.at).getTime() + 3_600_000])
  expect(gateway.log.join('')).not.toContain(result.secret)
})

test('a scenario that is repeated has no second effect, and leaves no second event', async () => {
  const { secret, id, clientId } = await sandboxOf(gateway)
  const names = Object.keys(SCENARIOS) as Scenario[]
  const timed: Scenario[] = ['grant_expires', 'share_link_expires', 'secret_rolled']
  for (const name of names.filter((each) => !timed.includes(each) && each !== 'many_assets')) {
    const seed = 11
    await run(gateway, secret, name, seed)
    const again = await run(gateway, secret, name, seed)
    expect(again, name).toEqual({ clientId, changed: false, at: null, secret: null })
    if (name === 'grant_revoked') await run(gateway, secret, 'grant_given')
  }
  const events = await database.prisma.auditEvent.findMany({
    where: { subject: id, action: 'sandbox.scenario_run' },
  })
  expect(events.every(({ actor }) => actor === 'product')).toBe(true)
  const runs = events.map(({ details }) => JSON.stringify(details))
  expect(runs).toContain(
    '{"seed": "11", "scenario": "asset_removed"}'.replaceAll(': ', ':').replaceAll(', ', ','),
  )
})

import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { runChecks } from '../../../src/doctor/run-checks.ts'
import { operator } from '../../../src/modules/audit/audit.writes.ts'
import { rollKey } from '../../../src/modules/keys/api-key-secret.writes.ts'
import { SCENARIOS, type Scenario } from '../../../src/modules/sandbox/scenario.ts'
import { codeOf } from '../../graphql/portal/fixtures.ts'
import { gatewayWithoutLimits } from '../../support/gateway.ts'
import { askScenario, Mirror, run, sandboxOf } from './fixtures.ts'

// Walks of 3,000 assets take more requests than a sandbox key has in a minute.
const gateway = gatewayWithoutLimits()
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

test('a mirror sees an asset that appears, changes, is removed and comes back with its id', async () => {
  const { play, byDelta } = await rehearsal()
  expect(await play('asset_appears', 7)).toMatchObject({
    changed: true,
    types: ['portfolio.changed'],
  })
  expect(byDelta.assets?.size).toBe(8)
  expect(byDelta.complete).toBe(true)
  expect(byDelta.seen.data).toHaveLength(1)
  await play('asset_changes', 5)
  const [changed = ''] = byDelta.seen.data
  expect(byDelta.assets?.get(changed).title).toBe('Silver coins, tube of 25, revision 5 (sandbox)')
  await play('asset_removed', 5)
  expect(byDelta.seen).toEqual({ data: [], removed: [changed] })
  await play('asset_returns', 5)
  expect(byDelta.seen).toEqual({ data: [changed], removed: [] })
  expect(byDelta.assets?.get(changed).title).toBe('Silver coins, tube of 25 (sandbox)')
})

test('a mirror sees an asset that leaves the filter and comes back', async () => {
  const { play, byDelta } = await rehearsal()
  expect((await play('grant_narrowed')).types).toEqual(['grant.changed'])
  expect(byDelta.complete).toBe(false)
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

test('a mirror sees a grant and a share link that expire after five seconds', {
  timeout: 60_000,
}, async () => {
  const [ofLink, ofGrant] = [await rehearsal(), await rehearsal()]
  const { at } = await ofLink.play('share_link_expires', 1)
  const [registryId = ''] = ofLink.byDelta.seen.data
  const [link] = ofLink.byDelta.assets?.get(registryId).estate.share_links ?? []
  expect(link).toMatchObject({ expires_at: at, revoked_at: null })
  const { at: end, code } = await ofGrant.play('grant_expires')
  expect(code).toBeNull()
  await sleep(new Date(end).getTime() - Date.now() + 100)
  await ofLink.byDelta.walk()
  expect(ofLink.byDelta.seen.data).toEqual([])
  expect(ofLink.byDelta.texts()).toEqual((await ofLink.byDelta.readWhole()).texts())
  expect(await ofGrant.byDelta.walk()).toBe('grant_expired')
  expect((await ofGrant.play('grant_given')).code).toBeNull()
})

test('a mirror sees three thousand assets, and the first state again', {
  timeout: 120_000,
}, async () => {
  const { secret, clientId } = await sandboxOf(gateway)
  const mirror = new Mirror(gateway, secret, clientId)
  await mirror.walk()
  const before = new Map(mirror.assets)
  const play = async (name: Scenario, seed = 0) => {
    expect((await run(gateway, secret, name, seed)).changed).toBe(true)
    await mirror.walk()
    expect(mirror.complete).toBe(true)
    await mirror.prove()
  }
  await play('many_assets', 3)
  expect(mirror.assets?.size).toBe(3_000)
  expect((await run(gateway, secret, 'many_assets', 3)).changed).toBe(false)
  await play('reset')
  expect(mirror.assets).toEqual(before)
  expect(await database.prisma.asset.count({ where: { clientId } })).toBe(7)
  expect((await runChecks(database.pool)).findings).toEqual([])
})

const statusOf = async (key: string) => (await gateway.request('/api/v1/me', { key })).status

test('secret_rolled leaves the secret of the key as it is, however often it is run', async () => {
  const { secret, id } = await sandboxOf(gateway)
  const [first, second, third] = [1, 2, 3].map(() => run(gateway, secret, 'secret_rolled'))
  const results = [await first, await second, await third]
  const made = results.map((result) => result.secret)
  for (const each of made) expect(each).toMatch(/^sk_test_/)
  expect(await statusOf(secret)).toBe(200)
  const secrets = await database.prisma.keySecret.findMany({ where: { keyId: id } })
  expect(secrets.map(({ expiresAt }) => expiresAt !== null).sort()).toEqual([false, true])
  expect(secrets.find(({ reference }) => secret.includes(reference))?.expiresAt).toBeNull()
  const statuses = await Promise.all(made.map(statusOf))
  expect(statuses.sort()).toEqual([200, 401, 401])
  for (const each of made) expect(gateway.log.join('')).not.toContain(each)
})

test('secret_rolled makes a secret for an hour, which makes no other', async () => {
  const { secret, id } = await sandboxOf(gateway)
  const { at, secret: made } = await run(gateway, secret, 'secret_rolled')
  const where = { keyId: id, rehearsed: true }
  const { expiresAt } = await database.prisma.keySecret.findFirstOrThrow({ where })
  expect(expiresAt?.getTime()).toBe(new Date(at).getTime() + 3_600_000)
  const again = await askScenario(gateway, { key: made }, 'name: secret_rolled')
  expect(codeOf(again)).toBe('state_conflict')
  expect(again.json.errors[0].message).toMatch(/^This secret ends/)
  expect([await statusOf(secret), await statusOf(made)]).toEqual([200, 200])
})

test('secret_rolled leaves a secret in its overlap as it is, which makes no other either', async () => {
  const { secret, id } = await sandboxOf(gateway)
  const rolled = await rollKey(operator(database.prisma), { keyId: id, overlap: '24h' })
  expect(codeOf(await askScenario(gateway, { key: secret }, 'name: secret_rolled'))).toBe(
    'state_conflict',
  )
  await run(gateway, rolled.secret, 'secret_rolled')
  expect([await statusOf(secret), await statusOf(rolled.secret)]).toEqual([200, 200])
  await rollKey(operator(database.prisma), { keyId: id })
  expect(await database.prisma.keySecret.count({ where: { keyId: id, expiresAt: null } })).toBe(1)
  expect([await statusOf(secret), await statusOf(rolled.secret)]).toEqual([401, 401])
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
  expect(runs).toContain('{"seed":"11","scenario":"asset_removed"}')
})

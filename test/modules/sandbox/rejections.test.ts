import { expect, test, vi } from 'vitest'
import { latestInstantQueries } from '../../../src/database/portfolio-locks.ts'
import { serviceUnavailable } from '../../../src/errors.ts'
import { createMemoryQuota } from '../../../src/load/quota.ts'
import { HeavyWork } from '../../../src/load/waiting/heavy-work.ts'
import { operator } from '../../../src/modules/audit/audit.writes.ts'
import { updateFirm } from '../../../src/modules/firms/firm.writes.ts'
import { CHANGES_A_DAY } from '../../../src/modules/sandbox/scenario.ts'
import { codeOf } from '../../graphql/portal/fixtures.ts'
import { type Call, type Reply, testGateway } from '../../support/gateway.ts'
import { clientWith, grantWith, keyWith } from '../../support/portfolio.ts'
import { keyOf } from '../fixtures.ts'
import { askScenario, run, sandboxOf } from './fixtures.ts'

const quota = createMemoryQuota()
const gateway = testGateway({ quota })
const { database, serving } = gateway
const { prisma } = database
const REMOVE = 'name: asset_removed, seed: 1'

const codeFor = async (call: Call, args = REMOVE) => codeOf(await askScenario(gateway, call, args))

test('a scenario is refused to a key of production, also one of a firm with a sandbox', async () => {
  const { firmId, clientId } = await sandboxOf(gateway)
  const production = await keyOf(prisma, { firmId })
  expect(await codeFor({ key: production.secret })).toBe('sandbox_only')
  expect(await prisma.asset.count({ where: { clientId } })).toBe(7)
})

test('a scenario is refused to a key that names a key, also its own', async () => {
  const [own, other] = [await sandboxOf(gateway), await sandboxOf(gateway)]
  for (const keyId of [own.id, other.id, 'x'])
    expect(await codeFor({ key: own.secret }, `${REMOVE}, keyId: "${keyId}"`)).toBe(
      'invalid_parameter',
    )
  expect(await prisma.asset.count({ where: { clientId: other.clientId } })).toBe(7)
})

test('a scenario is refused to a firm without the plan, where the scenario gives a grant or makes a secret', async () => {
  const { firmId, secret } = await sandboxOf(gateway)
  await run(gateway, secret, 'grant_narrowed')
  await updateFirm(operator(prisma), { firmId, planState: 'past_due' })
  for (const name of ['grant_widened', 'secret_rolled', 'reset'])
    expect(await codeFor({ key: secret }, `name: ${name}`)).toBe('enterprise_plan_required')
  expect(await codeFor({ key: secret }, 'name: grant_revoked')).toBeNull()
  expect(await codeFor({ key: secret }, 'name: grant_given')).toBe('enterprise_plan_required')
  expect(await codeFor({ key: secret })).toBeNull()
})

test('seeds that there are not are explained', async () => {
  const { secret: key } = await sandboxOf(gateway)
  for (const seed of ['-1', '1000', '2147483647'])
    expect(await codeFor({ key }, `name: reset, seed: ${seed}`)).toBe('invalid_parameter')
  const reply = await askScenario(gateway, { key }, 'name: reset, seed: 1000')
  expect(reply.json.errors[0].message).toBe('seed takes a whole number from 0 to 999.')
})

test('a key without a grant is told what to run first', async () => {
  const { secret: key } = await sandboxOf(gateway)
  await run(gateway, key, 'grant_revoked')
  for (const name of ['grant_narrowed', 'grant_widened', 'grant_expires']) {
    const { json } = await askScenario(gateway, { key }, `name: ${name}`)
    expect(json.errors[0]).toMatchObject({
      message: 'The key has no grant for the sandbox client. Run grant_given first.',
      extensions: { code: 'state_conflict' },
    })
  }
})

const cost = (reply: Reply) => reply.headers.get('X-RateLimit-Cost')
// The seed is refused after the charge.
const REFUSED = 'seed: 1000'

test('a scenario counts as the requests that it is worth by its price, also with variables', async () => {
  const { secret: key } = await sandboxOf(gateway)
  expect(cost(await askScenario(gateway, { key }, `name: many_assets, ${REFUSED}`))).toBe('30')
  const text = 'mutation ($n: SandboxScenario!) { sandboxScenario(name: $n, seed: 1000) { at } }'
  const prices = { grant_given: '3', many_assets: '30', constructor: '3', toString: '3' }
  for (const [n, price] of Object.entries(prices))
    expect(cost(await gateway.graphql(text, { key, variables: { n } })), n).toBe(price)
})

test('all scenarios of a firm make a limited number of changes in a day', async () => {
  const { id, clientId, secret: key } = await sandboxOf(gateway)
  await database.pool.query(
    `INSERT INTO audit_events (id, actor, action, subject, client_id, at)
     SELECT 'event_' || n, 'product', 'sandbox.scenario_run', $1, $2, now() - interval '1 hour'
       FROM generate_series(1, $3) n`,
    [id, clientId, CHANGES_A_DAY],
  )
  const reply = await askScenario(gateway, { key }, REMOVE)
  expect(codeOf(reply)).toBe('rate_limit_exceeded')
  expect(reply.json.errors[0].message).toMatch(/at most 5000 changes in 24 hours\. Wait 82\d\d\d s/)
  expect(await prisma.asset.count({ where: { clientId } })).toBe(7)
})

test('scenarios at once for one firm run one after another', async () => {
  const { firmId, secret, clientId } = await sandboxOf(gateway)
  const second = await keyOf(prisma, { firmId, environment: 'sandbox' })
  const seeds = [1, 2, 3, 4, 5, 6]
  const ask = (seed: number) =>
    run(gateway, seed % 2 ? secret : second.secret, 'asset_appears', seed)
  const results = await Promise.all(seeds.map(ask))
  const instants = results.map(({ at }) => at)
  expect(new Set(instants).size).toBe(seeds.length)
  expect(await prisma.asset.count({ where: { clientId } })).toBe(7 + seeds.length)
  const { dataVersion } = await prisma.portfolio.findUniqueOrThrow({ where: { clientId } })
  expect(dataVersion).toBe(1n + BigInt(seeds.length))
})

const call = (firm: string, client: string, assets: unknown = [], removed: string[] = []) =>
  serving.pool.query('SELECT change_sandbox_portfolio($1, $2, $3, $4, false)', [
    firm,
    client,
    JSON.stringify({ assets }),
    removed,
  ])

test('the function of the database writes into no other portfolio than the sandbox of the firm', async () => {
  const [own, other] = [await sandboxOf(gateway), await sandboxOf(gateway)]
  const person = await clientWith(database, [
    { type: 'asset', ref: 'a', title: 'A', category: 'art' },
  ])
  const trial = await clientWith(database, [], 'sandbox')
  await grantWith(database, (await keyWith(database)).id, person)
  const refused: [string, string][] = [
    [own.firmId, other.clientId],
    [own.firmId, person],
    [own.firmId, trial],
    [own.firmId, 'user_x'],
    ['', person],
    ["' OR true --", own.clientId],
  ]
  for (const [firm, client] of refused)
    await expect(call(firm, client, [], ['a', 'sandbox-1'])).rejects.toMatchObject({
      code: '42501',
    })
  expect(await prisma.asset.count({ where: { clientId: person } })).toBe(1)
  expect(await prisma.asset.count({ where: { clientId: other.clientId } })).toBe(7)
  await expect(call(own.firmId, own.clientId, [], ['sandbox-1'])).resolves.toBeDefined()
  expect(await prisma.asset.count({ where: { clientId: own.clientId } })).toBe(6)
})

test('the function of the database keeps the number of assets small, whoever calls it', async () => {
  const { firmId, clientId } = await sandboxOf(gateway)
  const asset = { title: 'X', category: 'art', quantity: 1, category_detail: {} }
  const documents = { readiness_gaps: [], document_count: 0, document_types: [] }
  const many = Array.from({ length: 5_000 }, (_, i) => {
    const id = `x${i}`
    return { ...asset, ...documents, id, ref: id, registry_id: id }
  })
  await expect(call(firmId, clientId, many)).rejects.toMatchObject({ code: '23514' })
  expect(await prisma.asset.count({ where: { clientId } })).toBe(7)
})

test('the function of the database takes its instant like an import', async () => {
  const { rows } = await database.pool.query<{ text: string }>(
    `SELECT pg_get_functiondef('change_sandbox_portfolio'::regproc) AS text`,
  )
  for (const query of latestInstantQueries('client_id = client'))
    expect(rows[0]?.text).toContain(`(${query.replace(' AS at', '')})`)
})

test('the function of the database is the only one of the two that the serving role may call', async () => {
  const called = serving.pool.query(`SELECT sandbox_blocks('user_x', '{}')`)
  await expect(called).rejects.toMatchObject({ code: '42501' })
})

test('a scenario waits for its turn of heavy work, and writes nothing where no place is left', async () => {
  const { secret, clientId } = await sandboxOf(gateway)
  const count = () => gateway.database.prisma.asset.count({ where: { clientId } })
  const before = await count()
  const enter = vi.spyOn(HeavyWork.prototype, 'enter').mockRejectedValueOnce(serviceUnavailable())
  const refused = await askScenario(gateway, { key: secret }, 'name: asset_appears, seed: 1')
  expect(codeOf(refused)).toBe('service_unavailable')
  expect(await count()).toBe(before)
  await run(gateway, secret, 'asset_appears', 1)
  expect(enter).toHaveBeenCalledTimes(2)
  expect(await count()).toBe(before + 1)
  enter.mockRestore()
})

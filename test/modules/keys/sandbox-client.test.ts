import { expect, test } from 'vitest'
import { SCOPES } from '../../../src/access/scopes.ts'
import { runChecks } from '../../../src/doctor/run-checks.ts'
import { CATEGORY_DETAIL_SCHEMAS } from '../../../src/modules/assets/category-detail.ts'
import { operator } from '../../../src/modules/audit/audit.writes.ts'
import { updateFirm } from '../../../src/modules/firms/firm.writes.ts'
import { createKey } from '../../../src/modules/keys/api-key.writes.ts'
import { invitePerson, setPasswords } from '../../../src/modules/people/password.writes.ts'
import { SANDBOX_ASSETS } from '../../../src/modules/sandbox-client/sandbox-assets.ts'
import { createToken } from '../../../src/modules/tokens/token.writes.ts'
import { testDatabase } from '../../support/database.ts'
import { enterpriseFirm, grantOf, keyOf } from '../fixtures.ts'

const database = testDatabase()
const { prisma, pool, serving } = database
const KEY = { name: 'Trial', environment: 'sandbox', scopes: ['registry'] } as const

const clientOfFirm = (firmId: string) =>
  prisma.user.findUniqueOrThrow({
    where: { sandboxFirmId: firmId },
    include: { portfolio: { include: { assets: { orderBy: { ref: 'asc' } } } } },
  })

async function sandboxOf(firmId: string) {
  const key = await createKey(operator(serving.prisma), { ...KEY, firmId })
  const client = await clientOfFirm(firmId)
  return { key, client }
}

test('the sandbox client of a firm is made with the first sandbox key by the role that serves requests, and connected to it', async () => {
  const firmId = await enterpriseFirm(prisma)
  const { key, client } = await sandboxOf(firmId)
  expect(client).toMatchObject({ name: 'Sandbox client', isStaff: false })
  expect(client.email).toMatch(/^user_[a-z0-9]+@sandbox\.invalid$/)
  expect(client.portfolio).toMatchObject({ environment: 'sandbox', currency: 'USD' })
  const assets = client.portfolio?.assets ?? []
  expect(assets.map(({ ref }) => ref)).toEqual(SANDBOX_ASSETS.map(({ ref }) => ref))
  for (const { title } of assets) expect(title).toMatch(/ \(sandbox\)$/)
  const grant = await prisma.grant.findFirstOrThrow({ where: { clientId: client.id } })
  const terms = { scopes: [...SCOPES], filterType: 'all', expiresAt: null }
  expect(grant).toMatchObject({ keyId: key.id, environment: 'sandbox', state: 'active', ...terms })
})

test('the sandbox client of a firm is sound, and its details are what an import takes', async () => {
  await sandboxOf(await enterpriseFirm(prisma))
  expect((await runChecks(pool)).findings).toEqual([])
  for (const { category, detail } of SANDBOX_ASSETS) {
    const data = { ...detail, type: category }
    expect(CATEGORY_DETAIL_SCHEMAS[category].safeParse(detail)).toEqual({ success: true, data })
  }
})

test('the sandbox client of a firm says in its records that no person made it or agreed', async () => {
  const { key, client } = await sandboxOf(await enterpriseFirm(prisma))
  const consents = await prisma.consent.findMany({ where: { clientId: client.id } })
  expect(consents).toHaveLength(1)
  expect(consents[0]).toMatchObject({ linkId: null, purpose: null, version: 1 })
  for (const text of [consents[0]?.sentence, consents[0]?.firmSentence])
    expect(text).toMatch(
      /^Orangery made this access .* nobody agreed to it\.\nFirm: .*\nSandbox key: Trial$/,
    )
  const events = await prisma.auditEvent.findMany({ where: { clientId: client.id } })
  expect(events.map(({ action, actor }) => `${actor} ${action}`).sort()).toEqual([
    'product client.created',
    'product grant.created',
  ])
  const made = await prisma.auditEvent.findFirstOrThrow({ where: { subject: key.id } })
  expect([made.actor, made.action]).toEqual(['operator', 'key.created'])
})

test('the sandbox client of a firm is one, however many keys there are and however they are made', async () => {
  const firmId = await enterpriseFirm(prisma)
  const make = () => createKey(operator(serving.prisma), { ...KEY, firmId })
  const keys = [...(await Promise.all([make(), make(), make(), make()])), await make()]
  const clients = await prisma.user.findMany({ where: { sandboxFirmId: firmId } })
  expect(clients).toHaveLength(1)
  const grants = await prisma.grant.findMany({ where: { clientId: clients[0]?.id ?? '' } })
  expect(grants.map(({ keyId }) => keyId).sort()).toEqual(keys.map(({ id }) => id).sort())
  expect(await prisma.asset.count({ where: { clientId: clients[0]?.id ?? '' } })).toBe(7)
})

test('the sandbox client of a firm does not come with a production key, nor for a firm that may not create keys', async () => {
  const firmId = await enterpriseFirm(prisma)
  await createKey(operator(prisma), { ...KEY, environment: 'production', firmId })
  await updateFirm(operator(prisma), { firmId, planState: 'past_due' })
  const rejected = createKey(operator(serving.prisma), { ...KEY, firmId })
  await expect(rejected).rejects.toMatchObject({ code: 'enterprise_plan_required' })
  expect(await prisma.user.count({ where: { sandboxFirmId: firmId } })).toBe(0)
})

test('the sandbox client of a firm cannot be connected to a production key, nor to a key of another firm', async () => {
  const firmId = await enterpriseFirm(prisma)
  const { client } = await sandboxOf(firmId)
  const production = await keyOf(prisma, { firmId })
  const foreign = await keyOf(prisma, { environment: 'sandbox' })
  for (const keyId of [production.id, foreign.id]) {
    const given = grantOf(prisma, { keyId, clientId: client.id })
    await expect(given).rejects.toMatchObject({ code: 'invalid_parameter' })
  }
  const forced = pool.query(
    `INSERT INTO grants (client_id, id, key_id, environment, scopes, filter_type, filter_values)
     VALUES ($1, 'grant_x', $2, 'production', '{registry}', 'all', '{}')`,
    [client.id, production.id],
  )
  await expect(forced).rejects.toMatchObject({ code: '23503' })
})

test('the sandbox client of a firm gets no password, no invitation and no token', async () => {
  const { client } = await sandboxOf(await enterpriseFirm(prisma))
  const { id: userId, email } = client
  const password = 'an unusual sentence of seven words, really'
  const attempts = [
    () => setPasswords(operator(prisma), [{ userId, password }]),
    () => invitePerson(operator(prisma), { email }),
    () => createToken(operator(prisma), { userId, name: 'x' }),
  ]
  for (const attempt of attempts)
    await expect(attempt()).rejects.toMatchObject({ code: 'state_conflict' })
  expect(await prisma.account.count({ where: { userId } })).toBe(0)
  expect(await prisma.invitation.count({ where: { userId } })).toBe(0)
  expect(await prisma.accessToken.count({ where: { userId } })).toBe(0)
})

test('the function of the database writes into no portfolio that exists', async () => {
  const { clientId } = await grantOf(prisma)
  const before = await prisma.portfolio.findUniqueOrThrow({ where: { clientId } })
  const create = `SELECT create_sandbox_client($1, $2, 'x@sandbox.invalid', '{}')`
  const created = serving.pool.query(create, [await enterpriseFirm(prisma), clientId])
  await expect(created).rejects.toMatchObject({ code: '23505' })
  expect(await prisma.portfolio.findUniqueOrThrow({ where: { clientId } })).toEqual(before)
})

test('the function of the database is all that the serving role can write of portfolios', async () => {
  const statements = [
    `INSERT INTO users (id, name, email, sandbox_firm_id) VALUES ('u', 'n', 'e', 'f')`,
    `UPDATE users SET sandbox_firm_id = NULL`,
    `INSERT INTO portfolios (client_id, environment, currency) VALUES ('u', 'sandbox', 'USD')`,
  ]
  for (const statement of statements)
    await expect(serving.pool.query(statement)).rejects.toMatchObject({ code: '42501' })
})

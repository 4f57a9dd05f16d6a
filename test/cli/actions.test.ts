import { expect, test } from 'vitest'
import { parseSecret } from '../../src/access/secret.ts'
import { clientOf, enterpriseFirm } from '../modules/fixtures.ts'
import { testDatabase } from '../support/database.ts'
import { environmentOf, jsonOf, orangery, runJson as runCommand } from './orangery.ts'

const database = testDatabase()
const { prisma } = database
const HERE = environmentOf(database)

const runJson = (...argv: string[]) => runCommand(HERE, ...argv)

function newKey(firm: string, ...argv: string[]) {
  const environment = argv.includes('--environment') ? [] : ['--environment', 'production']
  const given = ['--firm', firm, '--name', 'reports', '--scopes', 'valuation, estate']
  return runJson('key', 'create', ...given, ...environment, ...argv)
}

function createSandboxKey(firm: string, ...argv: string[]) {
  const given = ['--firm', firm, '--name', 'n', '--environment', 'sandbox', '--scopes', 'registry']
  return orangery(['key', 'create', ...given, ...argv], HERE)
}

test('key create prints all members, and the secret works', async () => {
  const firm = await enterpriseFirm(prisma)
  const ranges = ['--allow-ip', '203.0.113.7', '--allow-ip', '2001:db8::/32']
  const key = await newKey(firm, '--expires-at', '20990101T000000+0100', ...ranges)
  expect(key).toMatchObject({
    ...{ firm_id: firm, name: 'reports', environment: 'production' },
    scopes: ['registry', 'valuation', 'estate'],
    allowed_ips: ['203.0.113.7/32', '2001:db8::/32'],
    expires_at: '2098-12-31T23:00:00.000Z',
  })
  const hash = parseSecret(key.secret)?.hash ?? new Uint8Array()
  expect(await prisma.keySecret.findUnique({ where: { hash } })).toMatchObject({ keyId: key.id })
})

test('key list, roll, tier and revoke', async () => {
  const firm = await enterpriseFirm(prisma)
  expect(await runJson('key', 'list', '--firm', firm)).toEqual({ data: [] })
  const key = await newKey(firm, '--expires-at', 'never')
  const rolled = await runJson('key', 'roll', key.id, '--overlap', '24h')
  expect(rolled).toMatchObject({ id: key.id, secret: expect.stringMatching(/^sk_live_/) })
  for (const _ of [1, 2])
    expect(await runJson('key', 'tier', key.id, 'elevated')).toMatchObject({ tier: 'elevated' })
  const { data } = await runJson('key', 'list', '--firm', firm)
  const references = [key.reference, rolled.reference]
  const listed = { id: key.id, state: 'active', tier: 'elevated', references, expires_at: null }
  expect(data).toMatchObject([listed])
  expect(JSON.stringify(data)).not.toContain('sk_live_')
  expect(await runJson('key', 'tier', key.id, 'firm')).toMatchObject({ tier: null })
  const where = { action: 'key.tier_set', subject: key.id }
  expect(await prisma.auditEvent.count({ where })).toBe(2)
  const revoked = await runJson('key', 'revoke', key.id)
  expect(revoked).toMatchObject({ id: key.id, state: 'revoked' })
  expect(await runJson('key', 'revoke', key.id)).toEqual(revoked)
})

test('key create and key links give a key the right to create links, and take it', async () => {
  const { id } = await newKey(await enterpriseFirm(prisma), '--creates-links')
  const denied = await runJson('key', 'links', id, 'denied')
  expect(denied).toEqual({ id, firm_id: expect.any(String), creates_links: false })
  expect(await runJson('key', 'links', id, 'allowed')).toMatchObject({ creates_links: true })
  const where = { subject: id, action: { startsWith: 'key.' } }
  const events = await prisma.auditEvent.findMany({ where, orderBy: { id: 'asc' } })
  expect(events.map(({ details }) => details)).toMatchObject([
    { creates_links: true },
    { creates_links: { before: true, after: false } },
    { creates_links: { before: false, after: true } },
  ])
  const { out } = await orangery(['key', 'links', id, 'allowed'], HERE)
  expect(out).toMatch(/: links allowed\nThe return addresses .* in the portal: Edit/)
})

test('a sandbox key has no tier', async () => {
  const key = jsonOf(await createSandboxKey(await enterpriseFirm(prisma), '--json'))
  for (const tier of ['enterprise', 'firm']) {
    const output = await orangery(['key', 'tier', key.id, tier, '--json'], HERE)
    expect(output.code).toBe(1)
    expect(output.err).toContain('A sandbox key has 100 requests a minute and no tier.')
  }
  expect(await prisma.apiKey.findUnique({ where: { id: key.id } })).toMatchObject({ tier: null })
  const where = { action: 'key.tier_set', subject: key.id }
  expect(await prisma.auditEvent.count({ where })).toBe(0)
})

test('grant create, update, list and revoke', async () => {
  const { id: key } = await newKey(await enterpriseFirm(prisma))
  const user = await clientOf(prisma)
  const given = ['--key', key, '--client', user, '--scopes', 'valuation']
  const grant = await runJson('grant', 'create', ...given, '--filter', 'category:wt, PM')
  const terms = { scopes: ['registry', 'valuation'], asset_filter: 'category', expires_at: null }
  const filter_values = ['precious_metals', 'watches']
  expect(grant).toMatchObject({ key_id: key, client_id: user, ...terms, filter_values, version: 1 })
  expect(grant).not.toHaveProperty('feed_version')
  const change = ['--filter', 'all', '--expires-at', '2099-01-01']
  const changed = { version: 2, asset_filter: 'all', expires_at: '2099-01-01T00:00:00.000Z' }
  expect(await runJson('grant', 'update', grant.id, ...change)).toMatchObject(changed)
  const endless = await runJson('grant', 'update', grant.id, '--expires-at', 'never')
  expect(endless).toMatchObject({ version: 3, expires_at: null })
  expect(await runJson('grant', 'revoke', grant.id)).toMatchObject({ state: 'revoked' })
  const { data } = await runJson('grant', 'list', '--client', user)
  expect(data).toMatchObject([{ id: grant.id, state: 'revoked', version: 3 }])
})

test('token create, list and revoke', async () => {
  const user = await clientOf(prisma)
  const token = await runJson('token', 'create', '--user', user, '--expires-at', '2099-01-01')
  const secret = expect.stringMatching(/^pat_/)
  expect(token).toMatchObject({ secret, user_id: user, expires_at: '2099-01-01T00:00:00.000Z' })
  await prisma.accessToken.updateMany({
    where: { id: (await runJson('token', 'create', '--user', user)).id },
    data: { expiresAt: new Date(0) },
  })
  const list = () => runJson('token', 'list', '--user', user)
  const expired = { name: 'access token', state: 'expired', scopes: ['plants'] }
  expect((await list()).data).toMatchObject([{ id: token.id, state: 'active' }, expired])
  expect(await runJson('token', 'revoke', token.id)).toMatchObject({ state: 'revoked' })
  const { data } = await list()
  expect(data).toMatchObject([{ id: token.id, state: 'revoked' }, expired])
  expect(JSON.stringify(data)).not.toMatch(/pat_|hash/)
})

test('a rejected command exits 1 with one line, and one object with --json', async () => {
  const { id: firm } = jsonOf(await orangery(['firm', 'create', '--name', 'Small', '--json'], HERE))
  const output = await createSandboxKey(firm, '--json')
  expect(output.code).toBe(1)
  const { error } = jsonOf(output)
  expect(error).toEqual({ code: 'enterprise_plan_required', message: expect.any(String) })
  expect(output.err).toBe(`error: ${error.message}\n`)
  expect(await createSandboxKey(firm)).toEqual({ code: 1, out: '', err: output.err })
})

test('without --json a secret is printed once, with a warning', async () => {
  const firm = await enterpriseFirm(prisma)
  const { code, out, err } = await createSandboxKey(firm)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out.match(/sk_test_/g)).toHaveLength(1)
  expect(out).toMatch(/^Key key_\w+\nsk_test_\w+\n.*not shown again\.\n$/)
  const list = await orangery(['key', 'list', '--firm', firm], HERE)
  expect(list.out).toMatch(/^key_\w+ {2}active {2}sandbox {2}n {2}registry\n$/)
})

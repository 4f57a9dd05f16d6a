import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { OPERATOR } from '../../src/modules/audit/audit.writes.ts'
import { updateFirm } from '../../src/modules/firms/firm.writes.ts'
import { keyOf } from '../modules/fixtures.ts'
import { describeInBrowser, testBrowser } from '../support/chromium.ts'
import { testGateway } from '../support/gateway.ts'
import { expectGoodLooks } from '../support/looks.ts'
import { clientWith, grantWith } from '../support/portfolio.ts'
import { memberWithPassword, staffWithPassword } from './firm-people.ts'

describeInBrowser('the firm’s keys, for users who may not change them', () => {
  const gateway = testGateway()
  const browser = testBrowser(gateway)
  const { prisma } = gateway.database

  async function firmWithKey(role: 'admin' | 'member') {
    const member = await memberWithPassword(gateway, { role })
    const key = await keyOf(prisma, { firmId: member.firmId, name: 'Night reports' })
    const list = `/firms/${member.firmId}/service-api`
    return { member, list, key, path: `${list}/${key.id}` }
  }

  test('a member who is not an admin sees them, and why nothing more', async () => {
    const { member, list, path } = await firmWithKey('member')
    const page = await browser.open(list, { as: member })
    await page.getByText('Only admins can create and change keys').waitFor()
    await expect
      .poll(() => page.getByRole('button', { name: 'New API key' }).isDisabled())
      .toBe(true)
    await expectGoodLooks(page, 'keys-member')
    await page.goto(path)
    await page.getByText('API key created').waitFor()
    await expect
      .poll(() => page.getByRole('button', { name: /Rotate|Edit|Revoke|link/ }).count())
      .toBe(0)
  })

  test.each(['member', 'staff'] as const)('mutations by %s are rejected', async (who) => {
    const { member, path, key } = await firmWithKey('member')
    const clientId = await clientWith(gateway.database, [])
    const grant = await grantWith(gateway.database, key.id, clientId)
    const person = who === 'member' ? member : await staffWithPassword(gateway)
    const page = await browser.open(path, { as: person })
    await page.getByText('API key created').waitFor()
    const events = await prisma.auditEvent.count({ where: CHANGES })
    for (const mutation of mutationsOf(member.firmId, key.id, grant.id)) {
      const codes = await send(page, mutation)
      expect([mutation, codes]).toEqual([mutation, ['caller_not_allowed']])
    }
    expect(await prisma.auditEvent.count({ where: CHANGES })).toBe(events)
    expect(await prisma.apiKey.count({ where: { firmId: member.firmId } })).toBe(1)
  })

  test('with a lapsed plan they can only be revoked', async () => {
    const { member, list, path, key } = await firmWithKey('admin')
    const plan = { plan: 'enterprise', planState: 'past_due' } as const
    await updateFirm(prisma, OPERATOR, { firmId: member.firmId, ...plan })
    const page = await browser.open(list, { as: member })
    await page.getByText('The Enterprise plan is past due').waitFor()
    await expect
      .poll(() => page.getByRole('button', { name: 'New API key' }).isDisabled())
      .toBe(true)
    await page.goto(path)
    const revoke = page.getByRole('button', { name: 'Revoke' })
    await revoke.waitFor()
    await expect.poll(() => revoke.isEnabled()).toBe(true)
    await expect.poll(() => page.getByRole('button', { name: 'Rotate' }).isDisabled()).toBe(true)
    await expect.poll(() => page.getByRole('button', { name: 'Edit' }).isDisabled()).toBe(true)
    await expect
      .poll(() => page.getByRole('button', { name: 'Connection link' }).isDisabled())
      .toBe(true)
    const [create, roll, update] = mutationsOf(member.firmId, key.id, '')
    for (const mutation of [create, roll, update])
      expect(await send(page, mutation ?? '')).toEqual(['enterprise_plan_required'])
    await expectGoodLooks(page, 'key-lapsed')
    await revoke.click()
    await page.getByLabel(/to confirm$/).fill('Night reports')
    await page.getByRole('button', { name: 'Revoke key' }).click()
    await page.getByText('API key revoked').waitFor()
  })

  test('without the plan a firm sees what it needs', async () => {
    const admin = await memberWithPassword(gateway)
    const plan = { plan: 'standard', planState: 'active' } as const
    await updateFirm(prisma, OPERATOR, { firmId: admin.firmId, ...plan })
    const page = await browser.open(`/firms/${admin.firmId}/service-api`, { as: admin })
    await page.getByText('The Service API requires the Enterprise plan').waitFor()
    await page.getByText('No API keys yet').waitFor()
    await expectGoodLooks(page, 'keys-no-plan')
  })

  test('staff can only read', async () => {
    const { path } = await firmWithKey('admin')
    const page = await browser.open(path, { as: await staffWithPassword(gateway) })
    await page.getByText('You are viewing this firm as staff').waitFor()
    await expect
      .poll(() => page.getByRole('button', { name: /Rotate|Edit|Revoke|link/ }).count())
      .toBe(0)
  })

  test('an outsider sees the page for unknown addresses', async () => {
    const { member, list, path } = await firmWithKey('admin')
    const outsider = await memberWithPassword(gateway)
    const own = `/firms/${outsider.firmId}/service-api`
    const key = path.slice(list.length)
    const none = '/firms/firm_01ARZ3NDEKTSV4RRFFQ69G5FAV'
    for (const address of [list, path, own + key, `/firms/${member.firmId}`, none]) {
      const page = await browser.open(address, { as: outsider })
      await page.getByText('The address may be mistyped').waitFor()
    }
  })

  test('a page that cannot be loaded shows an error, and retries', async () => {
    const { member } = await firmWithKey('admin')
    const page = await browser.open('/account/profile', { as: member })
    const reject = (route: Route) => route.fulfill({ status: 503, json: UNAVAILABLE })
    await page.route('**/graphql', reject)
    await page.getByRole('link', { name: 'Service API' }).click()
    await page.getByText('request_01K').waitFor()
    await expectGoodLooks(page, 'keys-error')
    await page.unroute('**/graphql', reject)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('link', { name: 'Night reports' }).waitFor()
  })
})

const CHANGES = { action: { notIn: ['portfolio.read', 'grants.read'] } }

/** Every change of a firm's keys and of a grant: create, roll, update first. */
function mutationsOf(firmId: string, keyId: string, grantId: string): string[] {
  const key = 'what no page offers'.replaceAll(' ', '-')
  return [
    `createApiKey(input: { firmId: "${firmId}", name: "Mine", environment: sandbox, scopes: [estate], idempotencyKey: "${key}" }) { secret }`,
    `rollApiKey(input: { keyId: "${keyId}", overlap: none, idempotencyKey: "${key}" }) { secret }`,
    `updateApiKey(input: { keyId: "${keyId}", name: "Mine" }) { name }`,
    `revokeApiKey(keyId: "${keyId}") { state }`,
    `createConnectionLink(input: { keyId: "${keyId}", scopes: [valuation], purpose: "Mine" }) { path }`,
    `updateGrant(input: { grantId: "${grantId}", scopes: [registry], version: 1, termsDigest: "x" }) { version }`,
    `revokeGrant(grantId: "${grantId}") { state }`,
  ]
}

/** Sends a mutation from the page itself, with its session. Gives the codes of the errors. */
function send(page: Page, mutation: string): Promise<string[]> {
  const body = JSON.stringify({ query: `mutation { ${mutation} }` })
  return page.evaluate<string[]>(`(async () => {
    const send = (body, headers) => fetch('/graphql', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
    })
    const viewer = await send('{ "query": "{ viewer { id } }" }', {})
    const session = { 'X-Page-Session': viewer.headers.get('X-Page-Session') }
    const { errors } = await (await send(${JSON.stringify(body)}, session)).json()
    return (errors ?? []).map((error) => error.extensions.code)
  })()`)
}

const UNAVAILABLE = {
  data: null,
  errors: [
    {
      message: 'The service is briefly unavailable.',
      extensions: { code: 'service_unavailable', request_id: 'request_01K' },
    },
  ],
}

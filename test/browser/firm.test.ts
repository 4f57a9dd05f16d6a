import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { OPERATOR } from '../../src/modules/audit/audit.writes.ts'
import { setPlan } from '../../src/modules/firms/firms.writes.ts'
import { keyOf } from '../modules/cast.ts'
import { describeInBrowser, expectGoodLooks, testBrowser } from '../support/chromium.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith } from '../support/portfolio.ts'
import { memberWithPassword, staffWithPassword } from './firm-people.ts'

describeInBrowser('the firm’s keys', () => {
  const gateway = testGateway()
  const browser = testBrowser(gateway)
  const { prisma } = gateway.database

  /** An admin's key with a client. */
  async function grantedKey() {
    const admin = await memberWithPassword(gateway)
    const scopes = ['registry', 'valuation', 'documentation'] as const
    const key = await keyOf(prisma, { firmId: admin.firmId, name: 'Night reports', scopes })
    const clientId = await clientWith(gateway.database, [])
    await grantWith(gateway.database, key.id, clientId, { scopes: ['valuation'] })
    const path = `/firms/${admin.firmId}/service-api/${key.id}`
    const read = (secret: string) =>
      gateway.request(`/api/v1/assets?client_id=${clientId}`, { key: secret })
    return { admin, key, clientId, path, read }
  }

  test('begin with none: the dashboard leads to the first', async () => {
    const admin = await memberWithPassword(gateway)
    const page = await browser.open('/', { as: admin })
    await heading(page, 'Hale Estates')
    await page.getByText('Member added').waitFor()
    await expectGoodLooks(page, 'firm-dashboard-empty')
    await page.getByRole('link', { name: 'Create an API key' }).click()
    await page.getByText('No API keys yet').waitFor()
    await expectGoodLooks(page, 'keys-empty')
  })

  test('are made once however often one clicks, and show their secret once', async () => {
    const admin = await memberWithPassword(gateway)
    const page = await browser.open(`/firms/${admin.firmId}/service-api`, { as: admin })
    await page.getByRole('button', { name: 'New API key' }).click()
    await page.getByLabel('Name').fill('Night reports')
    await page.getByLabel('Production').check()
    await page.getByLabel('Valuation').check()
    await page.getByLabel('Allowed IP ranges').fill('127.0.0.0/8, ::/0')
    await expectGoodLooks(page, 'key-new')
    await page.getByRole('button', { name: 'Create the key' }).dblclick()
    const shown = page.getByRole('region', { name: 'the secret' })
    const secret = (await shown.textContent()) ?? ''
    await expectGoodLooks(page, 'key-secret')
    const command = await page.getByRole('region', { name: 'A command to try' }).textContent()
    expect(command).toContain(`${gateway.url()}/api/v1/assets?client_id=CLIENT_ID`)
    expect(command).toContain(secret)
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    expect(await shown.isVisible()).toBe(true)
    await storeSecret(page)

    await heading(page, 'Night reports')
    expect(await page.content()).not.toContain(secret)
    const made = await prisma.apiKey.findMany({ where: { firmId: admin.firmId } })
    expect(made).toMatchObject([
      { environment: 'production', scopes: ['registry', 'valuation'], expiresAt: null },
    ])
    expect(made[0]?.allowedIps).toEqual(['127.0.0.0/8', '::/0'])
    const client = await clientWith(gateway.database, [])
    const read = await gateway.request(`/api/v1/assets?client_id=${client}`, { key: secret })
    expect(read.json.error.code).toBe('no_active_grant')
    await page.getByRole('link', { name: 'Service API' }).click()
    await page.getByRole('link', { name: 'Night reports' }).waitFor()
    await expectGoodLooks(page, 'keys')
  })

  test('say what is wrong with a range, and end with their last day', async () => {
    const admin = await memberWithPassword(gateway)
    const page = await browser.open(`/firms/${admin.firmId}/service-api`, { as: admin })
    await page.getByRole('button', { name: 'New API key' }).click()
    await page.getByLabel('Name').fill('Trial')
    await page.getByLabel('Last day').fill('2030-05-31')
    const ranges = page.getByLabel('Allowed IP ranges')
    const create = page.getByRole('button', { name: 'Create the key' })
    await ranges.fill('203.0.113.0/24\n203.0.113.300')
    await create.click()
    await page.getByText('“203.0.113.300” is no address or CIDR range').waitFor()
    await ranges.fill('10.0.0.7/8')
    await create.click()
    await page.getByText('meant is 10.0.0.0/8?').waitFor()
    await expectGoodLooks(page, 'key-new-refused')
    expect(await prisma.apiKey.count({ where: { firmId: admin.firmId } })).toBe(0)
    await ranges.fill('')
    await create.click()
    await storeSecret(page)
    await heading(page, 'Trial')
    const key = await prisma.apiKey.findFirstOrThrow({ where: { firmId: admin.firmId } })
    const after = new Date(2030, 5, 1)
    expect(key).toMatchObject({ environment: 'sandbox', scopes: ['registry'], expiresAt: after })
  })

  test('show what clients granted, their requests and their last errors', async () => {
    const { admin, path, clientId } = await grantedKey()
    const page = await browser.open('/account/profile', { as: admin })
    await page.route('**/graphql', withRequests)
    await page.goto(path)
    const row = page.getByRole('row', { name: 'Ada Hale' })
    expect(await row.textContent()).toMatch(`${clientId}RegistryValuationAll assets`)
    await page.getByText('request_01J').waitFor()
    await page.getByText('API key created').waitFor()
    await expectGoodLooks(page, 'key')
    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('one client and made 1,400 requests in the last 7 days').waitFor()
    await expectGoodLooks(page, 'key-revoke')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await page.getByRole('img', { name: /^Requests with Night reports/ }).waitFor()
    await page.getByRole('heading', { name: 'Rate limit' }).waitFor()
    await expectGoodLooks(page, 'firm-dashboard')
  })

  test('roll: the old secret works on, and the new one is shown once', async () => {
    const { admin, path, key, clientId, read } = await grantedKey()
    const page = await browser.open(path, { as: admin })
    await page.getByRole('button', { name: 'Roll' }).click()
    await page.getByLabel('24 hours').check()
    await expectGoodLooks(page, 'key-roll')
    await page.getByRole('button', { name: 'Roll the key' }).dblclick()
    await page.getByText(/^The old secret works until .*grants stay/).waitFor()
    const shown = page.getByRole('region', { name: 'the new secret' })
    const secret = (await shown.textContent()) ?? ''
    const command = await page.getByRole('region', { name: 'A command to try' }).textContent()
    expect(command).toContain(`client_id=${clientId}'`)
    await storeSecret(page)
    expect(await page.content()).not.toContain(secret)
    await page.getByText('The new one').waitFor()
    await expectGoodLooks(page, 'key-rolled')
    expect(await prisma.keySecret.count({ where: { keyId: key.id } })).toBe(2)
    expect([(await read(key.secret)).status, (await read(secret)).status]).toEqual([200, 200])
  })

  test('roll without overlap: the old secret ends at once', async () => {
    const { admin, path, key, read } = await grantedKey()
    const page = await browser.open(path, { as: admin })
    await page.getByRole('button', { name: 'Roll' }).click()
    await page.getByLabel('None').check()
    await page.getByRole('button', { name: 'Roll the key' }).click()
    await page.getByText(/^The old secret no longer works/).waitFor()
    expect((await read(key.secret)).status).toBe(401)
  })

  test('keep a secret on show while what lies behind it cannot be read', async () => {
    const { admin, path } = await grantedKey()
    const page = await browser.open(path, { as: admin })
    await page.getByRole('button', { name: 'Roll' }).click()
    await page.route('**/graphql', (route) => {
      const rolls = route.request().postData()?.includes('rollApiKey(')
      return rolls ? route.continue() : route.abort()
    })
    browser.allow(/ERR_FAILED/)
    await page.getByRole('button', { name: 'Roll the key' }).click()
    await page.getByText('The gateway cannot be reached').first().waitFor({ state: 'attached' })
    expect(await page.getByRole('region', { name: 'the new secret' }).isVisible()).toBe(true)
  })

  test('change their name and ranges', async () => {
    const { admin, path, key, read } = await grantedKey()
    const page = await browser.open(path, { as: admin })
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Name').fill('Morning reports')
    await page.getByLabel('Allowed IP ranges').fill('203.0.113.0/24')
    await expectGoodLooks(page, 'key-edit')
    await page.getByRole('button', { name: 'Save' }).click()
    await heading(page, 'Morning reports')
    await page.getByText('API key changed').waitFor()
    expect((await read(key.secret)).json.error.code).toBe('ip_not_allowed')
  })

  test('make a link that asks for no more than they have', async () => {
    const { admin, path } = await grantedKey()
    const page = await browser.open(path, { as: admin })
    await page.getByRole('button', { name: 'Connection link' }).click()
    expect(await page.getByRole('checkbox').count()).toBe(3)
    await page.getByLabel('Valuation').check()
    await page.getByLabel('Purpose').fill('To insure what you own')
    await expectGoodLooks(page, 'link-new')
    await page.getByRole('button', { name: 'Make the link' }).click()
    const link = await page.getByRole('region', { name: 'The link' }).textContent()
    expect(link).toMatch(`${gateway.url()}/connect/`)
    await page.getByText('Registry, Valuation. Purpose: “To insure what you own”').waitFor()
    await expectGoodLooks(page, 'link')
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('Connection link made').waitFor()
  })

  test('are revoked after typing their name, at once and for good', async () => {
    const { admin, path, key, read } = await grantedKey()
    const page = await browser.open(path, { as: admin })
    await page.getByRole('button', { name: 'Revoke' }).click()
    const revoke = page.getByRole('button', { name: 'Revoke the key' })
    expect(await revoke.isDisabled()).toBe(true)
    await page.getByLabel(/to confirm$/).fill('Night report')
    expect(await revoke.isDisabled()).toBe(true)
    await page.getByLabel(/to confirm$/).fill('Night reports')
    await revoke.click()
    await page.getByText('API key revoked').waitFor()
    expect(await page.getByRole('button', { name: 'Roll' }).count()).toBe(0)
    const { status, json } = await read(key.secret)
    expect([status, json.error.code]).toEqual([401, 'revoked_api_key'])
  })

  test('are worked by keyboard alone', async () => {
    const { admin, path, key, read } = await grantedKey()
    const page = await browser.open(path, { as: admin })
    await page.getByRole('button', { name: 'Revoke' }).press('Enter')
    await page.locator('input:focus').pressSequentially('Night reports')
    await page.keyboard.press('Enter')
    await page.getByText('API key revoked').waitFor()
    expect((await read(key.secret)).status).toBe(401)
  })
})

describeInBrowser('the firm’s keys, to who may not change them', () => {
  const gateway = testGateway()
  const browser = testBrowser(gateway)
  const { prisma } = gateway.database

  async function firmWithKey(role: 'admin' | 'member') {
    const member = await memberWithPassword(gateway, { role })
    const key = await keyOf(prisma, { firmId: member.firmId, name: 'Night reports' })
    const list = `/firms/${member.firmId}/service-api`
    return { member, list, path: `${list}/${key.id}` }
  }

  test('a member without the role sees them, and why that is all', async () => {
    const { member, list, path } = await firmWithKey('member')
    const page = await browser.open(list, { as: member })
    await page.getByText('Only admins make and change keys').waitFor()
    expect(await page.getByRole('button', { name: 'New API key' }).isDisabled()).toBe(true)
    await expectGoodLooks(page, 'keys-member')
    await page.goto(path)
    await page.getByText('API key created').waitFor()
    expect(await page.getByRole('button', { name: /Roll|Edit|Revoke|link/ }).count()).toBe(0)
  })

  test('with a lapsed plan they are only revoked', async () => {
    const { member, list, path } = await firmWithKey('admin')
    const plan = { plan: 'enterprise', planState: 'past_due' } as const
    await setPlan(prisma, OPERATOR, { firmId: member.firmId, ...plan })
    const page = await browser.open(list, { as: member })
    await page.getByText('The Enterprise plan is past due').waitFor()
    expect(await page.getByRole('button', { name: 'New API key' }).isDisabled()).toBe(true)
    await page.goto(path)
    const revoke = page.getByRole('button', { name: 'Revoke' })
    await revoke.waitFor()
    expect(await revoke.isEnabled()).toBe(true)
    expect(await page.getByRole('button', { name: 'Roll' }).isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: 'Edit' }).isDisabled()).toBe(true)
    await expectGoodLooks(page, 'key-lapsed')
  })

  test('without the plan a firm sees what would change that', async () => {
    const admin = await memberWithPassword(gateway)
    const plan = { plan: 'standard', planState: 'active' } as const
    await setPlan(prisma, OPERATOR, { firmId: admin.firmId, ...plan })
    const page = await browser.open(`/firms/${admin.firmId}/service-api`, { as: admin })
    await page.getByText('The Service API comes with the Enterprise plan').waitFor()
    await page.getByText('No API keys yet').waitFor()
    await expectGoodLooks(page, 'keys-no-plan')
  })

  test('staff look on', async () => {
    const { path } = await firmWithKey('admin')
    const page = await browser.open(path, { as: await staffWithPassword(gateway) })
    await page.getByText('You see this firm as staff').waitFor()
    expect(await page.getByRole('button', { name: /Roll|Edit|Revoke|link/ }).count()).toBe(0)
  })

  test('a stranger finds nothing there, as at an address that is none', async () => {
    const { member, list, path } = await firmWithKey('admin')
    const stranger = await memberWithPassword(gateway)
    const own = `/firms/${stranger.firmId}/service-api`
    const key = path.slice(list.length)
    const none = '/firms/firm_01ARZ3NDEKTSV4RRFFQ69G5FAV'
    for (const address of [list, path, own + key, `/firms/${member.firmId}`, none]) {
      const page = await browser.open(address, { as: stranger })
      await page.getByText('There is nothing here').waitFor()
    }
  })

  test('a page that cannot be read says so, and tries again', async () => {
    const { member } = await firmWithKey('admin')
    const page = await browser.open('/account/profile', { as: member })
    const refuse = (route: Route) => route.fulfill({ status: 503, json: UNAVAILABLE })
    await page.route('**/graphql', refuse)
    await page.getByRole('link', { name: 'Service API' }).click()
    await page.getByText('request_01K').waitFor()
    await expectGoodLooks(page, 'keys-error')
    await page.unroute('**/graphql', refuse)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('link', { name: 'Night reports' }).waitFor()
  })
})

const UNAVAILABLE = {
  data: null,
  errors: [
    {
      message: 'The service is briefly unavailable.',
      extensions: { code: 'service_unavailable', request_id: 'request_01K' },
    },
  ],
}

/** Answers as the gateway does, with requests where it has counted none. */
async function withRequests(route: Route): Promise<void> {
  const reply = await route.fetch()
  const json = await reply.json()
  const { apiKey, firm } = json.data ?? {}
  for (const counted of [apiKey, firm, ...(firm?.apiKeys?.nodes ?? [])]) {
    if (!counted?.usage) continue
    counted.usage.total = counted.usage.days.length * 200
    counted.usage.days.forEach(busy)
  }
  if (apiKey?.lastWeek) apiKey.lastWeek.total = 1_400
  if (apiKey?.recentErrors) apiKey.recentErrors = [ERROR]
  await route.fulfill({ response: reply, json })
}

function busy(day: Record<string, unknown>, place: number): void {
  const refused = (place * 7) % 30
  Object.assign(day, { ok: 190 - refused, refused, limited: place % 7 === 3 ? 10 : 0, failed: 1 })
}

const ERROR = {
  __typename: 'RequestError',
  at: '2026-11-20T09:30:00.000Z',
  endpoint: 'GET /api/v1/assets',
  status: 403,
  code: 'grant_revoked',
  requestId: 'request_01J9ZQ4X7V3T8R2M6N5K1H0G4F',
}

async function heading(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

async function storeSecret(page: Page): Promise<void> {
  const done = page.getByRole('button', { name: 'Done' })
  expect(await done.isDisabled()).toBe(true)
  await page.getByLabel('I have stored it').check()
  await done.click()
  await done.waitFor({ state: 'detached' })
}

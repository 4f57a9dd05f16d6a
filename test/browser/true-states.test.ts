import { expect, test } from 'vitest'
import { OPERATOR } from '../../src/modules/audit/audit.writes.ts'
import { updateGrant } from '../../src/modules/grants/grant.writes.ts'
import { keyOf } from '../modules/fixtures.ts'
import { describeInBrowser, testBrowser } from '../support/chromium.ts'
import { testGateway } from '../support/gateway.ts'
import { expectGoodLooks } from '../support/looks.ts'
import { grantWith } from '../support/portfolio.ts'
import { askingFirm, clientWhoSignsIn, section } from './client.fixtures.ts'
import { memberWithPassword } from './firm-people.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

describeInBrowser('what the pages say of states', () => {
  const gateway = testGateway()
  const browser = testBrowser(gateway)
  const { prisma } = gateway.database

  test.each([
    'expired',
    'revoked',
  ] as const)('a grant of a key that is %s is not active', async (state) => {
    const firm = await askingFirm(gateway)
    const client = await clientWhoSignsIn(gateway)
    const grant = await grantWith(gateway.database, firm.keyId, client.id)
    const past = new Date(Date.now() - MINUTE_MS)
    const data =
      state === 'expired' ? { expiresAt: past } : { state: 'revoked' as const, revokedAt: past }
    await prisma.apiKey.update({ where: { id: firm.keyId }, data })
    const page = await browser.open('/connected-apps', { as: client })
    const card = page.getByRole('article')
    await card.getByText(`Key ${state}`).waitFor()
    await card.getByText('Could see').waitFor()
    expect(await card.getByText('Active', { exact: true }).count()).toBe(0)
    await expectGoodLooks(page, `grant-of-key-${state}`)
    await page.goto(`/connected-apps/${grant.id}`)
    await page.getByText(`Key ${state}`).waitFor()
    await page.getByText('When the firm’s key ended').waitFor()
    const { firmId } = await prisma.apiKey.findUniqueOrThrow({ where: { id: firm.keyId } })
    const firmPage = await browser.open(`/firms/${firmId}/service-api/${firm.keyId}`, {
      as: firm.admin,
    })
    const clients = firmPage.getByRole('table', { name: 'Clients of this key' })
    await clients.getByText(`Key ${state}`).waitFor()
  })

  test('times are exact without a mouse, and terms are in days', async () => {
    const { keyId } = await askingFirm(gateway)
    const client = await clientWhoSignsIn(gateway)
    const expiresAt = new Date(Date.now() + 90 * DAY_MS)
    const grant = await grantWith(gateway.database, keyId, client.id, { expiresAt })
    const page = await browser.open(`/connected-apps/${grant.id}`, { as: client })
    const end = section(page, 'What they can see').locator(
      `time[datetime="${expiresAt.toISOString()}"]`,
    )
    await expect.poll(() => end.textContent()).toMatch(/20\d\d, \d\d:\d\d \(in 90 days\)$/)
    expect(await page.locator('time[title]').count()).toBe(0)
  })

  test('the read log counts what was returned, and says so', async () => {
    const firm = await askingFirm(gateway)
    const client = await clientWhoSignsIn(gateway)
    const grant = await grantWith(gateway.database, firm.keyId, client.id)
    const path = `/api/v1/assets?client_id=${client.id}&page_size=5`
    for (let times = 0; times < 3; times++) await gateway.request(path, { key: firm.secret })
    await gateway.usage.flush()
    const page = await browser.open(`/connected-apps/${grant.id}`, { as: client })
    const log = section(page, 'Read log')
    await log.getByText('returned ten times counts ten times').waitFor()
    await log.getByRole('columnheader', { name: 'Assets returned' }).waitFor()
    const cells = log.getByRole('row').nth(1).getByRole('cell')
    await expect
      .poll(async () => (await cells.allTextContents()).slice(-2))
      .toEqual(['Requests3', 'Assets returned15'])
  })

  test('a key that reached its limit has a full bar, and the busiest minutes', async () => {
    const member = await memberWithPassword(gateway)
    const key = await keyOf(prisma, { firmId: member.firmId, name: 'Night reports' })
    const minute = new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 5 * MINUTE_MS)
    const errors = Array.from({ length: 30 }, (_, at) => new Date(minute.getTime() + at * 1_000))
    await prisma.requestError.createMany({
      data: errors.map((at, index) => ({
        keyId: key.id,
        at,
        endpoint: 'GET /api/v1/assets',
        status: 429,
        code: 'rate_limit_exceeded',
        requestId: `request_${index}`,
      })),
    })
    const hour = new Date(Math.floor(minute.getTime() / 3_600_000) * 3_600_000)
    const counts = { ok: 60, refused: 0, limited: 30, failed: 0 }
    await prisma.keyUsage.create({
      data: { keyId: key.id, hour, endpoint: 'GET /api/v1/assets', ...counts, lastAt: minute },
    })
    const page = await browser.open(`/firms/${member.firmId}`, { as: member })
    const keys = page.getByRole('table', { name: 'Newest keys' })
    await keys.getByText('Limit reached: 30 rejected in 30 days').waitFor()
    await keys.locator(`time[datetime="${minute.toISOString()}"]`).waitFor()
    await keys.getByText(/20\d\d, \d\d:\d\d: 30 rejected/).waitFor()
    const widths = await page.evaluate<number[]>(`['section', 'root']
      .map((part) => document.querySelector('.mantine-Progress-' + part).clientWidth)`)
    expect(widths[0]).toBeGreaterThan(100)
    expect(widths[0]).toBe(widths[1])
    await expectGoodLooks(page, 'limit-reached')
    await page.goto(`/firms/${member.firmId}/service-api/${key.id}`)
    await page.getByText('There were too many requests or attempts.').first().waitFor()
  })

  test('events name the client, and show no id and no secret prefix', async () => {
    const firm = await askingFirm(gateway)
    const client = await clientWhoSignsIn(gateway)
    const { firmId } = await prisma.apiKey.findUniqueOrThrow({ where: { id: firm.keyId } })
    const { id: grantId } = await grantWith(gateway.database, firm.keyId, client.id)
    const found = await prisma.asset.findFirstOrThrow({ where: { clientId: client.id } })
    const filter = { type: 'items', registryIds: [found.registryId] } as const
    await updateGrant(prisma, OPERATOR, { grantId, filter })
    const page = await browser.open(`/firms/${firmId}`, { as: firm.admin })
    const activity = section(page, 'Recent activity')
    await activity.getByText('Access changed').waitFor()
    await expect.poll(() => activity.getByText('Ada Hale', { exact: true }).count()).toBe(2)
    await activity.getByText('1 asset', { exact: false }).first().waitFor()
    const text = (await activity.textContent()) ?? ''
    expect(text).not.toMatch(/ORY-|[a-z]_[0-9A-Z]{26}|prefix|Version/)
  })

  test('next steps lead members only where they may act', async () => {
    const member = await memberWithPassword(gateway, { role: 'member' })
    const page = await browser.open(`/firms/${member.firmId}`, { as: member })
    const steps = section(page, 'Next steps')
    await expect.poll(() => steps.getByText('an admin of your firm does this').count()).toBe(2)
    expect(await steps.getByRole('link').count()).toBe(0)
    await expectGoodLooks(page, 'next-steps-member')
  })
})

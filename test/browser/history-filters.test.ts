import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { OPERATOR, recordEvent } from '../../src/modules/audit/audit.writes.ts'
import { describeInBrowser, testBrowser } from '../support/chromium.ts'
import { testGateway } from '../support/gateway.ts'
import { expectAccessible, expectGoodLooks, LOOKS } from '../support/looks.ts'
import { clientWhoSignsIn } from './client.fixtures.ts'
import { grantedKey } from './firm.fixtures.ts'

const PHONE = { viewport: { width: 390, height: 844 } }

describeInBrowser('filters of what happened', () => {
  const gateway = testGateway()
  const browser = testBrowser(gateway)

  async function busyFirm() {
    const { prisma } = gateway.database
    const found = await grantedKey(gateway)
    const { firmId } = found.admin
    const event = { actor: OPERATOR, subject: found.key.id, firmId } as const
    for (let i = 0; i < 8; i++) await recordEvent(prisma, { ...event, action: 'key.updated' })
    const at = new Date(Date.now() - 60 * 86_400_000)
    const data = { id: `event_${found.key.id.slice(4)}`, actor: 'operator', at, firmId }
    await prisma.auditEvent.create({
      data: { ...data, subject: found.key.id, action: 'key.rolled' },
    })
    return { ...found, firmId }
  }

  test('by keyboard, kept by a reload and by Back, and cleared', async () => {
    const { admin, firmId } = await busyFirm()
    const page = await browser.open(`/firms/${firmId}`, { as: admin })
    await page.getByText('API key changed').first().waitFor()
    await choose(page, 'Kind of event', 'Members')
    await page.getByText('Member added').first().waitFor()
    expect(await page.getByText('API key changed').count()).toBe(0)
    await expectGoodLooks(page, 'activity-members', LOOKS.all)
    await page.reload()
    await page.getByText('Member added').first().waitFor()
    expect(await page.getByLabel('Kind of event').inputValue()).toBe('member')
    await page.getByRole('link', { name: 'Members', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor()
    await page.goBack()
    await page.getByText('Member added').first().waitFor()
    expect(await page.getByLabel('Kind of event').inputValue()).toBe('member')
    await page.getByRole('button', { name: 'Clear filters' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('API key changed').first().waitFor()
    await page.getByLabel('Kind of event').and(page.locator(':focus')).waitFor()
  })

  test('of a key, by kind and by time, on a phone', async () => {
    const { admin, path } = await busyFirm()
    const page = await browser.open(path, { as: admin, ...PHONE })
    const history = page.getByRole('region', { name: 'History' })
    await history.getByLabel('Time').selectOption('Last 30 days')
    await history.getByText(/^\d+ events found\.$/).waitFor()
    expect(await history.getByText('API key secret rotated').count()).toBe(0)
    await history.getByLabel('Time').selectOption('Last 90 days')
    await history.getByText('API key secret rotated').waitFor()
    await history.getByLabel('Kind of event').selectOption('Connection links')
    await history.getByText('No events match these filters.').waitFor()
    await expectGoodLooks(page, 'key-history-none', LOOKS.all)
    await page.emulateMedia({ forcedColors: 'active' })
    await expectAccessible(page)
    await page.emulateMedia({ forcedColors: 'none' })
  })

  test('of an account', async () => {
    const client = await clientWhoSignsIn(gateway)
    const page = await browser.open('/account/activity', { as: client })
    await page.getByText('Signed in').first().waitFor()
    await page.getByLabel('Kind of event').selectOption('Password')
    await page.getByText('No events match these filters.').waitFor()
    await expectGoodLooks(page, 'sign-in-activity-none')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByText('Signed in').first().waitFor()
  })
})

/** Chooses as the keyboard does: the letters of the option. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByLabel(label).focus()
  await page.keyboard.type(option)
}

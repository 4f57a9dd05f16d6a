import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { OPERATOR, recordEvent } from '../../src/modules/audit/audit.writes.ts'
import { describeInBrowser, testBrowser } from '../support/chromium.ts'
import { testGateway } from '../support/gateway.ts'
import { expectGoodLooks, LOOKS } from '../support/looks.ts'
import { grantedKey } from './firm.fixtures.ts'

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
})

/** Chooses as the keyboard does: the letters of the option. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByLabel(label).focus()
  await page.keyboard.type(option)
}

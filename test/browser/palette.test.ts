import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { personWithPassword } from '../support/browser.ts'
import { describeInBrowser, testBrowser } from '../support/chromium.ts'
import { testGateway } from '../support/gateway.ts'
import { expectGoodLooks } from '../support/looks.ts'
import { askingFirm, heading } from './client.fixtures.ts'
import { staffWithPassword } from './firm-people.ts'
import { expectFocus } from './keyboard.ts'

describeInBrowser('the palette', () => {
  const gateway = testGateway()
  const browser = testBrowser(gateway)
  const { prisma } = gateway.database
  const option = (page: Page, name: string | RegExp) =>
    page.getByRole('listbox', { name: 'Results' }).getByRole('option', { name })
  // What a screen reader is told that Enter opens.
  const active = (page: Page) =>
    page.evaluate<string>(`document.getElementById(
      document.activeElement.getAttribute('aria-activedescendant'))?.textContent ?? ''`)

  test('leads a member to pages, keys and clients, by the keyboard alone, and gives the focus back', async () => {
    const firm = await askingFirm(gateway)
    const { keyId, admin } = firm
    await firm.ask(['valuation'], { singleUse: true, reference: 'Yearly C-1047' })
    const page = await browser.open('/account/profile', { as: admin })
    await heading(page, 'Profile')
    const files = `performance.getEntriesByType('resource').filter(({ name }) => name.includes('/palette')).length`
    expect(await page.evaluate(files)).toBe(0)
    await page.getByRole('button', { name: 'Search', exact: false }).focus()
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog', { name: 'Search' })
    await option(page, 'Webhooks').waitFor()
    await page.keyboard.type('yearly')
    await option(page, 'Yearly report').waitFor()
    await expect.poll(() => active(page)).toBe('Yearly C-1047')
    await expectGoodLooks(page, 'palette')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expectFocus(page, 'button', 'Search Ctrl K')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('yearly')
    await option(page, 'Yearly report').waitFor()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => active(page)).toBe('Yearly report')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/service-api/${keyId}`)
  })

  test('leads staff to a person, whom it looks for only when it is asked to', async () => {
    const { userId, email } = await personWithPassword(gateway)
    const page = await browser.open('/firms', { as: await staffWithPassword(gateway) })
    await page.keyboard.press('Control+k')
    await page.getByLabel('A page, a person or a firm').fill(email)
    await expect.poll(() => active(page)).toBe(`Search for “${email}”`)
    const searches = { action: 'staff.searched' }
    expect(await prisma.auditEvent.count({ where: searches })).toBe(0)
    await page.keyboard.press('Enter')
    await option(page, /^Ada Lind/).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/people/${userId}`)
    await heading(page, 'Ada Lind')
    expect(await prisma.auditEvent.count({ where: searches })).toBe(1)
  })

  test('is an icon on a phone, and speaks the language of the page', async () => {
    const { admin } = await askingFirm(gateway)
    const viewport = { width: 390, height: 844 }
    const page = await browser.open('/account/profile', { as: admin, locale: 'ar', viewport })
    await page.getByRole('button', { name: 'بحث' }).click()
    await page.getByRole('option', { name: 'خطافات الويب' }).click()
    await page.waitForURL('**/webhooks')
  })
})

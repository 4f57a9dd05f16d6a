import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { describeInBrowser, testPortal } from '../support/chromium.ts'
import { expectAccessible, expectGoodLooks, LOOKS } from '../support/looks.ts'
import { askingFirm, clientWhoSignsIn, heading, type SignedUp } from './client.fixtures.ts'
import { enterAt } from './keyboard.ts'

describeInBrowser('receipts and reminders', () => {
  const { gateway, browser } = testPortal()
  let client: SignedUp

  beforeAll(async () => {
    client = await clientWhoSignsIn(gateway)
  })

  /** The page of a new connection, approved by the client on the page of its link. */
  async function connect(): Promise<Page> {
    const asking = await askingFirm(gateway)
    const page = await browser.open(await asking.ask(['valuation', 'estate']), { as: client })
    await page.getByRole('radio', { name: 'All assets' }).check()
    await page.getByRole('button', { name: 'Approve' }).click()
    await heading(page, 'Connected')
    await page.getByRole('link', { name: 'View the connection' }).click()
    await heading(page, 'Hale Estates')
    return page
  }

  test('an approval and its end have a receipt, which fits to print, by keyboard only', async () => {
    const page = await connect()
    await enterAt(page, 'link', 'Receipt of version 1')
    await heading(page, 'Receipt')
    await page
      .getByRole('heading', { name: 'The client let the firm read their portfolio' })
      .waitFor()
    await page.getByText('Key of the firm: Yearly report').waitFor()
    await page.getByText(/^grant_[0-9A-Z]{26}:1$/).waitFor()
    await expectGoodLooks(page, 'receipt', LOOKS.all)
    await page.evaluate('window.print = () => { document.title = "printed" }')
    await enterAt(page, 'button', 'Print')
    expect(await page.title()).toBe('printed')

    await enterAt(page, 'link', 'View the connection')
    await heading(page, 'Hale Estates')
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('link', { name: 'Receipt of the end' }).waitFor()
    await expectGoodLooks(page, 'connected-app-receipts', LOOKS.all)
    await page.getByRole('link', { name: 'Receipt of the end' }).click()
    await page.getByRole('heading', { name: 'The access of the firm ended' }).waitFor()
    await page.getByText('The client, who revoked it').waitFor()
    await expectGoodLooks(page, 'receipt-end')
  })

  test('on paper a receipt is alone, black on white, and on one page of A4', async () => {
    const page = await connect()
    await page.getByRole('link', { name: 'Receipt of version 1' }).click()
    const sheet = page.getByRole('article')
    await sheet.waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ media: 'print', colorScheme })
      for (const gone of ['banner', 'navigation'] as const)
        expect(await page.getByRole(gone).count()).toBe(0)
      for (const button of await page.getByRole('button', { includeHidden: true }).all())
        expect(await button.isVisible()).toBe(false)
      expect(await colorsOf(page)).toEqual(['rgb(0, 0, 0)'])
      await page.setViewportSize({ width: 658, height: 986 })
      // A4 without its margins of 18 mm.
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
      expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)
      expect(pdf).toMatch(/\/MediaBox \[0 0 59[456][.\d]* 84[12]/)
    }
    await page.emulateMedia({ media: 'screen', forcedColors: 'active' })
    await page.getByRole('button', { name: 'Print' }).waitFor()
    await expectAccessible(page)
  })
})

function colorsOf(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...new Set([...document.querySelectorAll('.sheet, .sheet *, h1')]
    .map((each) => getComputedStyle(each).color))]`)
}

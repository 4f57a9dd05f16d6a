import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { describeInBrowser, testPortal } from '../support/chromium.ts'
import { expectGoodLooks } from '../support/looks.ts'
import { sessionOf } from '../support/session.ts'
import {
  type AskingFirm,
  askingFirm,
  clientWhoSignsIn,
  heading,
  PURPOSE,
  type SignedUp,
  section,
  unfold,
} from './client.fixtures.ts'

const LONG = { interval: 100 }

describeInBrowser('consent', () => {
  const { gateway, browser, prisma } = testPortal()
  let client: SignedUp
  let firm: AskingFirm

  beforeAll(async () => {
    client = await clientWhoSignsIn(gateway)
    firm = await askingFirm(gateway)
  })

  const approve = (page: Page) => page.getByRole('button', { name: 'Approve' }).click()
  const agreed = (within: Page | Locator) =>
    within.getByRole('group', { name: 'What is agreed to' })
  const SENTENCE = 'Key of the firm: Yearly report'

  /** The text that is agreed to, once the server has written it. */
  async function textOnce(page: Page): Promise<string> {
    await unfold(page, 'The words that are recorded')
    await page.getByText(SENTENCE).waitFor()
    return (await agreed(page).textContent()) ?? ''
  }

  test('is stored word for word, and shown to the client and to the firm', async () => {
    const asking = await askingFirm(gateway)
    const page = await browser.open(await asking.ask(['valuation', 'estate']), { as: client })
    await page.getByRole('radio', { name: 'One collection' }).check()
    await page.getByRole('combobox', { name: 'Collection' }).fill('trav')
    await page.route('**/graphql', () => {})
    await page.getByRole('option', { name: /^Insured for travel/ }).click()
    const opacity = `getComputedStyle(document.querySelector('button[type=submit]')).opacity`
    await expect.poll(() => page.evaluate(opacity)).toBe('0.6')
    await page.unroute('**/graphql')
    await page.getByRole('radio', { name: 'All assets' }).check()
    await page.getByRole('radio', { name: 'One collection' }).check()
    const shown = await textOnce(page)
    expect(shown).toContain('Collection: Insured for travel')
    expect(shown).toContain(`Purpose, as stated by the firm: ${PURPOSE}`)
    await expectGoodLooks(page, 'connect-sentence')
    await approve(page)
    await heading(page, 'Connected')
    await page.getByRole('link', { name: 'View the connection' }).click()
    const record = page.getByRole('region', { name: 'What you agreed to' })
    await expect.poll(() => agreed(record).textContent()).toBe(shown)
    await record.getByRole('definition').filter({ hasText: PURPOSE }).waitFor()
    await record.getByText(/^link_/).waitFor()
    await record.getByText('English').waitFor()
    await expectGoodLooks(page, 'connected-app-consent')

    // A change stores its own sentence above the first.
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByRole('checkbox', { name: 'Estate' }).uncheck()
    await unfold(page, 'The words that are recorded')
    await expect.poll(() => agreed(page).textContent()).not.toContain('Estate (')
    await page.getByRole('button', { name: 'Save' }).click()
    await heading(page, 'Hale Estates')
    await expect.poll(() => record.getByText(SENTENCE).count()).toBe(2)
    await record.getByText('No link: a change by the client').waitFor()

    const { firmId } = await prisma.apiKey.findUniqueOrThrow({ where: { id: asking.keyId } })
    const firmPage = await browser.open(`/firms/${firmId}/clients`, { as: asking.admin })
    await firmPage.getByRole('link', { name: 'Ada Hale' }).click()
    const agreement = section(firmPage, 'What the client agreed to')
    await agreement
      .getByText(/All assets in one collection, including/)
      .first()
      .waitFor()
    await agreement.getByText(PURPOSE, { exact: true }).first().waitFor()
    expect(await firmPage.content()).not.toContain('Insured for travel')
  })

  test('GraphiQL sends changes in the session that it was loaded in', async () => {
    const page = await browser.open('/graphql', { as: client })
    await page.getByRole('status').getByText('with your session').waitFor()
    const result = page.locator('.result-window')
    // On a busy machine GraphiQL may still open its tabs, and replace what was typed.
    const send = (answer: string) =>
      expect
        .poll(() => runPlant(page, String(plants++)).then(() => result.textContent()), LONG)
        .toContain(answer)
    let plants = 7
    await send('"createPlant"')
    const other = await sessionOf(gateway.database, firm.admin.id)
    const [name = '', value = ''] = other.split('=')
    await page.context().addCookies([{ name, value, url: page.url() }])
    browser.allow(/409/)
    await send('session_changed')
  })

  async function runPlant(page: Page, id: string): Promise<void> {
    const query = `mutation { createPlant(plant: { id: "${id}", name: "Fern" }) { id } }`
    await page.locator('.graphiql-query-editor .view-line').first().click()
    await page.keyboard.press('Control+A')
    await page.keyboard.insertText(query)
    await page.getByRole('button', { name: /^Execute query/ }).click()
    await page.waitForTimeout(1_000)
  }
})

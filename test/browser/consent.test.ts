import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { describeInBrowser, testBrowser } from '../support/chromium.ts'
import { testGateway } from '../support/gateway.ts'
import { expectGoodLooks } from '../support/looks.ts'
import { grantWith } from '../support/portfolio.ts'
import { sessionOf } from '../support/session.ts'
import {
  type AskingFirm,
  askingFirm,
  clientWhoSignsIn,
  heading,
  PURPOSE,
  type SignedUp,
  signInOn,
} from './client.fixtures.ts'

const LONG = { interval: 100 }

describeInBrowser('consent', () => {
  const gateway = testGateway()
  const browser = testBrowser(gateway)
  const { prisma } = gateway.database
  let client: SignedUp
  let firm: AskingFirm

  beforeAll(async () => {
    client = await clientWhoSignsIn(gateway)
    firm = await askingFirm(gateway)
  })

  const grantsOf = (...ids: string[]) => prisma.grant.count({ where: { clientId: { in: ids } } })
  const approve = (page: Page) => page.getByRole('button', { name: 'Approve' }).click()
  const agreed = (within: Page | Locator) =>
    within.getByRole('group', { name: 'What is agreed to' })
  const SENTENCE = 'Key of the firm: Yearly report'

  /** What is agreed to, once the server has written it. */
  async function textOnce(page: Page): Promise<string> {
    await page.getByText(SENTENCE).waitFor()
    return (await agreed(page).textContent()) ?? ''
  }

  /** Another person signs in in a second tab of the same browser. */
  async function signInElsewhere(page: Page, person: SignedUp): Promise<void> {
    await page.context().clearCookies()
    const tab = await page.context().newPage()
    await tab.goto('/sign-in')
    await signInOn(tab, person)
    await tab.getByRole('heading', { level: 1, name: 'Portfolio' }).waitFor()
    await tab.close()
  }

  test('of one person is never given by another who signed in in a second tab', async () => {
    const other = await clientWhoSignsIn(gateway)
    await prisma.user.update({ where: { id: other.id }, data: { name: 'Bea Fern' } })
    const page = await browser.open(await firm.ask(['valuation']), { as: client })
    await page.getByRole('radio', { name: 'All assets' }).check()
    await page.getByText(SENTENCE).waitFor()
    await signInElsewhere(page, other)
    browser.allow(/409/)
    await approve(page)
    const notice = page.getByRole('alert').filter({ hasText: 'This page was loaded again' })
    await notice.getByText('You are now signed in as Bea Fern. Nothing was changed.').waitFor()
    expect(await grantsOf(client.id, other.id)).toBe(0)
    await expectGoodLooks(page, 'connect-other-session')
    // Read again, it is theirs to give.
    await page.getByRole('radio', { name: 'All assets' }).check()
    await page.getByText('Client: Bea Fern').waitFor()
    await approve(page)
    await heading(page, 'Connected')
    expect([await grantsOf(client.id), await grantsOf(other.id)]).toEqual([0, 1])
  })

  test('is asked for again when the firm was renamed meanwhile', async () => {
    const renamed = await askingFirm(gateway)
    const page = await browser.open(await renamed.ask(['valuation']), { as: client })
    await page.getByRole('radio', { name: 'All assets' }).check()
    await page.getByText(SENTENCE).waitFor()
    const where = { id: renamed.keyId }
    const { firmId } = await prisma.apiKey.findUniqueOrThrow({ where })
    await prisma.firm.update({ where: { id: firmId }, data: { name: 'Hale & Sons' } })
    await approve(page)
    await page.getByRole('alert').getByText('What you were shown has changed').waitFor()
    await page.getByText('Firm: Hale & Sons').waitFor()
    expect(await prisma.grant.count({ where: { keyId: renamed.keyId } })).toBe(0)
    await approve(page)
    await heading(page, 'Connected')
  })

  test('is stored word for word, and shown to the client and to the firm', async () => {
    const asking = await askingFirm(gateway)
    const page = await browser.open(await asking.ask(['valuation', 'estate']), { as: client })
    await page.getByRole('radio', { name: 'One collection' }).check()
    await page.getByRole('combobox', { name: 'Collection' }).fill('trav')
    await page.getByRole('option', { name: /^Insured for travel/ }).click()
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
    await expect.poll(() => agreed(page).textContent()).not.toContain('Estate (')
    await page.getByRole('button', { name: 'Save' }).click()
    await heading(page, 'Hale Estates')
    await expect.poll(() => record.getByText(SENTENCE).count()).toBe(2)
    await record.getByText('No link: a change by the client').waitFor()

    const { firmId } = await prisma.apiKey.findUniqueOrThrow({ where: { id: asking.keyId } })
    const keyPath = `/firms/${firmId}/service-api/${asking.keyId}`
    const firmPage = await browser.open(keyPath, { as: asking.admin })
    await firmPage.getByRole('button', { name: 'Agreement of Ada Hale' }).click()
    const dialog = firmPage.getByRole('dialog')
    await dialog
      .getByText(/All assets in one collection, including/)
      .first()
      .waitFor()
    await dialog.getByText(PURPOSE, { exact: true }).first().waitFor()
    expect(await firmPage.content()).not.toContain('Insured for travel')
    await expectGoodLooks(firmPage, 'key-consent')
  })

  test('says plainly that an older access has no sentence', async () => {
    const asking = await askingFirm(gateway)
    const grant = await grantWith(gateway.database, asking.keyId, client.id)
    const page = await browser.open(`/connected-apps/${grant.id}`, { as: client })
    await page
      .getByText(/^No sentence and no purpose are recorded for this access\. It was set up by/)
      .waitFor()
  })

  test('is not possible through a link that is revoked while it is open', async () => {
    const asking = await askingFirm(gateway)
    const { firmId } = await prisma.apiKey.findUniqueOrThrow({ where: { id: asking.keyId } })
    const admin = { ...asking.admin, cookie: await sessionOf(gateway.database, asking.admin.id) }
    const firmPage = await browser.open(`/firms/${firmId}/service-api/${asking.keyId}`, {
      as: admin,
    })
    const links = firmPage.getByRole('region', { name: 'Connection links' })
    await links.getByText('No links yet.').waitFor()

    await firmPage.getByRole('button', { name: 'Connection link', exact: true }).click()
    await firmPage.getByLabel('Purpose').fill(PURPOSE)
    await firmPage.getByRole('button', { name: 'Create link' }).click()
    const made = firmPage.getByRole('dialog')
    await made.getByText(/for one approval/).waitFor()
    const url = (await made.getByRole('region', { name: 'The link' }).textContent()) ?? ''
    await made.getByRole('button', { name: 'Done' }).click()

    const page = await browser.open(new URL(url).pathname, { as: client })
    await page.getByText('For one approval', { exact: true }).waitFor()
    await page
      .getByText(
        'The firm learns nothing until you answer. Then it sees your name and your answer.',
      )
      .waitFor()
    await page.getByRole('radio', { name: 'All assets' }).check()
    await page.getByText(SENTENCE).waitFor()

    await firmPage.reload()
    // That the client has it open is nothing that the firm learns.
    await links.getByText('Nobody').waitFor()
    const copy = `Copy the link “${PURPOSE}”`
    await links.getByRole('button', { name: copy, exact: true }).waitFor()
    await expectGoodLooks(firmPage, 'key-links')
    await links.getByRole('button', { name: /^Revoke the link/ }).click()
    await firmPage.getByRole('button', { name: 'Revoke link' }).click()
    await links.getByText('Revoked').waitFor()

    await approve(page)
    await page
      .getByRole('alert')
      .getByText('The link, the assets or the end date are no longer valid.')
      .waitFor()
    expect(await prisma.grant.count({ where: { keyId: asking.keyId } })).toBe(0)
    await page.reload()
    await page.getByText('The firm has withdrawn this link').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
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

import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { describeInBrowser, testPortal } from '../support/chromium.ts'
import { expectGoodLooks, LOOKS } from '../support/looks.ts'
import { grantWith } from '../support/portfolio.ts'
import {
  type AskingFirm,
  askingFirm,
  clientWhoSignsIn,
  heading,
  type SignedUp,
  section,
} from './client.fixtures.ts'
import { staffWithPassword } from './firm-people.ts'

const PHONE = { width: 390, height: 844 }
const VERIFIED = 'Verified on 2 Jan 2026 by staff'

describeInBrowser('the identity of a firm, and a request for deletion', () => {
  const { gateway, browser, database, prisma } = testPortal()
  let client: SignedUp
  let firm: AskingFirm

  beforeAll(async () => {
    client = await clientWhoSignsIn(gateway)
    firm = await askingFirm(gateway)
  })

  const openOnPhone = async (path: string, as: SignedUp): Promise<Page> => {
    const page = await browser.open(path, { as })
    await page.setViewportSize(PHONE)
    return page
  }

  test('staff verify a firm, its client reads it before they approve, and the receipt keeps it', async () => {
    const unverified = await openOnPhone(await firm.ask(['valuation']), client)
    await section(unverified, 'Hale Estates').getByText('Nobody has checked that').waitFor()

    const staff = await browser.open('/firms', { as: await staffWithPassword(gateway) })
    await staff.getByRole('button', { name: 'Set identity of Hale Estates' }).click()
    const dialog = staff.getByRole('dialog')
    await dialog.getByLabel('Website').fill('https://hale.example')
    await dialog.getByLabel('Registration').fill('Companies House 01234567')
    await dialog.getByLabel('Contact').fill('office@hale.example')
    await dialog.getByLabel('Verified on').fill('2026-01-02')
    await expectGoodLooks(staff, 'identity-dialog')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await staff.getByText(VERIFIED).waitFor()
    await expectGoodLooks(staff, 'firms-identity')

    await unverified.reload()
    const page = unverified
    await section(page, 'Hale Estates').getByText(VERIFIED).waitFor()
    const address = { name: 'https://hale.example/' }
    const website = section(page, 'Hale Estates').getByRole('link', address)
    expect(await website.getAttribute('rel')).toBe('noopener noreferrer')
    await page.getByRole('radio', { name: 'All assets' }).check()
    await expectGoodLooks(page, 'consent-identity', LOOKS.all)
    await page.getByRole('button', { name: 'Approve' }).click()
    await heading(page, 'Connected')
    await page.getByRole('link', { name: 'View the connection' }).click()
    await section(page, 'What they can see').getByText(VERIFIED).waitFor()
    await page.getByRole('link', { name: 'Receipt of version 1' }).click()
    await page.getByRole('article').getByText(VERIFIED).waitFor()
    await expectGoodLooks(page, 'receipt-identity')
  })

  test('a client requests deletion with the end, an admin answers once, and the client reads it', async () => {
    const asking = await askingFirm(gateway)
    const { id } = await grantWith(database, asking.keyId, client.id)
    const page = await openOnPhone(`/connected-apps/${id}`, client)
    await page.getByRole('button', { name: 'Stop' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox', { name: 'Ask the firm to delete what it has read' }).check()
    await expectGoodLooks(page, 'revoke-with-request')
    await dialog.getByRole('button', { name: 'Stop' }).click()
    await dialog.waitFor({ state: 'detached' })
    await section(page, 'Request for deletion').getByText('None yet').waitFor()
    expect(await page.getByRole('button', { name: 'Answer' }).count()).toBe(0)
    await expectGoodLooks(page, 'deletion-requested', LOOKS.all)

    const { firmId } = await prisma.apiKey.findUniqueOrThrow({ where: { id: asking.keyId } })
    const asked = `/firms/${firmId}/clients?clients-only=deletion_requested`
    const admin = await openOnPhone(asked, asking.admin)
    await admin.getByRole('cell', { name: 'Deletion requested' }).waitFor()
    await expectGoodLooks(admin, 'clients-deletion-requested')
    await admin.getByRole('link', { name: 'Ada Hale' }).click()
    await admin.getByRole('button', { name: 'Answer' }).click()
    const answer = admin.getByRole('dialog')
    await answer.getByRole('button', { name: 'Send answer' }).click()
    await answer.getByText('Choose one.').waitFor()
    await answer.getByRole('radio', { name: /^A law requires/ }).check()
    await answer.getByLabel('Note').fill('Tax law, until 2034')
    await expectGoodLooks(admin, 'answer-deletion')
    await answer.getByRole('button', { name: 'Send answer' }).click()
    await answer.waitFor({ state: 'detached' })
    await section(admin, 'Request for deletion').getByText('Tax law, until 2034').waitFor()
    expect(await admin.getByRole('button', { name: 'Answer' }).count()).toBe(0)

    await page.reload()
    const shown = section(page, 'Request for deletion')
    await shown.getByText('A law requires it to keep some or all of it').waitFor()
    await shown.getByText('Tax law, until 2034').waitFor()
    await page.getByText('Request for deletion answered').first().waitFor()
    await page.getByRole('link', { name: 'Receipt of the end' }).click()
    await page.getByRole('article').getByText('Tax law, until 2034').waitFor()
    await expectGoodLooks(page, 'receipt-deletion')
  })
})

import { expect, test } from 'vitest'
import { refusalOf } from '../support/browser.ts'
import { describeInBrowser, testPortal } from '../support/chromium.ts'
import { expectGoodLooks } from '../support/looks.ts'
import { grantedKey } from './firm.fixtures.ts'

describeInBrowser('access that the firm reduces or gives back', () => {
  const { gateway, browser } = testPortal()

  test('is narrowed by keyboard, and the page says why it cannot be widened', async () => {
    const { admin, key, clients, read } = await grantedKey(gateway)
    expect((await read(key.secret)).json.grant.scopes).toContain('valuation')
    const page = await browser.open(clients, { as: admin })
    const actions = page.getByRole('button', { name: 'Actions for Ada Hale' })
    await actions.press('Enter')
    await page.getByRole('menuitem', { name: 'Reduce access' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog
      .getByText(/can only reduce an access, because it is the client’s to give/)
      .waitFor()
    await dialog.getByText(/request a change/).waitFor()
    await expectGoodLooks(page, 'narrow-grant')
    const submit = dialog.getByRole('button', { name: 'Reduce access' })
    expect(await submit.isDisabled()).toBe(true)
    await dialog.getByRole('checkbox', { name: 'Valuation' }).press('Space')
    await submit.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => actions.evaluate((node) => node === document.activeElement)).toBe(true)
    expect((await read(key.secret)).json.grant.scopes).not.toContain('valuation')
  })

  test('asks once, ends the access, and shows it in the list of clients', async () => {
    const { admin, key, clientId, clients, read } = await grantedKey(gateway)
    expect((await read(key.secret)).status).toBe(200)
    const page = await browser.open(clients, { as: admin })
    await page.getByRole('button', { name: 'Actions for Ada Hale' }).click()
    await page.getByRole('menuitem', { name: 'Give back access' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/can no longer read the portfolio of Ada Hale/).waitFor()
    await expectGoodLooks(page, 'give-back')
    await dialog.getByRole('button', { name: 'Give back access' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('cell', { name: 'Revoked' }).waitFor()
    await page.getByRole('button', { name: 'Actions for Ada Hale' }).click()
    await page.getByRole('menuitem', { name: 'Request access' }).waitFor()
    expect(await page.getByRole('menuitem').count()).toBe(1)
    expect(refusalOf(await read(key.secret))).toEqual([403, 'grant_revoked'])
    const grant = await gateway.database.prisma.grant.findFirstOrThrow({ where: { clientId } })
    expect(grant.revokedBy).toBe('firm')
  })
})

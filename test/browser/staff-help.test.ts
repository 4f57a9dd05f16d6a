import { expect, test } from 'vitest'
import { personWithPassword } from '../support/browser.ts'
import { describeInBrowser, testBrowser } from '../support/chromium.ts'
import { testGateway } from '../support/gateway.ts'
import { expectGoodLooks } from '../support/looks.ts'
import { heading } from './client.fixtures.ts'
import { staffWithPassword } from './firm-people.ts'

describeInBrowser('staff who help a person', () => {
  const gateway = testGateway({ sendsMail: true })
  const browser = testBrowser(gateway)
  const { prisma } = gateway.database

  test('find them by their email, lock them out and unlock them, each with a reason', async () => {
    const person = await personWithPassword(gateway)
    const page = await browser.open('/search', { as: await staffWithPassword(gateway) })
    await page.getByLabel('Search for').fill(person.email)
    await page.keyboard.press('Enter')
    await page
      .getByRole('table', { name: 'People' })
      .getByRole('link', { name: 'Ada Lind' })
      .click()
    await heading(page, 'Ada Lind')
    expect(page.url()).not.toContain(person.email)
    await expectGoodLooks(page, 'staff-person')
    await page.getByRole('button', { name: 'Lock out' }).click()
    const dialog = page.getByRole('dialog')
    const button = dialog.getByRole('button', { name: 'Lock out' })
    await button.click()
    await dialog.getByText('This field needs an entry.').waitFor()
    await dialog.getByLabel('Reason').fill('Asked by telephone')
    await expectGoodLooks(page, 'staff-lock')
    await button.click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Locked out', { exact: true }).waitFor()
    await page.getByText('Asked by telephone').waitFor()
    await page.getByRole('button', { name: 'Unlock' }).click()
    await dialog.getByLabel('Reason').fill('Found the telephone')
    await page.keyboard.press('Tab')
    await dialog.getByRole('button', { name: 'Unlock' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Found the telephone').first().waitFor()
    const { email } = person
    expect(await prisma.mail.count({ where: { email, kind: 'invitation' } })).toBe(1)
  })
})

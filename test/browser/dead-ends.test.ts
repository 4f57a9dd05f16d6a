import { expect, test } from 'vitest'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { invitePerson } from '../../src/modules/people/password.writes.ts'
import { createClient } from '../../src/modules/people/person.writes.ts'
import { someone } from '../modules/fixtures.ts'
import { personWithPassword } from '../support/browser.ts'
import { describeInBrowser, testPortal } from '../support/chromium.ts'
import { expectGoodLooks } from '../support/looks.ts'
import { askingFirm, heading, signInOn } from './client.fixtures.ts'

const PASSWORD = 'correct horse battery'

describeInBrowser('a way on', () => {
  const { gateway, browser, prisma } = testPortal()

  test('from a connection link over an invitation in another tab to the request', async () => {
    const { ask } = await askingFirm(gateway)
    const client = someone()
    await createClient(operator(prisma), client)
    const { token } = await invitePerson(operator(prisma), client)
    const page = await browser.open(await ask(['valuation']))
    await page.getByText('A firm asks to read your portfolio.').waitFor()
    await expectGoodLooks(page, 'sign-in-connect')
    const tab = await page.context().newPage()
    await tab.goto(`/invitation/${token}`)
    await tab.getByLabel('New password').fill(PASSWORD)
    await tab.getByLabel('Repeat password').fill(PASSWORD)
    await tab.getByRole('button', { name: 'Set password' }).click()
    await heading(tab, 'Connection request')
    await tab.getByText('Hale Estates').first().waitFor()
    await tab.goto(`/invitation/${token}`)
    await tab.getByText('This invitation does not work').waitFor()
    await expectGoodLooks(tab, 'invitation-used')
  })

  test('is not taken by whoever signs in next', async () => {
    const { ask } = await askingFirm(gateway)
    const person = await personWithPassword(gateway)
    const page = await browser.open(await ask(['valuation']))
    await signInOn(page, person)
    await heading(page, 'Connection request')
    expect(await page.evaluate('localStorage.length')).toBe(0)
    await prisma.connectionLink.updateMany({ data: { email: 'another@example.com' } })
    await page.reload()
    await page.getByText('or is for another account than yours').waitFor()
    await page.getByRole('button', { name: 'Sign in with another account' }).click()
    await page.getByText('A firm asks to read your portfolio.').waitFor()
  })
})

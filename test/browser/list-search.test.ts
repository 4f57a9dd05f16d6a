import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { keyOf } from '../modules/fixtures.ts'
import { describeInBrowser, testBrowser } from '../support/chromium.ts'
import { testGateway } from '../support/gateway.ts'
import { expectGoodLooks } from '../support/looks.ts'
import { memberWithPassword } from './firm-people.ts'

describeInBrowser('lists that are searched', () => {
  const gateway = testGateway()
  const browser = testBrowser(gateway)
  const { prisma } = gateway.database

  const cards = (page: Page) => page.getByRole('list', { name: 'API keys' }).getByRole('listitem')

  test('keys, with the keyboard alone', async () => {
    const admin = await memberWithPassword(gateway)
    const { firmId } = admin
    const path = `/firms/${firmId}/service-api`
    const keys = []
    for (const name of ['Alpha', 'Beta', 'Gamma', 'Delta', 'Eta', 'Zeta'])
      keys.push(await keyOf(prisma, { firmId, name }))
    await keyOf(prisma, { firmId, name: 'Alpha tests', environment: 'sandbox' })
    const page = await browser.open(path, { as: admin })
    const field = page.getByRole('searchbox', { name: 'Search by name, ID or secret prefix' })
    await page.getByRole('status').getByText('7 found').waitFor()
    await field.focus()
    await page.keyboard.type('alpha')
    await page.getByRole('status').getByText('2 found').waitFor()
    await expect.poll(() => cards(page).count()).toBe(2)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Sandbox')
    await page.getByRole('status').getByText('1 found').waitFor()
    expect(page.url()).toContain('keys-environment=sandbox')
    expect(page.url()).not.toContain('alpha')
    await page.reload()
    await page.getByRole('status').getByText('1 found').waitFor()
    expect(await field.inputValue()).toBe('alpha')
    await page.getByRole('link', { name: 'Alpha tests' }).click()
    await page.getByRole('heading', { level: 1, name: 'Alpha tests' }).waitFor()
    await page.goBack()
    await page.getByRole('status').getByText('1 found').waitFor()
    expect(await field.inputValue()).toBe('alpha')
    await field.fill(keys[0]?.id ?? '')
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor()
    await expectGoodLooks(page, 'keys-nothing-matches')
    await page.getByRole('button', { name: 'Clear search and filters' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText('7 found').waitFor()
    expect(await field.inputValue()).toBe('')
    await field.and(page.locator(':focus')).waitFor()
    await page.getByLabel('Sort by').selectOption('name')
    await expect.poll(() => cards(page).first().innerText()).toContain('Alpha')
    await expectGoodLooks(page, 'keys-found')
    await page.emulateMedia({ forcedColors: 'active' })
    await expectGoodLooks(page, 'keys-found-forced-colours')
  })
})

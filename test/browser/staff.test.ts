import { expect, test } from 'vitest'
import { describeInBrowser, testBrowser } from '../support/chromium.ts'
import { testGateway } from '../support/gateway.ts'
import { expectGoodLooks } from '../support/looks.ts'
import { heading } from './client.fixtures.ts'
import { grantedKey } from './firm.fixtures.ts'
import { staffWithPassword } from './firm-people.ts'

describeInBrowser('staff', () => {
  const gateway = testGateway()
  const browser = testBrowser(gateway)
  const { prisma } = gateway.database

  test('find a grant, and reach its client and its key by links, each named', async () => {
    const { clientId, key } = await grantedKey(gateway)
    await prisma.user.updateMany({ where: { id: clientId }, data: { name: 'Wilma Tarn' } })
    const staff = await staffWithPassword(gateway)
    const page = await browser.open('/', { as: staff })
    await page.getByRole('navigation').getByRole('link', { name: 'Search' }).click()
    await page.getByLabel('Search for').fill('wilma')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Wilma Tarn to Hale Estates' }).waitFor()
    await expectGoodLooks(page, 'staff-search')
    expect(page.url()).not.toContain('wilma')
    await page.getByRole('link', { name: 'Wilma Tarn to Hale Estates' }).click()
    await page.getByText('Reads the portfolio of Wilma Tarn').waitFor()
    await page.getByRole('link', { name: 'All connected apps of Wilma Tarn' }).click()
    await heading(page, 'Connected Apps of Wilma Tarn')
    await expectGoodLooks(page, 'staff-client')
    await page.goBack()
    await page.getByRole('main').getByRole('link', { name: key.name }).click()
    await heading(page, key.name)
    await page.getByText('A key of Hale Estates').waitFor()
    await expectGoodLooks(page, 'staff-key')
    await page.getByRole('link', { name: 'All keys' }).click()
    await page.getByText('The API keys of Hale Estates').waitFor()
  })
})

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { clientOf, keyOf } from '../modules/fixtures.ts'
import { describeInBrowser, testBrowser } from '../support/chromium.ts'
import { testGateway } from '../support/gateway.ts'
import { expectGoodLooks } from '../support/looks.ts'
import { grantWith } from '../support/portfolio.ts'
import { clientWhoSignsIn } from './client.fixtures.ts'
import { memberWithPassword } from './firm-people.ts'

const SECRET = `sk_live_Ab3dEf9h_${'x'.repeat(42)}`

describeInBrowser('lists that are searched', () => {
  const gateway = testGateway()
  const browser = testBrowser(gateway)
  const { database } = gateway
  const { prisma } = database

  async function firmWithKeys(names: readonly string[]) {
    const admin = await memberWithPassword(gateway)
    const { firmId } = admin
    const keys = []
    for (const name of names) keys.push(await keyOf(prisma, { firmId, name }))
    return { admin, keys, path: `/firms/${firmId}/service-api` }
  }

  const cards = (page: Page) => page.getByRole('list', { name: 'API keys' }).getByRole('listitem')

  test.each([
    { width: 1280, height: 900 },
    { width: 390, height: 844 },
  ])('keys, with the keyboard alone, at $width', async (viewport) => {
    const { admin, keys, path } = await firmWithKeys([
      'Alpha',
      'Beta',
      'Gamma',
      'Delta',
      'Eta',
      'Zeta',
    ])
    await keyOf(prisma, { firmId: admin.firmId, name: 'Alpha tests', environment: 'sandbox' })
    const page = await browser.open(path, { as: admin, viewport })
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

  test('a short list is not searched, and a pasted secret does not leave the page', async () => {
    const { admin, path } = await firmWithKeys(['Alpha', 'Beta'])
    const page = await browser.open(path, { as: admin })
    await expect.poll(() => cards(page).count()).toBe(2)
    expect(await page.getByRole('searchbox').count()).toBe(0)
    for (const name of ['Gamma', 'Delta', 'Eta', 'Zeta'])
      await keyOf(prisma, { firmId: admin.firmId, name })
    await page.reload()
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.postData() ?? ''))
    await page.getByRole('searchbox').fill(SECRET)
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor()
    const kept = await page.evaluate<string>('JSON.stringify(history.state)')
    expect(sent.join('')).toContain('sk_live_Ab3dEf9h')
    expect(sent.join('') + kept).not.toContain('xxx')
  })

  test('the clients of a key, and the firms of a client', async () => {
    const { admin, keys, path } = await firmWithKeys(['One', 'Two', 'Three', 'Four', 'Five', 'Six'])
    const client = await clientWhoSignsIn(gateway)
    for (const key of keys) await grantWith(database, key.id, client.id, { scopes: ['valuation'] })
    const keyId = keys[0]?.id ?? ''
    for (let count = 0; count < 6; count++) {
      const clientId = await clientOf(prisma)
      await prisma.user.update({ where: { id: clientId }, data: { name: `Client ${count}` } })
      await grantWith(database, keyId, clientId, { scopes: ['valuation'] })
    }
    const firm = await browser.open(`${path}/${keyId}`, { as: admin })
    await firm.getByRole('searchbox', { name: 'Search by name or ID of a client' }).fill('client 3')
    const rows = firm.getByRole('table', { name: 'Clients of this key' }).getByRole('row')
    await expect.poll(() => rows.count()).toBe(2)
    expect(firm.url()).not.toContain('client')
    await expectGoodLooks(firm, 'key-clients-found')
    await firm.getByLabel('Status').selectOption('ended')
    await firm.getByRole('heading', { name: 'Nothing matches' }).waitFor()

    const own = await browser.open('/connected-apps', { as: client })
    await own.getByRole('searchbox', { name: 'Search by firm or key' }).fill('three')
    await expect.poll(() => own.getByRole('article').count()).toBe(1)
    await own.getByLabel('Status').selectOption('active')
    await own.getByLabel('Sort by').selectOption('end')
    await own.getByRole('status').getByText('1 found').waitFor()
    await expectGoodLooks(own, 'connected-apps-found')
  })
})

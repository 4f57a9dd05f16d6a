import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeInBrowser, testBrowser } from '../support/chromium.ts'
import { testGateway } from '../support/gateway.ts'
import { expectAccessible, expectGoodLooks, LOOKS } from '../support/looks.ts'
import { grantedKey } from './firm.fixtures.ts'
import { staffWithPassword } from './firm-people.ts'
import { tabTo } from './keyboard.ts'

const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] }
const PHONE = { viewport: { width: 390, height: 844 } }

describeInBrowser('ids to copy', () => {
  const gateway = testGateway()
  const browser = testBrowser(gateway)

  test('the id of a key and of its client are copied by keyboard, and it is said', async () => {
    const { admin, key, clientId } = await grantedKey(gateway)
    const { firmId } = await gateway.database.prisma.apiKey.findUniqueOrThrow({
      where: { id: key.id },
    })
    const path = `/firms/${firmId}/service-api/${key.id}`
    const page = await browser.open(path, { as: admin, ...CLIPBOARD })
    await tabTo(page, 'button', 'Copy the id of the key')
    await page.keyboard.press('Enter')
    const said = page.getByRole('button', { name: 'Copied' })
    await said.waitFor()
    expect(await said.getAttribute('aria-live')).toBe('polite')
    expect(await copied(page)).toBe(key.id)
    await page.getByRole('button', { name: 'Copy the id of the key' }).waitFor()
    const { name } = await gateway.database.prisma.user.findUniqueOrThrow({
      where: { id: clientId },
    })
    await page.getByRole('button', { name: `Copy the id of ${name}` }).click()
    await expect.poll(() => copied(page)).toBe(clientId)
    await page.mouse.move(0, 0)
    await expectGoodLooks(page, 'copy-key', LOOKS.all)
    await page.emulateMedia({ forcedColors: 'active' })
    await expectAccessible(page)
  })

  test('staff copy the id of what they found, on a phone', async () => {
    const { key } = await grantedKey(gateway)
    const page = await browser.open('/search', {
      as: await staffWithPassword(gateway),
      ...CLIPBOARD,
      ...PHONE,
    })
    await page.getByLabel('Search for').fill(key.id)
    await page.keyboard.press('Enter')
    await page.getByText(key.id).waitFor()
    await page.getByRole('button', { name: `Copy the id of ${key.name}`, exact: true }).click()
    await expect.poll(() => copied(page)).toBe(key.id)
    await expectGoodLooks(page, 'copy-search', LOOKS.all)
  })

  test('an error has the id of its request to copy', async () => {
    browser.allow(/500|Failed to load/)
    const { admin } = await grantedKey(gateway)
    const page = await browser.open('/account/profile', { as: admin, ...CLIPBOARD })
    await page.route('**/graphql', (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/json',
        headers: { 'X-Request-Id': 'req_01' },
        body: JSON.stringify({
          errors: [{ message: 'x', extensions: { code: 'internal_error', request_id: 'req_01' } }],
        }),
      }),
    )
    await page.getByRole('link', { name: 'Access tokens' }).first().click()
    await page.getByRole('alert').getByText('req_01').waitFor()
    await page.getByRole('button', { name: 'Copy the id of the request' }).click()
    await expect.poll(() => copied(page)).toBe('req_01')
    await expectGoodLooks(page, 'copy-error')
  })
})

function copied(page: Page): Promise<string> {
  return page.evaluate<string>('navigator.clipboard.readText()')
}

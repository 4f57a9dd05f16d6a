import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeInBrowser, testBrowser } from '../support/chromium.ts'
import { testGateway } from '../support/gateway.ts'
import { expectAccessible, expectGoodLooks, LOOKS } from '../support/looks.ts'
import { grantedKey } from './firm.fixtures.ts'
import { tabTo } from './keyboard.ts'

const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] }

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
})

function copied(page: Page): Promise<string> {
  return page.evaluate<string>('navigator.clipboard.readText()')
}

import { expect, test } from 'vitest'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { createKey } from '../../src/modules/keys/api-key.writes.ts'
import { describeInBrowser, testPortal } from '../support/chromium.ts'
import { expectGoodLooks } from '../support/looks.ts'
import { memberWithPassword } from './firm-people.ts'
import { enterAt } from './keyboard.ts'

describeInBrowser('the sandbox page of a key', () => {
  const { gateway, browser, prisma } = testPortal()

  test('runs scenarios with the keyboard alone, and says what came of them', async () => {
    const admin = await memberWithPassword(gateway)
    const trial = { name: 'Trial', environment: 'sandbox', scopes: ['registry'] } as const
    const key = await createKey(operator(prisma), { firmId: admin.firmId, ...trial })
    const path = `/firms/${admin.firmId}/service-api/${key.id}`
    const page = await browser.open(path, { as: admin })
    await page.getByRole('link', { name: 'Run scenarios' }).click()
    const seed = page.getByLabel('Seed')
    await seed.fill('x')
    await page.getByText('Enter a whole number from 0 to 999.').waitFor()
    await seed.fill('12')
    await enterAt(page, 'button', 'Run: An asset appears')
    const status = page.getByRole('status').filter({ hasText: 'An asset appears' })
    await status.getByText('An asset appears, with seed 12: done. It holds from').waitFor()
    const { json } = await gateway.request('/api/v1/me', { key: key.secret })
    const clientId = json.data[0].client_id
    expect(await prisma.asset.count({ where: { clientId } })).toBe(8)
    await page.keyboard.press('Enter')
    await page.getByText('everything was so before. Nothing changed.').waitFor()
    const row = page.getByRole('row', { name: 'An asset appears' })
    await row.getByText('Nothing changed', { exact: true }).waitFor()
    await expectGoodLooks(page, 'sandbox-run')
    await page.getByRole('button', { name: 'Run: The grant is revoked' }).click()
    await page.getByText('The grant is revoked, with seed 12: done.').waitFor()
    await page.getByText(/^With seed 12: done\. It holds from/).waitFor()
    await page.getByRole('button', { name: 'Run: The grant expires' }).click()
    await page.getByText('Run “The grant is given anew” first.').waitFor()
    await expectGoodLooks(page, 'sandbox-error')
  })
})

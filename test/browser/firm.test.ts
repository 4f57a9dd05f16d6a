import { expect, test } from 'vitest'
import { requestsPerMinute } from '../../src/access/caller.ts'
import { describeInBrowser, testPortal } from '../support/chromium.ts'
import { expectGoodLooks } from '../support/looks.ts'
import { heading, unfold } from './client.fixtures.ts'
import { grantedKey } from './firm.fixtures.ts'

const LIMITED = { environment: 'production', tier: 'standard' } as const
const HOUR_MS = 3_600_000

describeInBrowser('the firm’s keys', () => {
  const { gateway, browser, prisma } = testPortal()

  test('show what clients granted, and their requests', async () => {
    const { admin, path, clientId, key } = await grantedKey(gateway)
    const at = new Date()
    const hour = new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS)
    const of = { keyId: key.id, endpoint: 'GET /api/v1/assets' }
    const counts = { ok: 1_380, refused: 12, limited: 7, failed: 1 }
    const most = { mostUsed: requestsPerMinute(LIMITED) / 2 - 1, mostUsedAt: at }
    await prisma.keyUsage.create({ data: { ...of, hour, ...counts, ...most, lastAt: at } })
    const page = await browser.open(path, { as: admin })
    const row = page.getByRole('row', { name: 'Ada Hale' })
    await expect.poll(() => row.getByRole('cell').allInnerTexts()).toEqual(['Never', 'Active'])
    await expectGoodLooks(page, 'key')
    await unfold(page, 'History')
    await page.getByText('API key created').waitFor()
    await expectGoodLooks(page, 'key-history')
    await page.getByRole('link', { name: 'All clients' }).click()
    await heading(page, 'Clients')
    const shares = row.getByRole('cell', { name: /^Basic information and Valuation\s*All assets$/ })
    await shares.waitFor()
    await expect.poll(() => row.getByRole('rowheader').textContent()).toContain(clientId)
    await page.goBack()
    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('1 client and made 1,400 requests in the last 7 days').waitFor()
    await expectGoodLooks(page, 'key-revoke')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await page.getByRole('img', { name: /^Requests with Night reports/ }).waitFor()
    const limit = page.getByRole('heading', { name: 'Rate limit' })
    expect(await limit.count()).toBe(0)
    await expectGoodLooks(page, 'firm-dashboard')
    await prisma.keyUsage.updateMany({ data: { mostUsed: most.mostUsed + 1 } })
    await page.reload()
    await limit.waitFor()
    await page.getByText('Busiest minute of the last 30 days').waitFor()
    await expectGoodLooks(page, 'firm-dashboard-busy')
  })
})

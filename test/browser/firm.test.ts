import { expect, test } from 'vitest'
import { requestsPerMinute } from '../../src/access/caller.ts'
import { describeInBrowser, testBrowser } from '../support/chromium.ts'
import { testGateway } from '../support/gateway.ts'
import { expectGoodLooks } from '../support/looks.ts'
import { clientWhoSignsIn, PURPOSE, unfold } from './client.fixtures.ts'
import { grantedKey } from './firm.fixtures.ts'

const LIMITED = { environment: 'production', tier: 'standard' } as const
const HOUR_MS = 3_600_000

describeInBrowser('the firm’s keys', () => {
  const gateway = testGateway()
  const browser = testBrowser(gateway)
  const { prisma } = gateway.database

  test('show what clients granted, their requests and their last errors', async () => {
    const { admin, path, clientId, key } = await grantedKey(gateway)
    const at = new Date()
    const hour = new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS)
    const of = { keyId: key.id, endpoint: 'GET /api/v1/assets' }
    const counts = { ok: 1_380, refused: 12, limited: 7, failed: 1 }
    const most = { mostUsed: requestsPerMinute(LIMITED) / 2 - 1, mostUsedAt: at }
    await prisma.keyUsage.create({ data: { ...of, hour, ...counts, ...most, lastAt: at } })
    const error = { status: 403, code: 'grant_revoked', requestId: 'request_01J' }
    await prisma.requestError.create({ data: { ...of, at, ...error } })
    const page = await browser.open(path, { as: admin })
    const row = page.getByRole('row', { name: 'Ada Hale' })
    await row.waitFor()
    const cells = await row.getByRole('cell').allInnerTexts()
    expect(cells.slice(0, 2)).toEqual([
      expect.stringMatching(/Basic information\s+Valuation/),
      'All assets',
    ])
    await expect.poll(() => row.getByRole('rowheader').textContent()).toContain(clientId)
    await page.getByText('request_01J').waitFor()
    await page.getByText('API key created').waitFor()
    await expectGoodLooks(page, 'key')
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

  test('make a connection link, which is copied and leads to what was asked for', async () => {
    const { admin, path } = await grantedKey(gateway)
    const permissions = ['clipboard-read', 'clipboard-write']
    const page = await browser.open(path, { as: admin, permissions })
    await page.getByRole('button', { name: 'Connection link' }).click()
    await page.getByRole('checkbox', { name: 'Valuation', exact: true }).check()
    await page.getByLabel('Purpose').fill(PURPOSE)
    await page.getByRole('button', { name: 'Create link' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Copy the link', exact: true }).click()
    await dialog.getByRole('button', { name: 'Copied' }).waitFor()
    const link = await page.evaluate<string>('navigator.clipboard.readText()')
    await page.getByRole('button', { name: 'Done' }).click()
    const client = await clientWhoSignsIn(gateway)
    const asked = await browser.open(new URL(link).pathname, { as: client })
    await asked.getByText(PURPOSE).waitFor()
    await unfold(asked, 'What they can see')
    await asked.getByRole('checkbox', { name: 'Valuation' }).waitFor()
  })

  test('make the links of a list, which is answered by its lines before anything is made', async () => {
    const { admin, path, key } = await grantedKey(gateway)
    const page = await browser.open(path, { as: admin })
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('switch', { name: 'Creates connection links' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Connection link' }).click()
    await page.getByLabel('Purpose').fill(PURPOSE)
    await page.getByRole('radio', { name: 'Once for each client of a list' }).check()
    const file = {
      name: 'list.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('reference\nK-1\n=1'),
    }
    await page.locator('input[type=file]').setInputFiles(file)
    const create = page.getByRole('button', { name: 'Create links' })
    await create.click()
    await page.getByText('Line 3: A spreadsheet would take this for a formula.').waitFor()
    await expectGoodLooks(page, 'link-list')
    await page.getByLabel('The list', { exact: true }).fill('reference,email\nK-1,ada\nK-2,')
    await create.click()
    await page.getByText('Line 2: email takes an address').waitFor()
    const where = { keyId: key.id }
    expect(await prisma.connectionLink.count({ where })).toBe(0)
    await page.getByLabel('The list', { exact: true }).fill('reference\nK-1\nK-2')
    await create.click()
    await page.getByText('2 links were created.').waitFor()
    const dialog = page.getByRole('dialog')
    const saved = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Export CSV' }).click()
    expect((await saved).suggestedFilename()).toBe(`links-${key.id}.csv`)
    expect(await prisma.connectionLink.count({ where })).toBe(2)
    expect(await prisma.apiKey.count({ where: { id: key.id, createsLinks: true } })).toBe(1)
  })
})

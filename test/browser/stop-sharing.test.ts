import { beforeAll, expect, test } from 'vitest'
import type { AssetFilter } from '../../src/access/asset-filter.ts'
import { describeInBrowser, testPortal } from '../support/chromium.ts'
import { expectGoodLooks, LOOKS } from '../support/looks.ts'
import { clientWith, grantWith, registryIds } from '../support/portfolio.ts'
import { sessionOf } from '../support/session.ts'
import { type AskingFirm, askingFirm, heading, preview, section } from './client.fixtures.ts'
import { tabTo } from './keyboard.ts'

const asset = (ref: string, category: string) => ({
  ...{ type: 'asset', ref, title: `The ${ref}`, category },
})
const OF_CASK = { asset: 'cask' }
const RECORDS = [
  asset('commode', 'antiques'),
  asset('seascape', 'art'),
  asset('portrait', 'art'),
  { ...asset('cask', 'wine'), market_value: '1200' },
  { ...OF_CASK, type: 'valuation', value: '1200', source: 'appraisal', valued_at: '2026-03-01' },
  { ...OF_CASK, type: 'document', ref: 'd', document_type: 'invoice', title: 'Bill of sale' },
]
const THREE_LEFT =
  'They still see 3 other assets that they see now, each named in the terms. They do not see assets that you add later.'
const STOP = 'Stop sharing this asset with Hale Estates (Yearly report)'

describeInBrowser('an asset that a firm sees', () => {
  const { gateway, browser, database } = testPortal()
  let clientId = ''
  let cookie = ''
  let ids: Record<string, string> = {}

  beforeAll(async () => {
    clientId = await clientWith(database, RECORDS)
    cookie = await sessionOf(database, clientId)
    ids = await registryIds(database, clientId)
  })

  const open = (path: string) => browser.open(path, { as: { email: '', password: '', cookie } })

  async function granted(filter: AssetFilter): Promise<{ firm: AskingFirm; id: string }> {
    const firm = await askingFirm(gateway)
    return { firm, id: (await grantWith(database, firm.keyId, clientId, { filter })).id }
  }

  const statusFor = async ({ secret }: AskingFirm, ref: string) =>
    (await gateway.request(`/api/v1/assets/${ids[ref]}?client_id=${clientId}`, { key: secret }))
      .status

  test('has its values, documents and readers, and is not shared any more after three steps', async () => {
    const { firm, id } = await granted({ type: 'all' })
    const page = await open(`/portfolio/${ids.cask}`)
    await heading(page, 'The cask')
    await section(page, 'Value over time').getByRole('cell', { name: 'US$1,200.00' }).waitFor()
    await section(page, 'Documents').getByText('Bill of sale').waitFor()
    await section(page, 'Documents')
      .getByText(/^Recommended and missing: /)
      .waitFor()
    await expectGoodLooks(page, 'asset', LOOKS.all)
    await page.emulateMedia({ forcedColors: 'active' })
    await expectGoodLooks(page, 'asset-forced')
    await page.emulateMedia({ forcedColors: 'none' })
    await tabTo(page, 'link', STOP)
    await page.keyboard.press('Enter')
    await heading(page, 'Stop sharing an asset')
    await page.getByText(THREE_LEFT).waitFor()
    await preview(page).getByText('3 of your 4 assets').waitFor()
    await page.getByText('4 → 3 assets').waitFor()
    await page.getByText(/^They see the .* of 3 assets that you chose, and of none/).waitFor()
    await expectGoodLooks(page, 'stop-sharing')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('status').getByRole('link', { name: 'Receipt' }).click()
    await heading(page, 'Receipt')
    expect(new URL(page.url()).pathname).toBe(`/connected-apps/${id}/receipts/2`)
    await page.getByText('The client changed what the firm can see').waitFor()
    const seen = ['commode', 'seascape', 'portrait', 'cask'].map((ref) => statusFor(firm, ref))
    expect(await Promise.all(seen)).toEqual([200, 200, 200, 403])
  })
})

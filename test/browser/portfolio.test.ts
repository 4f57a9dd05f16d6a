import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { describeInBrowser, testPortal } from '../support/chromium.ts'
import { expectGoodLooks, LOOKS } from '../support/looks.ts'
import { grantWith, importRecords } from '../support/portfolio.ts'
import { askingFirm, clientWhoSignsIn, type SignedUp, section } from './client.fixtures.ts'

const TITLE = '=Cask "No. 7", of port'

describeInBrowser('a client’s own portfolio', () => {
  const { gateway, browser, database, prisma } = testPortal()
  let client: SignedUp
  let total = 0
  let grantId = ''

  beforeAll(async () => {
    client = await clientWhoSignsIn(gateway)
    await importRecords(database, client.id, [
      { type: 'asset', ref: 'cask', title: TITLE, category: 'wine', notes: 'Behind the stairs' },
    ])
    total = await prisma.asset.count({ where: { clientId: client.id } })
    const all = await askingFirm(gateway)
    const terms = { scopes: ['registry', 'detail'], expiresAt: new Date('2099-03-12') } as const
    const filter = { type: 'category', categories: ['wine'] } as const
    const grant = await grantWith(database, all.keyId, client.id, { ...terms, filter })
    grantId = grant.id
    const art = await askingFirm(gateway)
    const ofArt = { type: 'category', categories: ['art'] } as const
    await grantWith(database, art.keyId, client.id, { filter: ofArt })
    await prisma.apiKey.updateMany({ where: { id: art.keyId }, data: { name: 'Art report' } })
  })

  test('says of each asset and block who can see it', async () => {
    const { registryId } = await prisma.asset.findFirstOrThrow({ where: { title: TITLE } })
    const page = await browser.open(`/portfolio/${registryId}`, { as: client })
    const readers = section(page, 'Who can see this asset')
    await readers.getByText('Yearly report', { exact: true }).waitFor()
    await readers.getByText('12 Mar 2099').waitFor()
    await expect.poll(() => readers.getByText('Art report', { exact: true }).count()).toBe(0)
    await section(page, 'Details').getByText('Seen by Hale Estates (Yearly report).').waitFor()
    await section(page, 'Details').getByText('Behind the stairs').waitFor()
    for (const block of ['Valuation', 'Estate', 'Documentation', 'Verification'])
      await section(page, block).getByText('No firm can see this.').waitFor()
    await expectGoodLooks(page, 'portfolio-asset', LOOKS.all)
    await page.emulateMedia({ forcedColors: 'active' })
    await expectGoodLooks(page, 'portfolio-asset-forced')
    await page.emulateMedia({ forcedColors: 'none' })
    await readers.getByRole('link', { name: 'Hale Estates', exact: true }).click()
    await page.waitForURL(`**/connected-apps/${grantId}`)
  })

  test('is saved as CSV and JSON, without formulas', async () => {
    const page = await browser.open('/portfolio/assets', { as: client })
    const csv = await saved(page, 'Export CSV')
    expect(csv.name).toBe('portfolio.csv')
    expect(csv.text.startsWith('\ufeff"registry_id","title",')).toBe(true)
    expect(csv.text).toContain(`"'=Cask ""No. 7"", of port","wine"`)
    expect(csv.text.match(/^"ORY-/gm)).toHaveLength(total)
    const json = await saved(page, 'Export JSON')
    expect(json.name).toBe('portfolio.json')
    const assets: { title: string; detail: { notes: string } }[] = JSON.parse(json.text)
    expect(assets).toHaveLength(total)
    expect(assets.find(({ title }) => title === TITLE)?.detail.notes).toBe('Behind the stairs')
    await expectGoodLooks(page, 'portfolio-saved')
  })
})

async function saved(page: Page, button: string) {
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const download = await waiting
  const path = await download.path()
  return { name: download.suggestedFilename(), text: await readFile(path, 'utf8') }
}

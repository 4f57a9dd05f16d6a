import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { describeInBrowser, testPortal } from '../support/chromium.ts'
import { expectGoodLooks } from '../support/looks.ts'
import { clientWith } from '../support/portfolio.ts'
import { sessionOf } from '../support/session.ts'

const COUNT = 230
const CATEGORIES = ['watches', 'art', 'coins']

const nameOf = (i: number) => `Asset ${String(i).padStart(3, '0')}`
const RECORDS = Array.from({ length: COUNT }, (_, i) => ({
  ...{ type: 'asset', ref: `a${i}`, title: nameOf(i), category: CATEGORIES[i % 3] },
  ...(i > 0 && { market_value: String(i) }),
}))

describeInBrowser('the pages of the list of assets', () => {
  const { gateway, browser } = testPortal()
  let cookie = ''

  beforeAll(async () => {
    cookie = await sessionOf(gateway.database, await clientWith(gateway.database, RECORDS))
  })

  const open = (path: string) => browser.open(path, { as: { email: '', password: '', cookie } })
  const titles = async (page: Page) => {
    const headers = page.getByRole('table', { name: 'Assets' }).getByRole('rowheader')
    return (await headers.allInnerTexts()).map((text) => text.split('\n')[0])
  }
  const firstTitle = (page: Page, expected: string) =>
    expect.poll(async () => (await titles(page))[0]).toBe(expected)
  const press = async (page: Page, name: string) => {
    await page.getByRole('button', { name }).press('Enter')
  }

  test('are turned by keyboard, and Back, a reload and a link keep the place', async () => {
    const page = await open('/portfolio/assets')
    await firstTitle(page, nameOf(229))
    await page.getByText('Page 1 of 3').waitFor()
    expect(await page.getByRole('button', { name: 'Previous page' }).count()).toBe(0)
    await press(page, 'Next page')
    await firstTitle(page, nameOf(129))
    await page.getByText('Page 2 of 3').waitFor()
    await expect
      .poll(() => page.evaluate(`document.activeElement.querySelector('table') !== null`))
      .toBe(true)
    await press(page, 'Next page')
    await firstTitle(page, nameOf(29))
    expect(await titles(page)).toHaveLength(30)
    const last = page.url()
    await page.reload()
    await firstTitle(page, nameOf(29))
    await page.getByText('Page 3 of 3').waitFor()
    await press(page, 'Previous page')
    await firstTitle(page, nameOf(129))
    await page.goBack()
    await firstTitle(page, nameOf(29))
    await page.goBack()
    await page.getByText('Page 2 of 3').waitFor()
    await expectGoodLooks(page, 'assets-page')
    const linked = await open(last.slice(last.indexOf('/portfolio')))
    await firstTitle(linked, nameOf(29))
    await press(linked, 'First page')
    await firstTitle(linked, nameOf(229))
  })

  test('have 25 assets each on a phone', async () => {
    const viewport = { width: 390, height: 844 }
    const as = { email: '', password: '', cookie }
    const page = await browser.open('/portfolio/assets', { as, viewport })
    await page.getByText('Page 1 of 10').waitFor()
    expect(await titles(page)).toHaveLength(25)
  })

  test('are exported with their progress, which can be cancelled', async () => {
    const page = await open('/portfolio/assets')
    let goOn = () => {}
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    await page.route('**/graphql', async (route) => {
      const { operationName, variables } = route.request().postDataJSON()
      if (operationName === 'ExportedAssets' && variables.after) await held
      await route.continue().catch(() => {})
    })
    const saved: string[] = []
    page.on('download', (download) => saved.push(download.suggestedFilename()))
    await page.getByRole('button', { name: 'Export CSV' }).click()
    await page.getByText('50 of 230 read').waitFor()
    await expectGoodLooks(page, 'assets-exporting')
    await page.getByRole('button', { name: 'Cancel' }).click()
    goOn()
    await page.unroute('**/graphql')
    await page.getByRole('button', { name: 'Export JSON' }).click()
    await page.getByText('The file is saved.').waitFor()
    expect(saved).toEqual(['portfolio.json'])
  })

  test('are searched and filtered in the address, and cleared where nothing is left', async () => {
    const page = await open('/portfolio/assets')
    await press(page, 'Next page')
    await page.getByText('Page 2 of 3').waitFor()
    await page.getByLabel('Category', { exact: true }).selectOption({ label: 'Coins (76)' })
    await page.getByText('76 found').waitFor()
    expect(new URL(page.url()).searchParams.get('assets-page')).toBeNull()
    await page.getByLabel('Sort by').selectOption({ label: 'Title, A to Z' })
    await page.getByRole('searchbox', { name: 'Search by title or ID' }).fill('asset 00')
    await page.getByText('3 found').waitFor()
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      ...{ 'assets-category': 'coins', 'assets-sort': 'title', 'assets-text': 'asset 00' },
    })
    await page.reload()
    await page.getByText('3 found').waitFor()
    expect(await page.getByRole('searchbox', { name: 'Search by title or ID' }).inputValue()).toBe(
      'asset 00',
    )
    expect(await titles(page)).toEqual([nameOf(2), nameOf(5), nameOf(8)])
    await page.getByRole('link', { name: nameOf(5) }).click()
    await page.getByRole('heading', { level: 1, name: nameOf(5) }).waitFor()
    await page.goBack()
    await page.getByText('3 found').waitFor()
    await page.getByRole('searchbox', { name: 'Search by title or ID' }).fill('nothing of this')
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor()
    await press(page, 'Clear search and filters')
    await page.getByText(`${COUNT} found`).waitFor()
    expect(new URL(page.url()).search).toBe('')
    await page
      .getByRole('searchbox', { name: 'Search by title or ID' })
      .and(page.locator(':focus'))
      .waitFor()
  })
})

import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { revokeGrant } from '../../src/modules/grants/grant-revocation.writes.ts'
import { describeInBrowser, testBrowser } from '../support/chromium.ts'
import { testGateway } from '../support/gateway.ts'
import { expectAccessible, expectGoodLooks, LOOKS } from '../support/looks.ts'
import { clientWith, grantWith, type Records } from '../support/portfolio.ts'
import { sessionOf } from '../support/session.ts'
import { askingFirm, heading, section } from './client.fixtures.ts'

const DAY_MS = 86_400_000
const ZONES = ['America/Los_Angeles', 'Asia/Kolkata']

const daysFromNow = (days: number) =>
  new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

const valuation = (asset: string, value: string, valued_at: string, source = 'appraisal') => ({
  ...{ type: 'valuation', asset, value, source, valued_at },
})
const asset = (ref: string, title: string, category: string) => ({
  ...{ type: 'asset', ref, title, category },
})
const RECORDS: Records = [
  asset('cup', 'Silver cup', 'antiques'),
  asset('sea', 'Seascape', 'art'),
  asset('ring', 'Ring without a value', 'jewelry'),
  valuation('cup', '1000.10', '2022-03-01'),
  valuation('cup', '1500', '2024-06-30T23:30:00Z'),
  valuation('cup', '1400', '2024-06-30T23:30:00Z', 'estimate'),
  valuation('cup', '2000', '2024-07-01'),
  valuation('sea', '7000.25', '2023-12-31'),
  valuation('sea', '6000', '2026-03-01'),
  {
    ...{ type: 'document', asset: 'cup', ref: 'old', document_type: 'insurance' },
    ...{ title: 'Old insurance', expires_on: daysFromNow(-3) },
  },
  {
    ...{ type: 'document', asset: 'sea', ref: 'soon', document_type: 'insurance' },
    ...{ title: 'New insurance', expires_on: daysFromNow(40) },
  },
]

describeInBrowser('the home of a client', () => {
  const gateway = testGateway()
  const browser = testBrowser(gateway)
  const { database } = gateway
  const { prisma } = database
  let clientId = ''
  let grantId = ''

  beforeAll(async () => {
    clientId = await clientWith(database, RECORDS)
    const firm = await askingFirm(gateway)
    const expiresAt = new Date(Date.now() + 12.2 * DAY_MS)
    const terms = { scopes: ['registry', 'valuation'], expiresAt } as const
    grantId = (await grantWith(database, firm.keyId, clientId, terms)).id
    const ended = await askingFirm(gateway)
    const old = await grantWith(database, ended.keyId, clientId)
    await revokeGrant(operator(prisma), { grantId: old.id })
  })

  const as = async (id = clientId) => ({
    ...{ email: '', password: '', cookie: await sessionOf(database, id) },
  })
  const open = async (path = '/', options: object = {}) => {
    const page = await browser.open(path, { as: await as(), ...options })
    await heading(page, 'Portfolio')
    return page
  }

  test('shows the total, the categories, what needs attention and who sees what', async () => {
    const page = await open()
    expect(new URL(page.url()).pathname).toBe('/portfolio')
    const value = section(page, 'Value')
    await value.getByText('US$8,000.00').first().waitFor()
    await value.getByText('Assets with a value: 2 of 3').waitFor()
    const shares = section(page, 'By category').getByRole('listitem')
    await expect
      .poll(() => shares.allInnerTexts())
      .toEqual([
        expect.stringMatching(/Art\s+US\$6,000\.00\s+75\.0%/),
        expect.stringMatching(/Antiques\s+US\$2,000\.00\s+25\.0%/),
        expect.stringMatching(/Jewellery\s+No value\s+0\.0%/),
      ])
    const attention = section(page, 'Needs attention')
    for (const text of [
      '1 document has expired',
      'Old insurance (Silver cup)',
      '1 document expires within 90 days',
      'New insurance (Seascape)',
      '1 connection ends soon',
      'Ends in 12 days',
      '1 asset has no value',
    ])
      await attention.getByText(text, { exact: true }).waitFor()
    const readers = section(page, 'Who can see what').getByRole('listitem')
    await expect
      .poll(() => readers.allInnerTexts())
      .toEqual([
        expect.stringMatching(
          /^Hale Estates\s+All assets, including those added later\s+Basic information and Valuation\s+Until /,
        ),
      ])
    const recent = section(page, 'What changed lately')
    for (const text of ['Access granted', 'Access revoked', 'Seascape'])
      await recent.getByText(text, { exact: true }).first().waitFor()
    await expectGoodLooks(page, 'overview', LOOKS.all)
    await page.emulateMedia({ forcedColors: 'active' })
    await expectGoodLooks(page, 'overview-forced')
    await page.emulateMedia({ forcedColors: 'none' })
    await attention.getByRole('link', { name: 'Show them first in the list' }).click()
    await expect.poll(() => firstTitle(page)).toContain('Ring without a value')
    await page.evaluate('window.scrollTo(0, 0)')
    await section(page, 'By category').getByRole('link', { name: 'Art' }).click()
    await expect.poll(() => firstTitle(page)).toContain('Seascape')
    await expect.poll(() => page.evaluate<number>('window.scrollY')).toBeGreaterThan(200)
    await readers.getByRole('link', { name: 'Hale Estates' }).click()
    await page.waitForURL(`**/connected-apps/${grantId}`)
  })

  const firstTitle = (page: Page) =>
    page.getByRole('table', { name: 'Assets' }).getByRole('rowheader').first().innerText()

  /** What the table of values has, newest first. */
  const valuesOf = async (value: Locator) => {
    const rows = value.getByRole('table', { name: 'Value of your assets' }).getByRole('row')
    const texts = await rows.allInnerTexts()
    return texts.slice(1).map((row) =>
      row
        .split('\t')
        .map((cell) => cell.trim())
        .join(': '),
    )
  }

  test('the chart is read by keys and by the pointer, in every part of the world', async () => {
    const texts = []
    for (const timezoneId of ZONES) {
      const page = await open('/portfolio', { timezoneId })
      const chart = section(page, 'Value').getByRole('slider', { name: 'Value of your assets' })
      await chart.focus()
      await page.keyboard.press('Home')
      const first = await chart.getAttribute('aria-valuetext')
      await page.keyboard.press('ArrowRight')
      const second = await chart.getAttribute('aria-valuetext')
      await page.keyboard.press('End')
      const last = await chart.getAttribute('aria-valuetext')
      texts.push([first, second, last])
      const box = await chart.boundingBox()
      await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) - 3, (box?.y ?? 0) + 40)
      await expect.poll(() => chart.getAttribute('aria-valuetext')).toBe(last)
      await expectAccessible(page)
      await section(page, 'Value').getByText('Table', { exact: true }).click()
      const [newest, ...earlier] = await valuesOf(section(page, 'Value'))
      expect([first, second, last]).toEqual([earlier.at(-1), earlier.at(-2), newest])
      expect(newest).toContain('US$8,000.00')
    }
    expect(texts[0]).toEqual(texts[1])
  })
})

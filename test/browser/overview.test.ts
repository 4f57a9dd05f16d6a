import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { revokeGrant } from '../../src/modules/grants/grant-revocation.writes.ts'
import { anotherKey } from '../graphql/portal/opened-link.ts'
import { describeInBrowser, testPortal } from '../support/chromium.ts'
import { expectAccessible, expectGoodLooks, LOOKS } from '../support/looks.ts'
import { clientWith, grantWith, type Records } from '../support/portfolio.ts'
import { sessionOf } from '../support/session.ts'
import { askingFirm, heading, section } from './client.fixtures.ts'

const DAY_MS = 86_400_000
const TODAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
const ZONES = ['America/Los_Angeles', 'Asia/Kolkata']

const daysFromNow = (days: number) =>
  new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

const valuation = (asset: string, value: string, valued_at: string, source = 'appraisal') => ({
  ...{ type: 'valuation', asset, value, source, valued_at },
})
const asset = (ref: string, title: string, category: string, more: object = {}) => ({
  ...{ type: 'asset', ref, title, category, ...more },
})
const ending = (expires_on: string, asset: string, document_type: string, title: string) => ({
  ...{ type: 'document', asset, ref: asset + document_type, document_type, title, expires_on },
})
const RECORDS: Records = [
  asset('cup', 'Silver cup', 'antiques'),
  asset('sea', 'Seascape', 'art', { insurance_value: '5000' }),
  asset('box', 'Box', 'art', { market_value: '300', insurance_value: '300' }),
  asset('ring', 'Ring without a value', 'jewelry'),
  valuation('cup', '1000.10', '2022-03-01'),
  valuation('cup', '1500', '2024-06-30T23:30:00Z'),
  valuation('cup', '1400', '2024-06-30T23:30:00Z', 'estimate'),
  valuation('cup', '2000', '2024-07-01'),
  valuation('sea', '7000.25', '2023-12-31'),
  valuation('sea', '6000', daysFromNow(-200)),
  ending(daysFromNow(-800), 'cup', 'appraisal', 'Old appraisal'),
  ending(daysFromNow(-3), 'cup', 'insurance', 'Old insurance'),
  ending(daysFromNow(40), 'sea', 'insurance', 'New insurance'),
]

describeInBrowser('the home of a client', () => {
  const { gateway, browser, database, prisma } = testPortal()
  let clientId = ''
  let grantId = ''

  beforeAll(async () => {
    clientId = await clientWith(database, RECORDS)
    const firm = await askingFirm(gateway)
    const expiresAt = new Date(Date.now() + 12.2 * DAY_MS)
    const terms = { scopes: ['registry', 'valuation'], expiresAt } as const
    grantId = (await grantWith(database, firm.keyId, clientId, terms)).id
    // In the first half of a term nothing ends soon.
    const createdAt = new Date(Date.now() - 30 * DAY_MS)
    await prisma.grant.updateMany({ where: { id: grantId }, data: { createdAt } })
    const ended = await askingFirm(gateway)
    const old = await grantWith(database, ended.keyId, clientId)
    await revokeGrant(operator(prisma), { grantId: old.id })
  })

  const open = async (path = '/', options: object = {}) => {
    const as = { email: '', password: '', cookie: await sessionOf(database, clientId) }
    const page = await browser.open(path, { as, ...options })
    await heading(page, 'Portfolio')
    return page
  }

  test('shows who sees what first, the total, what needs attention and the categories', async () => {
    const page = await open()
    expect(new URL(page.url()).pathname).toBe('/portfolio')
    const sections = page.getByRole('heading', { level: 2 })
    await expect
      .poll(() => sections.allInnerTexts())
      .toEqual(['Who can see what', 'Value', 'Needs attention', 'By category'])
    const value = section(page, 'Value')
    await value.getByText('US$8,300.00').first().waitFor()
    await value.getByText('Covers 3 of 4 assets. The others have no value.').waitFor()
    await value.getByText('The chart covers 2 of 4 assets, worth US$8,000.00 today.').waitFor()
    await value.getByText('-US$1,000.25 (-11.1%) in 12 months.').waitFor()
    const shares = section(page, 'By category').getByRole('listitem')
    await expect
      .poll(() => shares.allInnerTexts())
      .toEqual([
        expect.stringMatching(/Art\s+US\$6,300\.00\s+75\.9%/),
        expect.stringMatching(/Antiques\s+US\$2,000\.00\s+24\.1%/),
        expect.stringMatching(/Jewellery\s+No value\s+0\.0%/),
      ])
    const attention = section(page, 'Needs attention')
    for (const text of [
      '1 document expired in the last 30 days',
      'Old insurance (Silver cup)',
      '1 document expired more than a year ago',
      'Old appraisal (Silver cup)',
      '1 document expires within 90 days',
      'New insurance (Seascape)',
      '1 connection ends soon',
      'Ends in 12 days',
      '1 asset is insured below its value',
      'Insured for US$5,000.00, worth US$6,000.00',
      '1 asset has no value',
    ])
      await attention.getByText(text, { exact: true }).waitFor()
    const readers = section(page, 'Who can see what').getByRole('listitem')
    await expect
      .poll(() => readers.allInnerTexts())
      .toEqual([
        expect.stringMatching(
          /^Hale Estates \(Yearly report\)\s+All assets, including those added later\s+Basic information and Valuation\s+Last read: Never\s+Until /,
        ),
      ])
    await expectGoodLooks(page, 'overview', LOOKS.all)
    await page.emulateMedia({ forcedColors: 'active' })
    await expectGoodLooks(page, 'overview-forced')
    await page.emulateMedia({ forcedColors: 'none' })
    await attention.getByRole('link', { name: 'Show them first in the list' }).click()
    await expect.poll(() => firstTitle(page)).toContain('Ring without a value')
    await page.getByLabel('Insurance').selectOption('Insured below the value')
    await page.getByText('1 found').waitFor()
    await expect.poll(() => firstTitle(page)).toContain('Seascape')
    await page.goBack()
    await section(page, 'By category').getByRole('link', { name: 'Art' }).click()
    await expect.poll(() => firstTitle(page)).toContain('Seascape')
  })

  test('a firm is stopped on the spot, key by key', async () => {
    const { keyId } = await prisma.grant.findFirstOrThrow({ where: { id: grantId } })
    const { firmId } = await prisma.apiKey.findUniqueOrThrow({ where: { id: keyId } })
    await grantWith(database, (await anotherKey(gateway, firmId)).id, clientId)
    const page = await open()
    const readers = section(page, 'Who can see what')
    const stop = async (name: RegExp, staysReadable: boolean) => {
      await readers.getByRole('button', { name }).click()
      const dialog = page.getByRole('dialog', { name })
      const others = dialog.getByText('With other keys the firm can still read')
      await expect.poll(() => others.isVisible()).toBe(staysReadable)
      await dialog.getByRole('button', { name: 'Stop' }).click()
    }
    await stop(/^Stop the access of Hale Estates with the key Yearly report$/, true)
    await page.getByText('The key Yearly report of Hale Estates can no longer read').waitFor()
    const { revokedAt } = await prisma.grant.findFirstOrThrow({ where: { id: grantId } })
    expect(revokedAt).toBeInstanceOf(Date)
    await stop(/Hale Estates with the key (?!Yearly)/, false)
    await readers.getByText('No firm can see your portfolio.').waitFor()
  })

  test('on paper, in light and dark, are the page and the statement alone', async () => {
    const page = await open()
    await section(page, 'Value').getByText('US$8,300.00').first().waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ media: 'print', colorScheme })
      for (const gone of ['banner', 'navigation', 'button'] as const)
        expect(await page.getByRole(gone).count(), gone).toBe(0)
      await page.getByRole('heading', { name: 'Who can see what' }).waitFor()
    }
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
    await page.goto('/portfolio/statement/2024')
    const sheet = page.getByRole('article')
    const rows = sheet.getByRole('table').first().getByRole('row')
    await expect
      .poll(() => rows.allInnerTexts())
      .toEqual([
        expect.stringMatching(/Category\s+31 Dec 2023\s+31 Dec 2024\s+Change in the year/),
        expect.stringMatching(/Art 1 asset\s+US\$7,000.25\s+US\$7,000.25\s+\+US\$0.00/),
        expect.stringMatching(/Antiques 1 asset\s+US\$1,000.10\s+US\$2,000.00\s+\+US\$999.90/),
        expect.stringMatching(/Total 2 assets\s+US\$8,000.35\s+US\$9,000.25\s+\+US\$999.90/),
      ])
    await sheet.getByText('No firm had access in this year.').waitFor()
    await expectGoodLooks(page, 'statement', LOOKS.all)
    const year = String(new Date().getUTCFullYear())
    await page.goto(`/portfolio/statement/${year}`)
    await sheet.getByRole('row', { name: 'Hale Estates (Yearly report)' }).first().waitFor()
    await sheet.getByRole('columnheader', { name: 'Can see now, or could' }).waitFor()
    await sheet.getByRole('link', { name: 'Connected Apps' }).waitFor()
    await page.emulateMedia({ media: 'print' })
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)
    await page.emulateMedia({ media: 'screen' })
    await page.goto('/portfolio/statement/2999')
    await heading(page, 'Not found')
  })

  const firstTitle = (page: Page) =>
    page.getByRole('table', { name: 'Assets' }).getByRole('rowheader').first().innerText()

  /** The rows of the table of values, newest first. */
  const valuesOf = async (value: Locator) => {
    const rows = value.getByRole('table', { name: 'Value of your assets' }).getByRole('row')
    const texts = await rows.allInnerTexts()
    return texts.slice(1).map((row) => row.trim().replaceAll(/\s*\t\s*/g, ': '))
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
      expect(newest).toContain(TODAY.format())
    }
    expect(texts[0]).toEqual(texts[1])
  })
})

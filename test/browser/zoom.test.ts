import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { type Credentials, describeInBrowser, testPortal } from '../support/chromium.ts'
import { expectCheckedDrawn, expectGoodLooks, LOOKS } from '../support/looks.ts'
import { askingFirm, clientWhoSignsIn } from './client.fixtures.ts'
import { memberWithPassword } from './firm-people.ts'
import { enterAt, expectFocus } from './keyboard.ts'

const PHONE = { width: 390, height: 844 }
// The size that is left of 1280 × 1024 at 400 %.
const ZOOMED = { width: 320, height: 256 }

describeInBrowser('phones, zoom and forced colours', () => {
  const { gateway, browser } = testPortal()
  let client: Credentials
  let link = ''

  beforeAll(async () => {
    client = await clientWhoSignsIn(gateway)
    link = await (await askingFirm(gateway)).ask(['valuation', 'detail'])
  })

  test('a closed menu has no links to tab to', async () => {
    const page = await browser.open('/account/profile', { as: client, viewport: PHONE })
    for (let stops = 0; stops < 12; stops++) {
      await page.keyboard.press('Tab')
      expect(await page.locator('nav :focus').count()).toBe(0)
    }
  })

  test('Escape closes the menu and returns to its button', async () => {
    const page = await browser.open('/account/profile', { as: client, viewport: PHONE })
    const open = page.getByRole('button', { name: 'Open the menu' })
    await open.press('Enter')
    await expectGoodLooks(page, 'menu')
    await page.getByRole('link', { name: 'Connected Apps' }).focus()
    await page.keyboard.press('Escape')
    await open.and(page.locator(':focus')).waitFor()
    await page.getByRole('link', { name: 'Connected Apps' }).waitFor({ state: 'hidden' })
  })

  test('nothing covers a page at 400 %', async () => {
    const page = await browser.open(link, { as: client, viewport: ZOOMED })
    await page.getByRole('radio', { name: 'All assets' }).check()
    await page.getByText(/^They see the /).waitFor()
    for (const position of [0, 700, 1_400]) {
      await page.evaluate(`scrollTo(0, ${position})`)
      expect([position, await coveredOf(page)]).toEqual([position, position === 0 ? 60 : 0])
    }
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(ZOOMED.width)
    await page.getByRole('button', { name: 'Approve' }).scrollIntoViewIfNeeded()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('heading', { level: 1, name: 'Connected', exact: true }).waitFor()
  })

  test('text inputs are 16 px, so that phones do not zoom in', async () => {
    const SIZES = `[...document.querySelectorAll('input, textarea, select')]
      .filter((input) => !['checkbox', 'radio'].includes(input.type))
      .map((input) => getComputedStyle(input).fontSize)`
    const page = await browser.open('/sign-in', { viewport: PHONE })
    expect(new Set(await page.evaluate<string[]>(SIZES))).toEqual(new Set(['16px']))
    const tokens = await browser.open('/account/tokens', { as: client, viewport: PHONE })
    await tokens.getByRole('button', { name: 'New token' }).click()
    await tokens.getByLabel('Expires after').waitFor()
    expect(new Set(await tokens.evaluate<string[]>(SIZES))).toEqual(new Set(['16px']))
  })

  test('with forced colours and the keyboard a member is invited, and the chosen role is seen', async () => {
    const admin = await memberWithPassword(gateway)
    const options = { as: admin, forcedColors: 'active' } as const
    const page = await browser.open(`/firms/${admin.firmId}/members`, options)
    await enterAt(page, 'button', 'Invite a member')
    await page.getByRole('dialog').getByLabel('Email').waitFor()
    await expectCheckedDrawn(page, '[role=dialog]')
    await page.getByRole('radio', { name: 'Member' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('radio', { name: 'Developer', checked: true }).waitFor()
    await expectCheckedDrawn(page, '[role=dialog]')
    // The ring of the focus and the edge of the dialog are drawn in the colour of texts.
    const [text, ...drawn] = await page.evaluate<string[]>(`[
      getComputedStyle(document.body).color,
      getComputedStyle(document.activeElement).outlineColor,
      getComputedStyle(document.querySelector('[role=dialog]')).borderTopColor,
    ]`)
    expect(drawn).toEqual([text, text])
    await expectGoodLooks(page, 'forced-invite', LOOKS.all)
    await page.keyboard.press('Escape')
    await expectFocus(page, 'button', 'Invite a member')
  })
})

function coveredOf(page: Page): Promise<number> {
  return page.evaluate<number>(`[...document.querySelectorAll('body *')]
    .filter((part) => {
      const { position, visibility } = getComputedStyle(part)
      return ['fixed', 'sticky', 'absolute'].includes(position) && visibility === 'visible'
    })
    .map((part) => part.getBoundingClientRect())
    .filter(({ width, top, bottom }) => width > 300 && bottom > 0 && top < innerHeight)
    .reduce((sum, { top, bottom }) => sum + Math.min(bottom, innerHeight) - Math.max(0, top), 0)`)
}

import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { describeInBrowser, testPortal } from '../support/chromium.ts'
import { expectGoodLooks } from '../support/looks.ts'
import {
  type AskingFirm,
  askingFirm,
  clientWhoSignsIn,
  heading,
  PURPOSE,
  preview,
  type SignedUp,
  signInOn,
  unfold,
} from './client.fixtures.ts'

const OF_WATCHES =
  'the basic information, valuation and estate of all your watches, also of those you'

describeInBrowser('a client who opens a connection link', () => {
  const { gateway, browser, database } = testPortal()
  let client: SignedUp
  let firm: AskingFirm
  let total: number

  beforeAll(async () => {
    client = await clientWhoSignsIn(gateway)
    firm = await askingFirm(gateway)
    total = await database.prisma.asset.count({ where: { clientId: client.id } })
  })

  const grants = () => database.prisma.grant.count({ where: { clientId: client.id } })

  test.each([
    { width: 1280, height: 720 },
    { width: 390, height: 844 },
  ])('sees on one screen who asks for what, until when, and the answers: $width × $height', async (viewport) => {
    const link = await firm.ask(['valuation', 'estate'])
    const page = await browser.open(link, { as: client, viewport })
    const terms = ['Basic information, Valuation and Estate', /One year \(until \d+ \w+ \d{4}\)$/]
    const shown = [
      ...['Approve', 'Decline'].map((name) => page.getByRole('button', { name, exact: true })),
      ...['All assets', 'One collection'].map((name) => page.getByRole('radio', { name })),
      ...[/^Nobody has checked that this is/, PURPOSE].map((text) => page.getByText(text).first()),
      ...terms.map((hasText) => page.locator('summary', { hasText })),
    ]
    for (const each of shown) expect(await each.evaluate(IN_SIGHT), String(each)).toBe(true)
    expect(await page.getByRole('checkbox').count()).toBe(0)
    await page.getByRole('radio', { name: 'Some categories' }).check()
    await page.getByRole('checkbox', { name: 'Watches' }).check()
    await page.getByText(OF_WATCHES).waitFor()
    for (const each of shown.slice(0, 2)) expect(await each.evaluate(IN_SIGHT)).toBe(true)
  })

  test('unfolds the rest, and sees what the choice would show', async () => {
    const page = await browser.open(await firm.ask(['valuation', 'estate']), { as: client })
    await unfold(page, 'More about this request')
    await page.getByText('Yearly report', { exact: true }).waitFor()
    expect(await page.getByText(/Production|sk_live/).count()).toBe(0)
    await unfold(page, 'What they can see')
    const scopes = page.getByRole('group', { name: 'What they can see' })
    await expect.poll(() => scopes.getByRole('checkbox').count()).toBe(3)
    await scopes.getByRole('checkbox', { name: /^Basic information/, disabled: true }).waitFor()
    await scopes.getByText(`${total} of ${total} assets`, { exact: true }).first().waitFor()
    const example = preview(page)
    await example.getByText('Market value').waitFor()
    await example.getByText('Heirs').waitFor()
    await expect.poll(() => example.getByText('Seller').count()).toBe(0)
    const chosen = page.getByRole('radiogroup', { name: 'Which assets' }).getByRole('radio')
    const checked = (await chosen.all()).map((each) => each.isChecked())
    expect(await Promise.all(checked)).toEqual([false, false, false, false])
    await expectGoodLooks(page, 'connect')
    await page.getByRole('checkbox', { name: 'Estate' }).uncheck()
    await example.getByText('Heirs').waitFor({ state: 'detached' })
    await expect.poll(() => example.getByText(/^\$[\d,]+\.\d\d$|^US\$/).count()).toBeGreaterThan(0)
  })

  test('chooses nothing by default', async () => {
    const page = await browser.open(await firm.ask(['valuation']), { as: client })
    await page.getByRole('button', { name: 'Approve' }).click()
    const missing = page.getByRole('alert').getByText('Choose which assets.')
    await missing.and(page.locator(':focus')).waitFor()
    await page.getByRole('radio', { name: 'Some categories' }).check()
    await page.getByRole('alert').getByText('Choose at least one category.').waitFor()
    await unfold(page, 'For how long')
    await page.getByRole('radio', { name: 'On a date I choose' }).check()
    await page.getByRole('alert').getByText('Choose a date in the future.').waitFor()
    await expectGoodLooks(page, 'connect-missing')
    expect(await grants()).toBe(0)
  })

  test('approves by keyboard only, with a visible focus', async () => {
    const { ask, keyId } = await askingFirm(gateway)
    const page = await browser.open(await ask(['valuation', 'detail']), { as: client })
    await preview(page).getByText('Market value').waitFor()
    await pressAt(page, 'What they can see', 'Enter')
    await pressAt(page, 'Details', 'Space')
    await tabTo(page, 'All assets')
    for (const _ of ['Some categories', 'Some assets']) await page.keyboard.press('ArrowDown')
    await tabTo(page, 'Search your assets')
    await page.keyboard.type('serpentine')
    const found = page.getByRole('group', { name: 'Assets' }).getByRole('checkbox')
    await found.nth(1).waitFor({ state: 'detached' })
    await pressAt(page, 'Serpentine commode', 'Space')
    await pressAt(page, 'For how long', 'Enter')
    await pressAt(page, 'One year', 'ArrowUp')
    await page.getByText(/^They see the .* of 1 asset that you chose, and of none/).waitFor()
    // Enter in the search does not approve.
    await page.getByLabel('Search your assets').press('Enter')
    await expectGoodLooks(page, 'connect-items')
    await pressAt(page, 'Approve', 'Enter')
    await heading(page, 'Connected')
    await expectGoodLooks(page, 'connect-connected')
    const grant = await database.prisma.grant.findFirstOrThrow({ where: { keyId } })
    expect(grant).toMatchObject({ scopes: ['registry', 'valuation'], filterType: 'items' })
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Connected')
  })

  test('with another account can sign in with their own and return', async () => {
    const path = await firm.ask(['valuation'])
    const page = await browser.open(path, { as: firm.admin })
    await page.getByRole('button', { name: 'Sign in with another account' }).click()
    await signInOn(page, client)
    await heading(page, 'Connection request')
    expect(new URL(page.url()).pathname).toBe(path)
  })
})

// Whether the middle of an element lies in the window, and nothing over it.
const IN_SIGHT = (element: Element) => {
  const { left, top, bottom, width, height } = element.getBoundingClientRect()
  const over = document.elementFromPoint(left + width / 2, top + height / 2)
  const isOver = over !== null && (element.contains(over) || over.contains(element))
  return top >= 0 && bottom <= innerHeight && isOver
}

const MAX_TABS = 70

/** Goes on with Tab until what is called that has the focus. Each stop on the way is in sight, and shows it. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let tabs = 0; tabs < MAX_TABS; tabs++) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate<{ name: string; hidden: boolean; plain: boolean }>(FOCUSED)
    expect(stop).toEqual({ name: stop.name, hidden: false, plain: false })
    if (stop.name.startsWith(name)) return
  }
  throw new Error(`Tab does not reach ${name}`)
}

async function pressAt(page: Page, name: string, key: string): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press(key)
}

// The element that has the focus, whether something lies over it, and whether it looks as without the focus.
const FOCUSED = `(async () => {
  const element = document.activeElement
  const { left, top, width, height } = element.getBoundingClientRect()
  const over = document.elementFromPoint(left + width / 2, top + height / 2)
  const label = element.labels?.[0]
  const hidden = !over || !(element.contains(over) || over.contains(element) || label?.contains(over))
  const look = () => {
    const { outlineStyle, outlineColor, borderColor, boxShadow } = getComputedStyle(element)
    return JSON.stringify([outlineStyle, outlineColor, borderColor, boxShadow])
  }
  // A border comes to its colour in a moment.
  const settled = () => Promise.all(element.getAnimations().map(({ finished }) => finished))
  await settled()
  const focused = look()
  element.blur()
  await settled()
  const plain = focused === look()
  element.focus({ preventScroll: true })
  return { name: (label ?? element).textContent.trim(), hidden, plain }
})()`

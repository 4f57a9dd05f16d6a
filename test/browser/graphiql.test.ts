import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { SCOPES } from '../../src/access/scopes.ts'
import { EXAMPLES, OPENED } from '../../src/portal/explore/examples.ts'
import { keyOf } from '../modules/fixtures.ts'
import { describeInBrowser, testPortal } from '../support/chromium.ts'
import { expectAccessible } from '../support/looks.ts'
import { memberWithPassword } from './firm-people.ts'
import { enterAt } from './keyboard.ts'

const BAR = '.bar'
const RULES = ['color-contrast', 'label', 'select-name', 'button-name', 'target-size']

describeInBrowser('GraphiQL', () => {
  const { gateway, browser } = testPortal()

  const open = async () => {
    const admin = await memberWithPassword(gateway)
    const page = await browser.open('/graphql', { as: admin })
    await said(page, 'You ask as Nora Field, with your session.')
    return { admin, page }
  }
  const said = (page: Page, text: string) =>
    page.getByRole('status').getByText(text).first().waitFor()
  const run = async (page: Page, result: string) => {
    await page.getByRole('button', { name: /^Execute query/ }).click()
    await page.locator('.result-window').getByText(result).first().waitFor()
  }
  const stored = (page: Page) =>
    page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href])',
    )
  // GraphiQL takes over what was typed 100 ms after the last key: a tab that closes before loses it.
  // It stores its tabs half a second after a change.
  const write = async (page: Page, text: string, kept: string) => {
    await page.locator('.graphiql-query-editor .view-line').first().click()
    await page.keyboard.press('Control+A')
    await page.keyboard.type(text)
    await expect.poll(() => stored(page)).toContain(kept)
  }
  const chooseKey = async (page: Page, secret: string) => {
    await page.getByLabel('Ask as').selectOption('an API key')
    await page.getByLabel('Secret').fill(secret)
    await page.keyboard.press('Enter')
  }

  test('shows query and response one below the other on a phone', async () => {
    const { page } = await open()
    await page.setViewportSize({ width: 390, height: 844 })
    await run(page, '"Nora Field"')
    const boxes = ['.graphiql-editors', '.graphiql-response'].map((each) => page.locator(each))
    const [query, response] = await Promise.all(boxes.map((box) => box.boundingBox()))
    expect(response?.width).toBeGreaterThan(280)
    expect(response?.y).toBeGreaterThanOrEqual((query?.y ?? 0) + (query?.height ?? 0))
  })

  test('says at first that it loads, and takes what is typed meanwhile to a tab of its own', async () => {
    const admin = await memberWithPassword(gateway)
    const page = await browser.open('/healthz', { as: admin })
    let release = () => {}
    const held = new Promise<void>((done) => {
      release = done
    })
    await page.route('**/graphiql-program-*.js', (route) => held.then(() => route.continue()))
    await page.goto('/graphql', { waitUntil: 'commit' })
    await page.getByText('Loading GraphiQL…').waitFor()
    const field = page.getByRole('textbox', { name: 'Query' })
    await field.fill('# kind\n{ viewer { kind }')
    await expectAccessible(page)
    release()
    await said(page, 'You ask as Nora Field')
    await page.getByRole('tab').nth(OPENED).waitFor()
    await page.keyboard.type(' }')
    await run(page, '"user"')
  })

  test('asks as the key whose secret was pasted, and keeps it nowhere', async () => {
    const { admin, page } = await open()
    const key = { firmId: admin.firmId, name: 'Trial', environment: 'sandbox' } as const
    const { secret } = await keyOf(gateway.database.prisma, { ...key, scopes: SCOPES })
    await chooseKey(page, secret)
    await said(page, 'You ask as the sandbox key “Trial” of Hale Estates. It reads clientId "user_')
    const credentials = page.waitForRequest(
      (request) => request.url().endsWith('/graphql') && request.method() === 'POST',
    )
    await run(page, '"Trial"')
    const headers = await (await credentials).allHeaders()
    expect(headers).toMatchObject({ authorization: `Bearer ${secret}` })
    expect(headers).not.toHaveProperty('cookie')
    expect(await stored(page)).not.toContain(secret.slice(0, 20))
    expect(await page.getByLabel('Secret').inputValue()).toBe('')
    await page.getByLabel('Ask as').selectOption('your session')
    await said(page, 'You ask as Nora Field, with your session.')
    await run(page, '"Nora Field"')
    await chooseKey(page, secret)
    await page.reload()
    await said(page, 'You ask as Nora Field, with your session.')
  })

  test('says that a key is not accepted, and asks with the session again', async () => {
    const { page } = await open()
    await chooseKey(page, 'sk_test_wrong')
    await said(page, 'The key was not accepted (invalid_api_key). Your session asks.')
    expect(await page.getByLabel('Ask as').inputValue()).toBe('session')
  })

  test('stores no secret that was typed into a tab', async () => {
    const { page } = await open()
    await page.getByRole('button', { name: 'Open in a new tab' }).click()
    await write(page, '# sk_live_AbCd1234_56789', '(secret removed)')
    expect(await page.evaluate('JSON.stringify({ ...localStorage })')).not.toContain('AbCd1234')
  })

  test('offers the examples on every visit and by keyboard, and keeps what was written until the session ends', async () => {
    const { page } = await open()
    for (const { name } of EXAMPLES)
      await page.getByRole('option', { name }).waitFor({ state: 'attached' })
    await write(page, '# mine', '# mine')
    await page.getByRole('tab', { name: 'Portfolios' }).hover()
    await page.getByLabel('Close Tab').nth(1).click()
    await expect.poll(() => stored(page)).toContain('# mine')
    await page.reload()
    await said(page, 'You ask as Nora Field')
    await page.getByLabel('Example').selectOption('Plants')
    await enterAt(page, 'button', 'Open in a new tab')
    await run(page, '"plants"')
    await expect.poll(() => stored(page)).toContain('# mine')
    await page.context().clearCookies()
    await page.goto('/sign-in')
    await expect.poll(() => stored(page)).not.toMatch(/mine|plants/)
  })

  test.each(['light', 'dark'] as const)('has a bar that is accessible: %s', async (colorScheme) => {
    const { page } = await open()
    await page.emulateMedia({ colorScheme })
    await page.reload()
    await said(page, 'You ask as Nora Field')
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await expectAccessible(page, RULES, BAR)
    }
    await page.emulateMedia({ forcedColors: 'active' })
    await expectAccessible(page, RULES, BAR)
    for (const control of ['Ask as', 'Example']) {
      await page.getByLabel(control).focus()
      await page.keyboard.press('Shift')
      const drawn = await page.evaluate<string[]>(
        '(({ outlineStyle, borderStyle }) => [outlineStyle, borderStyle])(getComputedStyle(document.activeElement))',
      )
      expect(drawn).not.toContain('none')
    }
    await page.emulateMedia({ forcedColors: 'none' })
  })
})

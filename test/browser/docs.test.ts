import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeInBrowser, testPortal } from '../support/chromium.ts'
import { expectAccessible, expectGoodLooks } from '../support/looks.ts'
import { keyWith } from '../support/portfolio.ts'
import { memberWithPassword } from './firm-people.ts'

describeInBrowser('the documentation', () => {
  const { gateway, browser } = testPortal()

  test('no link and no anchor is dead, nothing comes from elsewhere, and axe finds nothing', async () => {
    const page = await browser.open('/docs')
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).origin))
    const origin = new URL(page.url()).origin
    const visited = new Map<string, readonly string[]>()
    const wanted: string[] = []
    const open = ['/docs']
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      await page.goto(path)
      const { ids, links } = await page.evaluate<Contents>(CONTENTS)
      visited.set(path, ids)
      await expectAccessible(page)
      const own = links.filter((link) => link.startsWith(`${origin}/`))
      wanted.push(...own.map((link) => link.slice(origin.length)))
      for (const link of own) {
        const next = new URL(link).pathname
        const isPage = /^\/docs(?:\/|$)/.test(next) && !/\.\w+$/.test(next)
        if (isPage && !visited.has(next) && !open.includes(next)) open.push(next)
      }
    }
    expect(visited.size).toBeGreaterThan(30)
    expect(new Set(requests)).toEqual(new Set([origin]))
    await expectAlive(visited, [...new Set(wanted)])
  })

  /** Each address has a page that was visited, with the anchor, or is served. */
  async function expectAlive(
    visited: ReadonlyMap<string, readonly string[]>,
    links: readonly string[],
  ) {
    const dead = links.filter((link) => {
      const [path = '', anchor] = link.split('#')
      const ids = visited.get(path)
      return ids && anchor !== undefined && !ids.includes(decodeURIComponent(anchor))
    })
    expect(dead).toEqual([])
    const others = links.filter((link) => !visited.has(link.split('#')[0] ?? ''))
    for (const link of others) {
      const { status } = await gateway.request(link, { headers: { Accept: 'text/html' } })
      expect([link, status]).toEqual([link, 200])
    }
    expect(others).toContain('/openapi.json')
    expect(others).toContain('/docs/guide/samples/sync.py')
  }

  test('is searched by keyboard alone: headings, members, codes', async () => {
    const page = await browser.open('/docs')
    await page.keyboard.press('/')
    await page.keyboard.type('grant_rev')
    await page.getByRole('option', { name: 'grant_revoked' }).first().waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/docs/errors#grant_revoked')
    await page.keyboard.press('/')
    await page.keyboard.type('completeness_score')
    await page.getByRole('option', { name: 'completeness_score' }).first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    expect(await page.locator('#found-1').getAttribute('aria-selected')).toBe('true')
    expect(await page.locator('#search').getAttribute('aria-activedescendant')).toBe('found-1')
    await page.keyboard.press('Escape')
    expect(await page.getByRole('listbox').isVisible()).toBe(false)
    await page.keyboard.press('/')
    await page.keyboard.type('zzzz')
    await page.getByText('Nothing found').waitFor()
  })

  test('copies samples with its own address in the chosen language, and has a scheme as the portal', async () => {
    const page = await browser.open('/docs/api/getMe')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('radio', { name: 'Python' }).check()
    await page.locator('.py .copy').click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(copied).toContain('urllib.request.Request(')
    const own = `${new URL(page.url()).origin}/api/v1/me`
    const samples = await page.locator('.sample').allTextContents()
    expect(samples).toEqual(Array.from({ length: 3 }, () => expect.stringContaining(own)))
    const choice = page.getByLabel('Appearance')
    await choice.selectOption('Dark')
    await expectScheme(page, 'dark')
    await page.goto('/docs/api/listAssets')
    expect(await page.getByRole('radio', { name: 'Python' }).isChecked()).toBe(true)
    await expectScheme(page, 'dark')
    await page.goto('/sign-in')
    await expectScheme(page, 'dark')
    await page.goto('/docs')
    await choice.selectOption('System')
    await expectScheme(page, 'light')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectScheme(page, 'dark')
  })

  test('has the sample and the list of sections in sight beside the text, and one column on a phone', async () => {
    const page = await browser.open('/docs/api/listAssets')
    const rail = page.getByRole('navigation', { name: 'On this page' })
    await rail.getByRole('link', { name: 'Errors' }).click()
    await rail.locator('[aria-current="location"]', { hasText: 'Errors' }).waitFor()
    const boxOf = async (of: string) => (await page.locator(of).boundingBox()) ?? { x: 0, y: 0 }
    const { x, y } = await boxOf('.curl')
    expect([x > 700, y > 0, y < 300]).toEqual([true, true, true])
    await expectGoodLooks(page, 'docs-operation')
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
    expect((await boxOf('.curl')).y).toBeLessThan((await boxOf('#parameters')).y)
    await page.getByText('On this page').first().click()
    expect(await rail.isVisible()).toBe(false)
  })

  test('is whole without a script', async () => {
    const page = await browser.open('/docs/api/listAssets', { javaScriptEnabled: false })
    await page.getByRole('heading', { level: 1, name: 'List assets' }).waitFor()
    expect(await page.getByRole('search').isVisible()).toBe(false)
    expect(await page.locator('.run').isVisible()).toBe(false)
    await page.getByRole('radio', { name: 'TypeScript' }).check()
    await page.locator('.ts').getByText('await fetch').first().waitFor()
    await page.getByRole('link', { name: 'Errors and retries' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Errors and retries' }).waitFor()
  })

  test('runs a request with a sandbox key, without a session, and sends no other secret', async () => {
    const { secret } = await keyWith(gateway.database, { environment: 'sandbox' })
    const page = await browser.open('/docs/api/getAsset')
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url()))
    const field = page.getByLabel('Secret of a sandbox key')
    await field.fill((await keyWith(gateway.database)).secret)
    await field.press('Enter')
    await page.getByText('This is the secret of a production key').waitFor()
    await field.fill('hello')
    await field.press('Enter')
    await page.getByText('Enter the secret of a sandbox key').waitFor()
    expect(sent).toEqual([])
    await field.fill(secret)
    await page.getByRole('button', { name: 'Send' }).press('Enter')
    await page.getByText(/Answered with status 200/).waitFor()
    const answer = page.locator('.run-answer')
    expect(await answer.getByRole('group', { name: 'Body' }).textContent()).toContain('(sandbox)')
    expect(await answer.textContent()).toContain('x-ratelimit-limit: 100')
    await expectAccessible(page)
    await page.getByLabel('client_id').fill('user_of_nobody')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('link', { name: /What no_active_grant means/ }).waitFor()
    const kept = 'JSON.stringify([localStorage, location.href, document.cookie])'
    expect(await page.evaluate(kept)).not.toContain('sk_test_')
  })

  test('creates a sandbox key for a signed-in admin, which ends after a day and is kept for the tab', async () => {
    const { apiKey, session } = gateway.database.prisma
    const admin = await memberWithPassword(gateway)
    const page = await browser.open('/docs/api/getAsset', { as: admin })
    const create = page.getByRole('button', { name: 'Create a key' })
    await create.press('Enter')
    await page.getByText(/Created a sandbox key of .+ It ends after a day/).waitFor()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText(/Answered with status 200/).waitFor()
    const keys = await apiKey.findMany({ where: { firmId: admin.firmId } })
    expect(keys).toMatchObject([{ name: 'Documentation', environment: 'sandbox' }])
    expect(Number(keys[0]?.expiresAt) - Date.now()).toBeLessThan(86_400_000)
    await page.goto('/docs/api/getMe')
    const field = page.getByLabel('Secret of a sandbox key')
    expect(await field.inputValue()).toMatch(/^sk_test_/)
    await field.fill('')
    await session.updateMany({ where: { userId: admin.id }, data: { checkedAt: new Date(0) } })
    await create.click()
    await page.getByText('A new key needs your password').waitFor()
    const help = page.getByRole('link', { name: 'Open the portal' })
    expect(await help.getAttribute('href')).toBe(`/firms/${admin.firmId}/service-api`)
    await page.context().clearCookies()
    await create.click()
    await page.getByText('Sign in as an admin or developer').waitFor()
    await page.reload()
    expect(await field.inputValue()).toBe('')
    expect(await apiKey.count({ where: { firmId: admin.firmId } })).toBe(1)
  })
})

type Contents = Record<'ids' | 'links', string[]>
const CONTENTS = `({
  ids: [...document.querySelectorAll('[id]')].map((each) => each.id),
  links: [...document.querySelectorAll('a[href]')].map((each) => each.href),
})`

async function expectScheme(page: Page, scheme: string): Promise<void> {
  const painted = 'getComputedStyle(document.documentElement).colorScheme'
  await expect.poll(() => page.evaluate(painted)).toBe(scheme)
}

import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { describeInBrowser, testPortal } from '../support/chromium.ts'
import { expectGoodLooks } from '../support/looks.ts'
import { everyPage, PAGES } from './every-page.ts'

// GraphiQL is in English.
const pages = Object.keys(PAGES).filter((path) => path !== '/explore')
const LANGUAGES = [
  { language: 'de', locale: 'de-DE', direction: 'ltr' },
  { language: 'ar', locale: 'ar-EG', direction: 'rtl' },
] as const

const catalogueOf = (name: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(`src/portal/i18n/${name}.json`, 'utf8'))

describeInBrowser('in another language', () => {
  const { gateway, browser } = testPortal()
  let find: Awaited<ReturnType<typeof everyPage>>
  beforeAll(async () => {
    find = await everyPage(gateway)
  })

  describe.each(LANGUAGES)('$language', ({ language, locale, direction }) => {
    const texts = { ...catalogueOf(language), ...catalogueOf(`${language}-firm`) }
    const translated = new Set(Object.values(texts))
    const isEnglish = (text: string) => text in texts && !translated.has(text)

    test.each(pages)('%s has no text in English', async (path) => {
      const { address, ...who } = find(path)
      const page = await browser.open(address, { ...who, locale })
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
      const root = page.locator(`html[lang=${language}][dir=${direction}]`)
      expect(await root.count()).toBe(1)
      const english = (await wordsOf(page)).filter((text) => isEnglish(text))
      expect(english).toEqual([])
      await expectGoodLooks(page, `${language}${path.replaceAll(/\W+/g, '-')}`)
    })
  })

  test('a person chooses it, and each later page is in it', async () => {
    const { address, ...who } = find('/account/profile')
    const page = await browser.open(address, who)
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click()
    await page.getByRole('heading', { level: 1, name: 'Profil' }).waitFor()
    await page.goto(find('/portfolio').address)
    await page.getByRole('heading', { level: 1, name: 'Portfolio' }).waitFor()
    await page.getByText('Wer was sehen kann').waitFor()
  })

  test('dates and amounts keep their order from right to left, on a chart too', async () => {
    const { address, ...who } = find('/portfolio')
    const page = await browser.open(address, { ...who, locale: 'ar-EG' })
    const labels = page.locator('svg[role=img] text')
    await labels.first().waitFor()
    const texts = await labels.allTextContents()
    expect(texts.length).toBeGreaterThan(5)
    // The isolates of Unicode, from right to left and from left to right.
    for (const text of texts) expect(text).toMatch(/^[\u2066\u2067].*\u2069$/)
  })

  test('a page whose translations cannot be loaded is in English as a whole', async () => {
    const page = await browser.open('/healthz', { locale: 'de-DE' })
    browser.allow(/Failed to load resource|Failed to fetch dynamically imported module/)
    await page.route('**/assets/catalogue-de-*', (route) => route.abort())
    await page.goto('/sign-in')
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    expect(await page.locator('html[lang=en][dir=ltr]').count()).toBe(1)
  })

  test('a page of a firm whose own translations cannot be loaded says so, and is never of two languages', async () => {
    const { address, ...who } = find('/firms/:firmId')
    const page = await browser.open('/account/profile', { ...who, locale: 'de-DE' })
    browser.allow(/Failed to load resource|Failed to fetch dynamically imported module/)
    await page.route('**/assets/catalogue-de-firm-*', (route) => route.abort(), { times: 2 })
    await page.goto(address)
    await page
      .getByRole('heading', { level: 1, name: 'Diese Seite konnte nicht geladen werden' })
      .waitFor()
    await page.unroute('**/assets/catalogue-de-firm-*')
    await page.getByRole('button', { name: 'Neu laden' }).click()
    await page.getByText('Anfragen').first().waitFor()
  })
})

/** The readable parts of the page: its texts, labels and hints. A text that is marked as English is a quotation. */
function wordsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const read: (string | null)[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode
      if (!parentElement?.closest('[lang=en], script, style, noscript')) read.push(textContent)
    }
    for (const element of document.body.querySelectorAll('*'))
      for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
        if (!element.closest('[lang=en]')) read.push(element.getAttribute(name))
    return read.flatMap((text) => text?.trim() || [])
  })
}

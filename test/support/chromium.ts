import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, vi } from 'vitest'
import type { TestGateway } from './gateway.ts'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** `describe` where there is a Chromium; where there is none, the run has said so at its start. */
export const describeInBrowser = describe.skipIf(inject('chromium') === '')

/** Somebody who can sign in. */
export interface Credentials {
  readonly email: string
  readonly password: string
  /** Of a session that there is; without one, the password begins one. */
  readonly cookie?: string
}

/** A real browser at the gateway's address. */
export interface TestBrowser {
  /** A window of a person's own: no cookie is shared with another. */
  open(path: string, options?: BrowserContextOptions & { as?: Credentials }): Promise<Page>
  /** The rest of this test may see such complaints on the console. */
  allow(complaint: RegExp): void
}

/**
 * Starts a browser before the file's tests. After each test its windows are closed, and the test
 * fails if a page broke its policy, threw, or complained on the console.
 */
export function testBrowser(gateway: TestGateway): TestBrowser {
  // Looking at a page in four ways takes seconds.
  vi.setConfig({ testTimeout: 90_000 })
  const contexts: BrowserContext[] = []
  const complaints: string[] = []
  const allowed: RegExp[] = []
  let browser: Browser | undefined
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: inject('chromium'), args: FLAGS })
  })
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()))
    const patterns = allowed.splice(0)
    const heard = complaints.splice(0)
    expect(heard.filter((text) => !patterns.some((pattern) => pattern.test(text)))).toEqual([])
  })
  afterAll(() => browser?.close())
  return {
    allow: (complaint) => void allowed.push(complaint),
    async open(path, { as, ...options } = {}) {
      if (!browser) throw new Error('the browser has not started')
      const context = await browser.newContext({
        baseURL: gateway.url(),
        locale: 'en-GB',
        reducedMotion: 'reduce',
        ...options,
      })
      contexts.push(context)
      if (as) await signIn(context, gateway.url(), as)
      const page = await context.newPage()
      await listen(page, complaints)
      await page.goto(path)
      return page
    },
  }
}

async function signIn(context: BrowserContext, origin: string, who: Credentials): Promise<void> {
  if (who.cookie !== undefined) {
    const [name = '', value = ''] = who.cookie.split('=')
    return context.addCookies([{ name, value, url: origin }])
  }
  const reply = await context.request.post('/api/auth/sign-in/email', {
    data: { email: who.email, password: who.password },
    headers: { Origin: origin },
  })
  expect(reply.status(), await reply.text()).toBe(200)
}

async function listen(page: Page, complaints: string[]): Promise<void> {
  await page.addInitScript(`addEventListener('securitypolicyviolation', (event) =>
    console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample))`)
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    // A refusal is an answer; the page shows it, and its test looks for that.
    const refused = message.text().startsWith('Failed to load resource: the server responded')
    if (message.type() === 'error' && !refused) complaints.push(message.text())
  })
}

interface Violation {
  readonly id: string
  readonly help: string
  readonly nodes: readonly { readonly html: string }[]
}

/** Fails with what axe finds on the page and still finds when colours under way have arrived. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(AXE)
  await expect.poll(() => violations(page)).toEqual([])
}

async function violations(page: Page) {
  const found = await page.evaluate<Violation[]>(
    `axe.run({ exclude: ['iframe'] }, { resultTypes: ['violations'] }).then((found) => found.violations)`,
  )
  return found.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map(({ html }) => html) }))
}

// What moves has arrived; what never does, such as a skeleton's shimmer, is not waited for.
const SETTLED = `new Promise(requestAnimationFrame).then(() => Promise.race([
  Promise.allSettled(document.getAnimations().map((animation) => animation.finished)),
  new Promise((done) => setTimeout(done, 500)),
]))`

const LOOKS = [
  { width: 1280, height: 900, colorScheme: 'light' },
  { width: 1280, height: 900, colorScheme: 'dark' },
  { width: 390, height: 844, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
] as const

/**
 * Checks the page wide and narrow, light and dark: axe finds nothing, and nothing but a table's own
 * frame scrolls sideways. With SCREENSHOTS set to a folder, leaves a picture of each there. The
 * window is as wide afterwards as before.
 */
export async function expectGoodLooks(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS
  const before = page.viewportSize() ?? LOOKS[0]
  for (const { width, height, colorScheme } of LOOKS) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height })
    await page.evaluate(SETTLED)
    if (folder) {
      mkdirSync(folder, { recursive: true })
      await page.screenshot({
        path: join(folder, `${name}-${width}-${colorScheme}.png`),
        fullPage: (await page.getByRole('dialog').count()) === 0,
      })
    }
    await expect
      .poll(() => page.evaluate<number>('document.documentElement.scrollWidth'), { message: name })
      .toBe(width)
    await expectAccessible(page)
  }
  await page.setViewportSize(before)
}

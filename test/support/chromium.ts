import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject } from 'vitest'
import { type TestGateway, testGateway } from './gateway.ts'
import { words } from './words.ts'

const FLAGS = words(`
  --no-sandbox --disable-gpu --disable-dev-shm-usage --disable-background-networking
  --disable-component-update --disable-sync --no-first-run
`)

const FIRST_SIZE = { width: 1280, height: 720 }

/** `describe` if there is a Chromium; if not, the run has reported it at its start. */
export const describeInBrowser = describe.skipIf(inject('chromium') === '')

/** A user who can sign in. */
export interface Credentials {
  readonly email: string
  readonly password: string
  /** The cookie of an existing session. Without it, the password starts a session. */
  readonly cookie?: string
}

/** A gateway for the tests of a file, its database, and a browser that opens its pages. */
export function testPortal(replaced: Parameters<typeof testGateway>[0] = {}) {
  const gateway = testGateway(replaced)
  const { database } = gateway
  const { prisma } = database
  return { gateway, database, prisma, browser: testBrowser(gateway) }
}

interface TestBrowser {
  /** A window of a person's own: no cookie is shared with another. */
  open(path: string, options?: BrowserContextOptions & { as?: Credentials }): Promise<Page>
  /** The rest of this test may see such complaints on the console. */
  allow(complaint: RegExp): void
}

// One process for all the files of a worker. It ends with the worker.
let launched: Promise<Browser> | undefined

function launch(): Promise<Browser> {
  launched ??= chromium.launch({ executablePath: inject('chromium'), args: FLAGS })
  return launched
}

/**
 * Starts a browser before the file's tests. After each test its windows are closed, and the test
 * fails if a page broke its policy, threw, or complained on the console.
 */
function testBrowser(gateway: TestGateway): TestBrowser {
  const windows = new Windows(gateway.url)
  const complaints: string[] = []
  const allowed: RegExp[] = []
  beforeAll(async () => void (await launch()))
  afterEach(async () => {
    const heard = complaints.splice(0)
    await windows.reset()
    // A page that is left complains of what it was still loading.
    complaints.length = 0
    const patterns = allowed.splice(0)
    expect(heard.filter((text) => !patterns.some((pattern) => pattern.test(text)))).toEqual([])
  })
  afterAll(() => windows.close())
  return {
    allow: (complaint) => void allowed.push(complaint),
    async open(path, { as, ...options } = {}) {
      const page = await windows.take(options, (created) => listen(created, complaints))
      if (as) await signIn(page.context(), gateway.url(), as)
      await page.goto(path)
      await page.evaluate(LOADED).catch(() => {})
      return page
    },
  }
}

type Prepare = (created: Page) => Promise<void>

interface Window {
  readonly page: Page
  /** Undefined for a window with options of its own, which no other test can use. */
  readonly locale: string | undefined
}

/**
 * The windows of a file, each with cookies of its own. One without options but its locale is emptied after a test
 * and used again, since Chromium starts a process for a new one.
 */
class Windows {
  readonly #origin: () => string
  #free: Window[] = []
  readonly #used: Window[] = []

  constructor(origin: () => string) {
    this.#origin = origin
  }

  async take(options: BrowserContextOptions, prepare: Prepare): Promise<Page> {
    const { locale = 'en-GB', ...others } = options
    const isOfOneTest = Object.keys(others).length > 0
    const free = isOfOneTest ? undefined : this.#free.find((window) => window.locale === locale)
    this.#free = this.#free.filter((window) => window !== free)
    const page = free?.page ?? (await this.#create({ locale, ...others }, prepare))
    this.#used.push({ page, locale: isOfOneTest ? undefined : locale })
    return page
  }

  async reset(): Promise<void> {
    await Promise.all(this.#used.splice(0).map((window) => this.#reuse(window)))
  }

  async close(): Promise<void> {
    const windows = [...this.#used.splice(0), ...this.#free.splice(0)]
    await Promise.all(windows.map(({ page }) => page.context().close()))
  }

  async #create(options: BrowserContextOptions, prepare: Prepare) {
    const browser = await launch()
    const settings = { baseURL: this.#origin(), reducedMotion: 'reduce' } as const
    const context = await browser.newContext({ ...settings, ...options })
    const page = await context.newPage()
    await prepare(page)
    return page
  }

  // A navigation that a script of the page has just started can interrupt the one that leaves it.
  async #reuse(window: Window): Promise<void> {
    try {
      if (window.locale === undefined) return await window.page.context().close()
      await this.#empty(window.page)
      this.#free.push(window)
    } catch {
      await window.page.context().close()
    }
  }

  async #empty(page: Page): Promise<void> {
    const context = page.context()
    const others = context.pages().filter((each) => each !== page)
    await Promise.all(others.map((each) => each.close()))
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await Promise.all([context.clearCookies(), context.clearPermissions()])
    // A page without scripts ends a navigation that is still in progress. One that shows a secret asks first.
    page.once('dialog', (dialog) => dialog.accept().catch(() => {}))
    await page.goto('/healthz')
    page.removeAllListeners('dialog')
    await page.evaluate('sessionStorage.clear()')
    const session = await context.newCDPSession(page)
    const all = { origin: this.#origin(), storageTypes: 'all' }
    await session.send('Storage.clearDataForOrigin', all)
    await session.detach()
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await page.setViewportSize(FIRST_SIZE)
    await page.mouse.move(0, 0)
  }
}

// Playwright checks a locator at intervals of up to half a second, and the page itself every 20 ms. A
// page whose data does not come is left to its test, and so is one that leads to another.
const LOADED = `new Promise((done) => {
  const start = performance.now()
  const check = () => {
    const loaded = document.querySelector('h1') && !document.querySelector('[aria-busy=true]')
    if (loaded || performance.now() - start > 1000) done()
    else setTimeout(check, 20)
  }
  check()
})`

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
    // A rejection is an answer; the page shows it, and its test looks for that.
    const rejected = message.text().startsWith('Failed to load resource: the server responded')
    if (message.type() === 'error' && !rejected) complaints.push(message.text())
  })
}

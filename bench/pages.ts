import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

// How soon the pages of the documentation are painted on a slow network, and GraphiQL can be typed into on this machine.
const [origin = 'http://127.0.0.1:4000'] = process.argv.slice(2)
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell'

const ROUNDS = 3
const PATHS = [
  '/docs',
  '/docs/guide/syncing',
  '/docs/errors',
  '/docs/api/listAssets',
  '/docs/api/objects',
  '/docs/changelog',
]
const BYTES_A_SECOND = 400_000 / 8
const SLOW = {
  offline: false,
  latency: 2_000,
  downloadThroughput: BYTES_A_SECOND,
  uploadThroughput: BYTES_A_SECOND,
}
// Chromium may still report a larger text after the load.
const QUIET_MS = 1_000
const RECORD_PAINTS = `
  new PerformanceObserver((list) => {
    window.largestPaint = list.getEntries().at(-1)?.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })`

async function paintOf(path: string, context: BrowserContext): Promise<number> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW)
  await page.addInitScript(RECORD_PAINTS)
  await page.goto(origin + path, { waitUntil: 'load' })
  await page.waitForTimeout(QUIET_MS)
  return page.evaluate<number>('window.largestPaint')
}

/** The times until the first field and until the editor of GraphiQL take what is typed. */
async function typingOf(context: BrowserContext): Promise<readonly [number, number]> {
  const page = await context.newPage()
  const started = performance.now()
  await page.goto(`${origin}/graphql`, { waitUntil: 'commit' })
  await page.locator('#early').pressSequentially('{')
  const early = performance.now() - started
  await page.locator('.graphiql-query-editor .view-line').first().waitFor()
  await page.locator('#early').waitFor({ state: 'hidden' })
  await typeInEditor(page)
  return [early, performance.now() - started]
}

async function typeInEditor(page: Page): Promise<void> {
  await page.locator('.graphiql-query-editor .view-line').first().click()
  await page.keyboard.type('# typed')
  await page.getByText('# typed').first().waitFor()
}

/** Repeats a measurement, each time with an empty cache. */
async function repeat<Result>(
  browser: Browser,
  measure: (context: BrowserContext) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const context = await browser.newContext()
    results.push(await measure(context))
    await context.close()
  }
  return results
}

const seconds = (times: readonly number[]) =>
  times.map((time) => (time / 1_000).toFixed(2)).join(', ')

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
for (const path of PATHS) {
  const times = await repeat(browser, (context) => paintOf(path, context))
  console.log(`${path}: largest paint after ${seconds(times)} s`)
}
const typing = await repeat(browser, typingOf)
console.log(`GraphiQL, first field: ${seconds(typing.map(([early]) => early))} s`)
console.log(`GraphiQL, editor: ${seconds(typing.map(([, editor]) => editor))} s`)
await browser.close()

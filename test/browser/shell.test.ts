import { expect, test } from 'vitest'
import { enterpriseFirm } from '../modules/fixtures.ts'
import { personWithPassword } from '../support/browser.ts'
import { describeInBrowser, testBrowser } from '../support/chromium.ts'
import { testGateway } from '../support/gateway.ts'
import { expectGoodLooks } from '../support/looks.ts'
import { staffWithPassword } from './firm-people.ts'

describeInBrowser('the shell', () => {
  const gateway = testGateway()
  const browser = testBrowser(gateway)

  test('shows that an unknown page was not found', async () => {
    const person = await personWithPassword(gateway)
    const page = await browser.open('/account/nothing', { as: person })
    await page.getByText('The address may be mistyped').waitFor()
    await expectGoodLooks(page, 'not-found')
  })

  test('shows a page at an address that is near another, or near none', async () => {
    const page = await browser.open('/login/')
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/sign-in')
    const person = await personWithPassword(gateway)
    const signedIn = await browser.open('/connected-apps/', { as: person })
    await signedIn.getByRole('heading', { level: 1, name: 'Connected Apps' }).waitFor()
    await page.goto('/nothing/of/this')
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
    await expectGoodLooks(page, 'unknown-page')
    await page.getByRole('link', { name: 'Documentation' }).click()
    await page.getByRole('heading', { level: 1, name: 'Documentation' }).waitFor()
    await page.getByRole('link', { name: 'openapi.json' }).click()
    await page.waitForURL('**/openapi.json')
  })

  test('works by keyboard: past the sidebar, into the menu', async () => {
    const person = await personWithPassword(gateway)
    const page = await browser.open('/account/profile', { as: person })
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
    await page.locator('body').press('Shift+Tab')
    await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
    expect(new URL(page.url()).hash).toBe('#page')
    await page.getByRole('button', { name: /^Account of/ }).press('Enter')
    await page.getByRole('menuitemradio', { name: 'Dark' }).press('Enter')
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
    await page.reload()
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
  })

  test('has its sidebar behind a button on a phone', async () => {
    const person = await personWithPassword(gateway)
    const viewport = { width: 390, height: 844 }
    const page = await browser.open('/account/profile', { as: person, viewport })
    await page.getByRole('button', { name: 'Open the menu' }).click()
    await expectGoodLooks(page, 'menu')
    await page.setViewportSize(viewport)
    await page.getByRole('link', { name: 'Security' }).click()
    await page.getByRole('heading', { level: 1, name: 'Security' }).waitFor()
  })

  test('manages plants: added, rejected, deleted', async () => {
    const person = await personWithPassword(gateway)
    const page = await browser.open('/account/plants', { as: person })
    await page.getByText('No plants yet').waitFor()
    const add = async () => {
      await page.getByRole('button', { name: 'Add a plant' }).click()
      await page.getByLabel('ID').fill('9223372036854775807')
      await page.getByLabel('Name').fill('Seville orange')
      await page.getByLabel('Tag').fill('citrus')
      await page.getByRole('button', { name: 'Add', exact: true }).click()
    }
    await add()
    await page.getByRole('rowheader', { name: 'Seville orange' }).waitFor()
    await expectGoodLooks(page, 'plants')
    await add()
    await page.getByRole('alert').getByText('The plant could not be added').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Delete Seville orange' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No plants yet').waitFor()
  })

  test('has GraphiQL, which uses the session', async () => {
    const person = await personWithPassword(gateway)
    const page = await browser.open('/explore', { as: person })
    const frame = page.frameLocator('iframe')
    await frame.getByRole('button', { name: /^Execute query/ }).click()
    await frame.locator('.result-window').getByText('"Ada Lind"').waitFor()
    await expect.poll(() => page.workers().length).toBeGreaterThan(1)
    await expectGoodLooks(page, 'explore')
    await page.emulateMedia({ colorScheme: 'dark' })
    await frame.locator('body.graphiql-dark').waitFor()
    await frame.getByRole('tab', { name: 'WhoAmI' }).waitFor()
  })

  test('shows staff every firm', async () => {
    const { prisma } = gateway.database
    await enterpriseFirm(prisma)
    const page = await browser.open('/', { as: await staffWithPassword(gateway) })
    await page.getByRole('link', { name: 'Hale Estates' }).waitFor()
    await expectGoodLooks(page, 'firms')
  })

  test('shows an error if a page cannot be loaded', async () => {
    const person = await personWithPassword(gateway)
    const page = await browser.open('/account/profile', { as: person })
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
    await page.route('**/assets/plants*', (route) => route.abort())
    browser.allow(/net::ERR_FAILED|Failed to fetch dynamically imported module/)
    await page.getByRole('link', { name: 'Plants' }).click()
    await page.getByText('This page could not be loaded').waitFor()
    await expectGoodLooks(page, 'page-boundary')
    await page.unroute('**/assets/plants*')
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.getByText('No plants yet').waitFor()
    await page.route('**/assets/signed-in*.js', (route) => route.abort())
    await page.reload()
    await page.getByText('This page could not be loaded').waitFor()
    await expectGoodLooks(page, 'no-shell')
  })

  test('shows an error, and retries', async () => {
    const person = await personWithPassword(gateway)
    const page = await browser.open('/account/profile', { as: person })
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
    await page.route('**/graphql', (route) => route.abort())
    browser.allow(/net::ERR_FAILED/)
    await page.getByRole('link', { name: 'Plants' }).click()
    await page.getByRole('alert').getByText('The server cannot be reached').waitFor()
    await expectGoodLooks(page, 'offline')
    await page.unroute('**/graphql')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('No plants yet').waitFor()
  })
})

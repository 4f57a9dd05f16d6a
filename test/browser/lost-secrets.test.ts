import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { personWithPassword } from '../support/browser.ts'
import { describeInBrowser, testPortal } from '../support/chromium.ts'
import { expectGoodLooks } from '../support/looks.ts'
import { heading } from './client.fixtures.ts'
import { storeSecret } from './firm.fixtures.ts'
import { memberWithPassword } from './firm-people.ts'

describeInBrowser('a secret that is shown once', () => {
  const { gateway, browser, prisma } = testPortal()

  /** A page with the dialog of a new key's secret, after the page of the firm. */
  async function createdKey() {
    const admin = await memberWithPassword(gateway)
    const page = await browser.open(`/firms/${admin.firmId}`, { as: admin })
    await page.getByRole('link', { name: 'Service API' }).click()
    await fillNewKey(page)
    await page.getByRole('button', { name: 'Create key' }).click()
    const secret = page.getByRole('region', { name: 'the secret' })
    await secret.waitFor()
    return { admin, page, secret }
  }

  test('stays when Back is pressed, with a word, and is left by its own button', async () => {
    const { admin, page, secret } = await createdKey()
    await page.goBack()
    await page.getByRole('alert').getByText('If you leave now, the secret is lost.').waitFor()
    await page.goBack()
    expect(await secret.isVisible()).toBe(true)
    await expectGoodLooks(page, 'secret-back')
    await storeSecret(page)
    await heading(page, 'Night reports')
    await page.goBack()
    await heading(page, 'Service API')
    await page.goBack()
    await page.waitForURL(`**/firms/${admin.firmId}`)
  })

  test('stays when a reload is not confirmed, and does not ask once it is saved', async () => {
    const { page, secret } = await createdKey()
    const asked: string[] = []
    page.on('dialog', async (dialog) => {
      asked.push(dialog.type())
      await dialog.dismiss()
    })
    await page.evaluate('setTimeout(() => location.reload())')
    await expect.poll(() => asked).toEqual(['beforeunload'])
    expect(await secret.isVisible()).toBe(true)
    await page.getByLabel('I have saved it').check()
    await page.reload()
    await heading(page, 'Service API')
    expect(asked).toEqual(['beforeunload'])
  })

  test('is left by Back at once after it is saved', async () => {
    const { admin, page } = await createdKey()
    await page.getByLabel('I have saved it').check()
    await page.goBack()
    await page.waitForURL(`**/firms/${admin.firmId}`)
  })

  test('that was lost: the page of the unused key offers another', async () => {
    const { admin, page } = await createdKey()
    page.once('dialog', (dialog) => dialog.accept())
    await page.reload()
    await page.getByRole('link', { name: 'Night reports' }).click()
    await page.getByText('This key has not been used yet').waitFor()
    await expectGoodLooks(page, 'key-unused')
    await page.getByRole('button', { name: 'Get a new secret' }).click()
    await page.getByRole('button', { name: 'Rotate key' }).click()
    const secret = await page.getByRole('region', { name: 'the new secret' }).textContent()
    await storeSecret(page)
    const who = await gateway.graphql('{ viewer { name } }', { key: secret ?? '' })
    expect(who.json.data.viewer.name).toBe('Night reports')
    const key = await prisma.apiKey.findFirstOrThrow({ where: { firmId: admin.firmId } })
    const live = { keyId: key.id, expiresAt: null }
    expect(await prisma.keySecret.count({ where: live })).toBe(1)
  })

  test('of a key whose response was lost: the retry names the key and leads to it', async () => {
    const admin = await memberWithPassword(gateway)
    const page = await browser.open(`/firms/${admin.firmId}/service-api`, { as: admin })
    await fillNewKey(page)
    await loseResponse(page, 'createApiKey(')
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByText('The server cannot be reached').waitFor()
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByText('the key “Night reports” has the secret').waitFor()
    await expectGoodLooks(page, 'key-lost')
    await page.getByRole('button', { name: 'Open the key' }).click()
    await page.getByRole('button', { name: 'Get a new secret' }).waitFor()
    expect(await prisma.apiKey.count({ where: { firmId: admin.firmId } })).toBe(1)
  })

  test('of a token whose response was lost: the retry names the token and revokes it', async () => {
    const person = await personWithPassword(gateway)
    const page = await browser.open('/account/tokens', { as: person })
    await page.getByRole('button', { name: 'New token' }).click()
    await page.getByLabel('Name').fill('Backup script')
    await loseResponse(page, 'createAccessToken(')
    await page.getByRole('button', { name: 'Create token' }).click()
    await page.getByText('The server cannot be reached').waitFor()
    await page.getByRole('button', { name: 'Create token' }).click()
    await page.getByText('did create “Backup script”').waitFor()
    await page.getByRole('button', { name: 'Revoke it' }).click()
    await page.getByText('Revoked', { exact: true }).waitFor()
    const tokens = await prisma.accessToken.findMany({ where: { userId: person.userId } })
    expect(tokens.map(({ revokedAt }) => revokedAt !== null)).toEqual([true])
  })

  async function fillNewKey(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'New API key' }).click()
    await page.getByLabel('Name').fill('Night reports')
  }

  /** The next request of that mutation is carried out, and its response does not arrive. */
  async function loseResponse(page: Page, mutation: string): Promise<void> {
    browser.allow(/ERR_FAILED/)
    let lost = false
    await page.route('**/graphql', async (route) => {
      if (lost || !route.request().postData()?.includes(mutation)) return route.continue()
      lost = true
      await route.fetch()
      await route.abort()
    })
  }
})

import type { CDPSession, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { enableFactor, verify } from '../sign-in/second-factor.fixtures.ts'
import { personWithPassword, signedInBrowser, totp } from '../support/browser.ts'
import { type Credentials, describeInBrowser, testPortal } from '../support/chromium.ts'
import { expectGoodLooks, LOOKS } from '../support/looks.ts'
import { heading, signInOn } from './client.fixtures.ts'

describeInBrowser('passkeys', () => {
  const { gateway, browser, prisma } = testPortal()
  // Browsers offer no passkeys at an IP address.
  const addressOf = (path: string) => `http://localhost:${new URL(gateway.url()).port}${path}`

  async function open(path: string) {
    const page = await browser.open(addressOf(path))
    const device = await attachDevice(page)
    return { page, device }
  }

  async function signIn(page: Page, person: Credentials) {
    await signInOn(page, person)
    await heading(page, 'Security')
  }

  async function add(page: Page, name: string) {
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: `Remove ${name}` }).waitFor()
  }

  test('are added, used, renamed and removed', async () => {
    const person = await personWithPassword(gateway)
    const { page, device } = await open('/sign-in?next=/account/security')
    await signIn(page, person)
    await page.getByText('You have no passkeys.').waitFor()
    await add(page, 'Work laptop')
    await expectGoodLooks(page, 'passkeys', LOOKS.all)
    await page.emulateMedia({ forcedColors: 'active' })
    await expectGoodLooks(page, 'passkeys-forced', LOOKS.all)
    await page.emulateMedia({ forcedColors: 'none' })
    const { credentials } = await device.credentials()
    expect(credentials).toHaveLength(1)
    expect(credentials[0]).toMatchObject({ isResidentCredential: true, rpId: 'localhost' })

    await page.getByRole('button', { name: 'Rename Work laptop' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Old laptop')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove Old laptop' }).waitFor()

    await page.context().clearCookies()
    await page.goto(addressOf('/sign-in?next=/account/security'))
    const button = page.getByRole('button', { name: 'Sign in with a passkey' })
    await button.waitFor()
    await expectGoodLooks(page, 'sign-in-passkey', LOOKS.all)
    await button.press('Enter')
    await heading(page, 'Security')
    await page.getByText('signed in with a passkey').waitFor()
    expect(await page.getByText('Last used: Never').count()).toBe(0)

    await page.getByRole('button', { name: 'Remove Old laptop' }).click()
    await expectGoodLooks(page, 'passkey-remove')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('You have no passkeys.').waitFor()

    await page.goto(addressOf('/account/activity'))
    for (const event of ['Passkey added', 'Signed in with a passkey', 'Passkey removed'])
      await page.getByText(event, { exact: true }).first().waitFor()

    await page.context().clearCookies()
    await page.goto(addressOf('/sign-in'))
    await button.click()
    await page.getByText('This passkey is not accepted, or').waitFor()
    await expectGoodLooks(page, 'sign-in-passkey-refused')
  })

  test('say what is wrong where the person or the device refuses', async () => {
    const person = await personWithPassword(gateway)
    const { page, device } = await open('/sign-in?next=/account/security')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
    await signIn(page, person)
    await device.verifyUser(false)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
    await page.getByText('No passkey was used.').waitFor()
    await expectGoodLooks(page, 'passkey-refused')
    await device.verifyUser(true)
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: /^Remove Chrome/ }).waitFor()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
    await page.getByText('This device has a passkey for your account already.').waitFor()
    expect(await prisma.passkey.count({ where: { userId: person.userId } })).toBe(1)
  })

  test('confirm who somebody is, where a code would be asked for', async () => {
    const person = await personWithPassword(gateway)
    const { page, device } = await open('/sign-in?next=/account/security')
    await signIn(page, person)
    await add(page, 'Key')
    const other = await signedInBrowser(gateway, person)
    const { secret } = await enableFactor(other, person)
    expect((await verify(other, totp(secret))).status).toBe(200)
    const checkedAt = new Date(Date.now() - 16 * 60_000)
    await prisma.session.updateMany({ where: { userId: person.userId }, data: { checkedAt } })
    await page.getByRole('button', { name: 'Remove Key' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByLabel('Code from your authenticator app').waitFor()
    const button = page.getByRole('button', { name: 'Use a passkey instead' })
    await button.waitFor()
    await expectGoodLooks(page, 'confirm-passkey', LOOKS.all)
    await device.verifyUser(false)
    await button.press('Enter')
    await page.getByText('No passkey was used.').waitFor()
    await device.verifyUser(true)
    await button.press('Enter')
    await page.getByText('You have no passkeys.').waitFor()
    expect(await prisma.session.count({ where: { userId: person.userId } })).toBe(2)
  })
})

async function attachDevice(page: Page) {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...({ protocol: 'ctap2', transport: 'internal' } as const),
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
      automaticPresenceSimulation: true,
    },
  })
  return {
    credentials: () => session.send('WebAuthn.getCredentials', { authenticatorId }),
    verifyUser: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

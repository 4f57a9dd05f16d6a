import { expect, test } from 'vitest'
import { describeInBrowser, testBrowser } from '../support/chromium.ts'
import { testGateway } from '../support/gateway.ts'
import { expectGoodLooks } from '../support/looks.ts'
import { clientWhoSignsIn, heading } from './client.fixtures.ts'
import { memberWithPassword } from './firm-people.ts'

describeInBrowser('the mails of a person', () => {
  const gateway = testGateway()
  const browser = testBrowser(gateway)
  const { prisma } = gateway.database
  const mutedOf = async (id: string) =>
    (await prisma.user.findUniqueOrThrow({ where: { id } })).mutedTopics

  test('are chosen by topic, by keyboard, and stay as chosen', async () => {
    const client = await clientWhoSignsIn(gateway)
    const page = await browser.open('/account/mails', { as: client })
    await heading(page, 'Mails')
    const topics = page.getByRole('switch')
    await expect.poll(() => topics.count()).toBe(3)
    await page.getByRole('switch', { name: 'First read' }).press('Space')
    await expect.poll(() => mutedOf(client.id)).toEqual(['first_read'])
    await page.reload()
    await page.getByRole('switch', { name: 'First read', checked: false }).waitFor()
    await expectGoodLooks(page, 'mails-chosen')
    await page.getByRole('switch', { name: 'First read' }).click()
    await expect.poll(() => mutedOf(client.id)).toEqual([])
  })

  test('are in the language of the page in which a person signed in, or that they choose', async () => {
    const client = await clientWhoSignsIn(gateway)
    const languageOf = async () =>
      (await prisma.user.findUniqueOrThrow({ where: { id: client.id } })).mailLanguage
    const page = await browser.open('/', { locale: 'de-AT' })
    await page.getByLabel('E-Mail').fill(client.email)
    await page.getByLabel('Passwort', { exact: true }).fill(client.password)
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
    await page.getByRole('banner').waitFor()
    await expect.poll(languageOf).toBe('de')
    await page.goto('/account/mails')
    const choice = page.getByLabel('Sprache der E-Mails')
    expect(await choice.inputValue()).toBe('de')
    await choice.selectOption('ar')
    await expect.poll(languageOf).toBe('ar')
    await page.reload()
    expect(await page.getByLabel('Sprache der E-Mails').inputValue()).toBe('ar')
    await page.getByText('Dieser Dienst sendet zurzeit keine E-Mails.').waitFor()
    await expectGoodLooks(page, 'mails-in-german')
  })

  test('a member of a firm, who has no portfolio, chooses only what concerns them', async () => {
    const member = await memberWithPassword(gateway, { role: 'member' })
    const page = await browser.open('/account/mails', { as: member })
    await page.getByRole('switch', { name: 'New browser' }).waitFor()
    expect(await page.getByRole('switch').count()).toBe(1)
    await page.getByText('Receipts: when access to your portfolio is given').waitFor()
  })

  test('a choice that is not stored says so, and shows what applies', async () => {
    const client = await clientWhoSignsIn(gateway)
    const page = await browser.open('/account/mails', { as: client })
    browser.allow(/Failed to load resource/)
    await page.route('**/graphql', async (route) => {
      const { operationName } = route.request().postDataJSON()
      if (operationName === 'ChooseMail') return route.abort()
      return route.continue()
    })
    await page.getByRole('switch', { name: 'New browser' }).click()
    await page.getByText('The choice was not stored').waitFor()
    expect(await page.getByRole('switch', { name: 'New browser' }).isChecked()).toBe(true)
    expect(await mutedOf(client.id)).toEqual([])
  })
})

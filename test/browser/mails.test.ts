import { expect, test } from 'vitest'
import { describeInBrowser, testBrowser } from '../support/chromium.ts'
import { testGateway } from '../support/gateway.ts'
import { expectGoodLooks } from '../support/looks.ts'
import { clientWhoSignsIn, heading } from './client.fixtures.ts'

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
})

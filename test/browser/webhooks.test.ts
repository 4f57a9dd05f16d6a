import { expect, test } from 'vitest'
import { createOutbound } from '../../src/outbound/reach.ts'
import { webhooksOf } from '../graphql/portal/subject.ts'
import { describeInBrowser, testPortal } from '../support/chromium.ts'
import { expectGoodLooks } from '../support/looks.ts'
import { grantedKey, storeSecret } from './firm.fixtures.ts'
import { enterAt, expectFocus } from './keyboard.ts'

const ADDRESS = 'https://hooks.example.com/orangery'
const LONG = `https://1.1.1.1/${'x'.repeat(300)}?token=${'y'.repeat(300)}`
const NAMES: Readonly<Record<string, string[]>> = { 'hooks.example.com': ['1.1.1.1'] }

describeInBrowser('the webhooks of a key', () => {
  const resolve = async (name: string) => NAMES[name] ?? []
  const { gateway, browser, prisma } = testPortal({ outbound: { ...createOutbound({}), resolve } })

  test('are added with the keyboard alone, with clear errors and the secret once', async () => {
    const { admin, path, key } = await grantedKey(gateway)
    const page = await browser.open(path, { as: admin })
    await page.getByRole('link', { name: 'Manage webhooks' }).click()
    await page.getByText('No endpoints yet').waitFor()
    await enterAt(page, 'button', 'Add endpoint')
    const address = page.getByLabel('Address')
    await address.and(page.locator(':focus')).waitFor()
    await page.keyboard.type('http://hooks.example.com/')
    await page.keyboard.press('Enter')
    await page.getByText('Begin with https://').waitFor()
    await expectGoodLooks(page, 'webhook-new')
    await address.fill('https://unknown.example.com/')
    await page.keyboard.press('Enter')
    await page.getByText('This address cannot be reached.').waitFor()
    await address.fill(ADDRESS)
    await page.keyboard.press('Enter')
    const shown = page.getByRole('region', { name: 'the signing secret' })
    const secret = (await shown.textContent()) ?? ''
    expect(secret).toMatch(/^whsec_.{44}$/)
    await expectGoodLooks(page, 'webhook-secret')
    await page.keyboard.press('Escape')
    await expect.poll(() => shown.isVisible()).toBe(true)
    await storeSecret(page)
    await page.getByRole('heading', { level: 2, name: ADDRESS }).waitFor()
    expect(await page.content()).not.toContain(secret)
    expect(await prisma.webhookEndpoint.count({ where: { keyId: key.id } })).toBe(1)
  })

  test('show their attempts, are tested, paused, resumed, rotated and deleted', async () => {
    const { admin, path, key } = await grantedKey(gateway)
    const { endpointId, pausedEndpointId } = await webhooksOf(gateway, key.id)
    const { webhookEndpoint } = prisma
    const paused = { pausedBy: 'failures', url: LONG } as const
    await webhookEndpoint.update({ where: { id: pausedEndpointId }, data: paused })
    const failing = { failingSince: new Date(), behindSince: new Date(), tries: 1 }
    await webhookEndpoint.update({ where: { id: endpointId }, data: failing })
    const page = await browser.open(`${path}/webhooks`, { as: admin })
    const first = page.getByRole('region', { name: 'https://1.1.1.1/first' })
    const second = page.getByRole('region', { name: LONG })
    await first.getByText('204').waitFor()
    await first.getByText('12 ms').waitFor()
    await second.getByText('Nothing is lost. Repair the receiver').waitFor()
    await expectGoodLooks(page, 'webhooks')

    await enterAt(page, 'button', 'Send test to https://1.1.1.1/first')
    await first.getByText('Waiting').waitFor()
    // As the job of a gateway stores it. The page looks again by itself.
    await prisma.webhookAttempt.updateMany({
      where: { endpointId, result: 'waiting' },
      data: { result: 'rejected', status: 503, milliseconds: 40, dueAt: null },
    })
    await first.getByText('503').waitFor()

    await enterAt(page, 'button', 'Pause https://1.1.1.1/first')
    await page.getByRole('button', { name: 'Pause endpoint' }).click()
    await first.getByText('Your firm has paused this endpoint').waitFor()
    await expectFocus(page, 'heading', 'Webhooks')
    await enterAt(page, 'button', 'Resume https://1.1.1.1/first')
    await first.getByText('Active', { exact: true }).waitFor()

    await first.getByRole('button', { name: 'Rotate secret' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click()
    await page.getByText('For 24 hours every request is signed with the old').waitFor()
    await storeSecret(page)

    await second.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete endpoint' }).click()
    await second.waitFor({ state: 'detached' })
    expect(await prisma.webhookEndpoint.count({ where: { keyId: key.id } })).toBe(1)
  })

  test('are not asked for again and again while they cannot be read', async () => {
    const { admin, path, key } = await grantedKey(gateway)
    await webhooksOf(gateway, key.id)
    const page = await browser.open('/healthz', { as: admin })
    await page.clock.install()
    await page.goto(`${path}/webhooks`)
    const first = page.getByRole('region', { name: 'https://1.1.1.1/first' })
    await page.getByRole('button', { name: 'Send test to https://1.1.1.1/first' }).click()
    await first.getByText('Waiting').waitFor()
    let asked = 0
    await page.route('**/graphql', async (route) => {
      asked += 1
      await route.abort()
    })
    browser.allow(/net::ERR_FAILED/)
    await page.clock.runFor(2_000)
    await page.getByRole('alert', { name: 'Something went wrong' }).waitFor()
    await page.clock.runFor(20_000)
    expect([asked, await first.getByText('Waiting').isVisible()]).toEqual([1, true])
  })
})

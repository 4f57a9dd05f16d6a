import { expect, test } from 'vitest'
import { describeInBrowser, testBrowser } from '../support/chromium.ts'
import { testGateway } from '../support/gateway.ts'
import { expectCheckedDrawn, expectGoodLooks, LOOKS } from '../support/looks.ts'
import { askingFirm, clientWhoSignsIn, heading } from './client.fixtures.ts'
import { memberWithPassword } from './firm-people.ts'
import { expectFocus, tabTo } from './keyboard.ts'

const EDGE = `getComputedStyle(document.querySelector('[role=dialog]')).borderTopWidth`
const FORCED = { forcedColors: 'active' } as const

describeInBrowser('with forced colours and the keyboard', () => {
  const gateway = testGateway()
  const browser = testBrowser(gateway)

  test('a member is invited, and the chosen role is seen', async () => {
    const admin = await memberWithPassword(gateway)
    const page = await browser.open(`/firms/${admin.firmId}/members`, { as: admin, ...FORCED })
    await tabTo(page, 'button', 'Invite a member')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByLabel('Email').waitFor()
    await expectCheckedDrawn(page, '[role=dialog]')
    await page.getByRole('radio', { name: 'Member' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('radio', { name: 'Admin', checked: true }).waitFor()
    await expectCheckedDrawn(page, '[role=dialog]')
    // The ring of the focus and the edge of the dialog are drawn in the colour of texts.
    const [text, ...drawn] = await page.evaluate<string[]>(`[
      getComputedStyle(document.body).color,
      getComputedStyle(document.activeElement).outlineColor,
      getComputedStyle(document.querySelector('[role=dialog]')).borderTopColor,
    ]`)
    expect(drawn).toEqual([text, text])
    expect(await page.evaluate(EDGE)).toBe('1px')
    await expectGoodLooks(page, 'forced-invite', LOOKS.all)
    await page.keyboard.press('Escape')
    await expectFocus(page, 'button', 'Invite a member')
  })

  test('a firm reads who opened its links and what was agreed to', async () => {
    const { prisma } = gateway.database
    const firm = await askingFirm(gateway)
    const client = await clientWhoSignsIn(gateway)
    const approving = await browser.open(await firm.ask(['valuation']), { as: client })
    await approving.getByRole('radio', { name: 'All assets' }).check()
    await approving.getByText('Firm: Hale Estates').waitFor()
    await approving.getByRole('button', { name: 'Approve' }).click()
    await heading(approving, 'Connected')
    const { firmId } = await prisma.apiKey.findUniqueOrThrow({ where: { id: firm.keyId } })
    await firm.ask(['estate'])
    const path = `/firms/${firmId}/service-api/${firm.keyId}`
    const page = await browser.open(path, { as: firm.admin, ...FORCED })
    await page.getByText('Ada Hale: approved').waitFor()
    await expectGoodLooks(page, 'forced-links', LOOKS.all)
    await tabTo(page, 'button', 'Agreement of Ada Hale')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByText('Agreed on').waitFor()
    await expectGoodLooks(page, 'forced-agreement', LOOKS.all)
    await page.keyboard.press('Escape')
    await expectFocus(page, 'button', 'Agreement of Ada Hale')
  })
})

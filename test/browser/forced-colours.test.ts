import { expect, test } from 'vitest'
import { describeInBrowser, testBrowser } from '../support/chromium.ts'
import { testGateway } from '../support/gateway.ts'
import { expectCheckedDrawn, expectGoodLooks, LOOKS } from '../support/looks.ts'
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
})

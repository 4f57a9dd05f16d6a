import type { Page } from 'playwright-core'

type Role = 'button' | 'checkbox' | 'link' | 'radio' | 'heading'

/** Goes there as the keyboard does, one stop at a time. */
export async function tabTo(page: Page, role: Role, name: string): Promise<void> {
  const target = page.getByRole(role, { name, exact: true }).and(page.locator(':focus'))
  await page.getByRole(role, { name, exact: true }).waitFor()
  for (let stops = 0; stops < MAX_STOPS; stops++) {
    if ((await target.count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${name} is not reached with ${MAX_STOPS} stops`)
}

const MAX_STOPS = 40

/** Waits until it has the focus. */
export async function expectFocus(page: Page, role: Role, name: string): Promise<void> {
  await page.getByRole(role, { name, exact: true }).and(page.locator(':focus')).waitFor()
}

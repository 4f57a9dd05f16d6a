import type { Page } from 'playwright-core'

type Role = 'combobox' | 'button' | 'checkbox' | 'link' | 'radio' | 'heading'

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

/** Goes there as the keyboard does, and presses Enter. */
export async function enterAt(page: Page, role: Role, name: string): Promise<void> {
  await tabTo(page, role, name)
  await page.keyboard.press('Enter')
}

/** The entry of a list that a screen reader is told, while the focus is in its field. */
export const activeOf = (page: Page) =>
  page.evaluate<string>(`document.getElementById(
    document.activeElement.getAttribute('aria-activedescendant'))?.textContent ?? ''`)

/** Waits until it has the focus. */
export async function expectFocus(page: Page, role: Role, name: string): Promise<void> {
  await page.getByRole(role, { name, exact: true }).and(page.locator(':focus')).waitFor()
}

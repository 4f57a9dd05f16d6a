import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { personWithPassword } from '../support/browser.ts'
import { describeInBrowser, testPortal } from '../support/chromium.ts'
import { expectGoodLooks } from '../support/looks.ts'
import { heading } from './client.fixtures.ts'

type Person = Awaited<ReturnType<typeof personWithPassword>>

describeInBrowser('a session that ends under a form', () => {
  const { gateway, browser, prisma } = testPortal()
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' })
  const nameOf = (page: Page) => page.getByLabel('Name', { exact: true })

  /** A person who has typed the name of a plant, whose session has ended, and who has sent the form. */
  async function formAfterEnd() {
    const person = await personWithPassword(gateway)
    const page = await browser.open('/account/plants', { as: person })
    await page.getByRole('button', { name: 'Add a plant' }).first().click()
    await page.getByLabel('ID', { exact: true }).fill('7')
    await nameOf(page).fill('A plant with a long name')
    await prisma.session.deleteMany({ where: { userId: person.userId } })
    browser.allow(/401/)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog(page).waitFor()
    return { person, page }
  }
  const signIn = async (page: Page, { email, password }: Person) => {
    await dialog(page).getByLabel('Email').fill(email)
    await dialog(page).getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
  }

  test('goes on after the same person signs in over it, and what was typed is sent once', async () => {
    const { person, page } = await formAfterEnd()
    await expectGoodLooks(page, 'sign-in-again')
    await page.keyboard.press('Escape')
    expect(await dialog(page).getByLabel('Email').inputValue()).toBe(person.email)
    await signIn(page, { ...person, password: 'not the password' })
    await dialog(page).getByText('The email or the password is wrong.').waitFor()
    await signIn(page, person)
    await dialog(page).waitFor({ state: 'detached' })
    await page.getByRole('rowheader', { name: 'A plant with a long name' }).waitFor()
    expect(await prisma.plant.count({ where: { ownerId: person.userId } })).toBe(1)
  })

  test('shows nothing of it to another person who signs in there', async () => {
    const { person, page } = await formAfterEnd()
    const other = await personWithPassword(gateway)
    await signIn(page, other)
    await heading(page, 'Plants')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    expect(await page.content()).not.toContain('A plant with a long name')
    expect(await prisma.plant.count()).toBe(
      await prisma.plant.count({ where: { ownerId: { notIn: [person.userId, other.userId] } } }),
    )
  })
})

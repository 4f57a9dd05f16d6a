import { expect, test } from 'vitest'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { chooseTopic } from '../../src/modules/people/mail-settings.writes.ts'
import { Browser, personWithPassword, signedInBrowser } from '../support/browser.ts'
import { testGateway } from '../support/gateway.ts'
import { keptMails, sendMails } from '../support/mails.ts'

const gateway = testGateway({ sendsMail: true })
const { prisma } = gateway.database

async function mailed(email: string): Promise<string[]> {
  const { mails, mailer } = keptMails()
  await sendMails(gateway.database, mailer)
  return mails.filter(({ to }) => to === email).map(({ subject }) => subject)
}

const stored = (email: string) => prisma.mail.count({ where: { email, kind: 'account_news' } })
const NEW_BROWSER = 'You signed in in a browser that was not used for this account before'

test('a sign-in in another browser is told, not the first one, and not one in a known browser', async () => {
  const person = await personWithPassword(gateway)
  const first = await signedInBrowser(gateway, person)
  await first.signIn(person)
  await expect.poll(() => prisma.signInEvent.count({ where: { userId: person.userId } })).toBe(2)
  expect(await stored(person.email)).toBe(0)
  await new Browser(gateway).signIn(person)
  await expect.poll(() => stored(person.email)).toBe(1)
  expect(await mailed(person.email)).toEqual([NEW_BROWSER])
})

test('who wants no such mails gets none, but of a new password', async () => {
  const person = await personWithPassword(gateway)
  const { userId, email, password } = person
  await signedInBrowser(gateway, person)
  await chooseTopic(operator(prisma), { userId, topic: 'new_browser', wanted: false })
  const other = await signedInBrowser(gateway, person)
  await expect.poll(() => stored(email)).toBe(1)
  const body = { currentPassword: password, newPassword: 'several-unrelated-words-9' }
  expect((await other.post('/api/auth/change-password', body)).status).toBe(200)
  await expect.poll(() => stored(email)).toBe(2)
  expect(await mailed(email)).toEqual(['The password of your account was set'])
})

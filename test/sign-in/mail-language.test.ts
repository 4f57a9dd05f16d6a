import { expect, test } from 'vitest'
import { Browser, personWithPassword } from '../support/browser.ts'
import { testGateway } from '../support/gateway.ts'
import { testTable } from '../support/test-table.ts'

const gateway = testGateway()
const { prisma } = gateway.database

/** Signs in with this header. Returns the stored language, once the sign-in is recorded. */
async function signedIn(person: Awaited<ReturnType<typeof personWithPassword>>, header: string) {
  const { userId, email, password } = person
  const before = await prisma.signInEvent.count({ where: { userId } })
  const call = { headers: { 'Accept-Language': header } }
  await new Browser(gateway).post('/api/auth/sign-in/email', { email, password }, call)
  await expect.poll(() => prisma.signInEvent.count({ where: { userId } })).toBe(before + 1)
  return (await prisma.user.findUniqueOrThrow({ where: { id: userId } })).mailLanguage
}

test('the language of the mails to a person is that of the page of their first sign-in, and later ones change nothing', async () => {
  const person = await personWithPassword(gateway)
  expect(await signedIn(person, 'de')).toBe('de')
  expect(await signedIn(person, 'ar')).toBe('de')
})

testTable([
  ['fr-FR, ar-EG;q=0.9, de;q=0.5', 'ar'],
  ['de;q=0, en;q=0.1', 'en'],
  ['fr', null],
  ['*', null],
  ['__proto__, constructor', null],
  [';;q=,,de_DE', null],
  [`${'x-y,'.repeat(2_000)}de`, 'de'],
])(
  'the language of the mails to a person is the one of the request that there is',
  async (header, expected) => {
    expect(await signedIn(await personWithPassword(gateway), header)).toBe(expected)
  },
)

test('the language of the mails to a person is not stored by a sign-in that fails', async () => {
  const person = await personWithPassword(gateway)
  expect(await signedIn({ ...person, password: 'not-the-password-1' }, 'de')).toBeNull()
})

import { expect, test } from 'vitest'
import { ARABIC } from '../../../src/mail/texts/ar.ts'
import { GERMAN } from '../../../src/mail/texts/de.ts'
import { operator } from '../../../src/modules/audit/audit.writes.ts'
import { chooseMailLanguage } from '../../../src/modules/people/mail-settings.writes.ts'
import { codeFor, dataOf, memberOf } from './fixtures.ts'
import { receiptGateway } from './receipts.fixtures.ts'

const { gateway, prisma, firm, mailsTo, send, sendDue, approved, run } = receiptGateway()
const { database } = gateway

const speaks = (userId: string, language: 'de' | 'ar' | 'en') =>
  chooseMailLanguage(operator(prisma), { userId, language })

/** The texts of mails that are still in English, of those that this language has. */
const englishIn = (mail: string, texts: Readonly<Record<string, string>>) =>
  Object.entries(texts)
    .filter(([english, text]) => english !== text)
    .filter(([english]) =>
      mail.split(/\n+ */).some((line) => line === english || line === `${english}:`),
    )

test('the mails of a grant are in the language of their reader, and what was agreed to stays', async () => {
  const { id, key, email } = await approved({
    filter: { type: 'category', values: ['watches'] },
    expiresAt: '2099-06-30T12:00:00Z',
  })
  const { id: userId } = await prisma.user.findUniqueOrThrow({ where: { email } })
  const admin = await memberOf(database, firm().firmId, 'admin')
  await speaks(userId, 'de')
  await speaks(admin.id, 'ar')
  await sendDue(new Date('2099-05-31T12:00:00Z'))
  await run(key, `revokeGrant(grantId: "${id}", requestDeletion: true) { id }`)
  await send()
  const [, reminder = '', receipt = ''] = mailsTo(email)
  expect(reminder).toContain('Content-Language: de\n')
  expect(reminder).toContain('Ende:\n    Dienstag, 30. Juni 2099')
  expect(receipt).toContain('Was geschah:\n    Sie haben den Zugriff widerrufen.')
  expect(receipt).toContain('Objekte:\n    in Uhren\n')
  expect(receipt).toContain('Zugestimmt:\n')
  for (const mail of [reminder, receipt]) expect(englishIn(mail, GERMAN)).toEqual([])
  const toAdmin = mailsTo(admin.email).slice(-2)
  expect(toAdmin).toHaveLength(2)
  for (const mail of toAdmin) {
    expect(mail).toContain('Content-Language: ar\n')
    expect(mail).toContain('\n\nمرحبًا،\n\n')
    expect(englishIn(mail, ARABIC)).toEqual([])
  }
})

test('a person chooses the language of their mails, and a language of a later release is English', async () => {
  const { key, email } = await approved()
  const settings = `mailSettings { language isSent choices { topic isWanted } }`
  const read = async () => (await dataOf(gateway, key, `{ ${settings} }`)).mailSettings
  expect(await read()).toMatchObject({ language: 'en', isSent: true })
  await run(key, 'chooseMailLanguage(language: ar) { language }')
  await run(key, 'chooseMailLanguage(language: ar) { language }')
  expect(await read()).toMatchObject({ language: 'ar' })
  const { id: subject } = await prisma.user.findUniqueOrThrow({ where: { email } })
  const where = { subject, action: 'person.mail_language' }
  expect(await prisma.auditEvent.count({ where })).toBe(1)
  await prisma.user.update({ where: { email }, data: { mailLanguage: 'tlh' } })
  expect(await read()).toMatchObject({ language: 'en' })
  const wrong = 'mutation { chooseMailLanguage(language: fr) { id } }'
  expect(await codeFor(gateway, key, wrong)).toBe('invalid_document')
})

const REVIEW = `query ($id: ID!) { grant(id: $id) { reviewDueAt } }`
const reviewOf = async (key: string, id: string) =>
  (await dataOf(gateway, key, REVIEW, { id })).grant.reviewDueAt

test('keeping a grant asks again in a year; its version and its consents stay', async () => {
  const { key, id } = await approved()
  const before = await reviewOf(key, id)
  expect(Date.parse(before)).toBeGreaterThan(Date.now() + 364 * 86_400_000)
  const data = { at: new Date('2020-02-29') }
  await prisma.consent.updateMany({ where: { grantId: id }, data })
  expect(await reviewOf(key, id)).toBe('2021-02-28T00:00:00.000Z')
  await run(key, `confirmGrant(grantId: "${id}") { id }`)
  expect(Date.parse(await reviewOf(key, id))).toBeGreaterThanOrEqual(Date.parse(before))
  expect(await prisma.grant.findFirst({ where: { id } })).toMatchObject({ version: 1 })
  expect(await reviewOf(firm().bearer.admin, id)).toBeNull()
})

test('reminders reach the client and the admins of the firm, each once for a version and a kind', async () => {
  const { id, email } = await approved({ expiresAt: '2099-06-30T12:00:00Z' })
  const { email: admin } = await memberOf(database, firm().firmId, 'admin')
  const { email: member } = await memberOf(database, firm().firmId, 'member')
  const send = (now: string) =>
    Promise.all([1, 2, 3].map(() => sendDue(new Date(now), { batchSize: 2 })))
  const counts = () => [email, admin, member].map((to) => mailsTo(to).length)
  await send('2099-05-31T11:59:59Z')
  expect(counts()).toEqual([1, 0, 0])
  await send('2099-05-31T12:00:00Z')
  await send('2099-06-10T12:00:00Z')
  expect(counts()).toEqual([2, 1, 0])
  await send('2099-06-23T12:00:00Z')
  expect(counts()).toEqual([3, 2, 0])
  expect(mailsTo(email)[1]).toMatch(
    /The access of a firm ends soon[\s\S]*\n {4}Hale Estates\n[\s\S]*30 June 2099 at 12:00:00 UTC/,
  )
  expect(mailsTo(email)[1]).toContain(`http://gateway.example.com/connected-apps/${id}\n`)
  expect(mailsTo(admin)[0]).toMatch(/The access to a portfolio ends soon[\s\S]*Only the client/)
  await send('2099-06-30T12:00:00Z')
  expect(counts()).toEqual([4, 2, 0])
  expect(mailsTo(email)[3]).toContain(`/connected-apps/${id}/receipts/1-expired\n`)
})

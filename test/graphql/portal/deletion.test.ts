import { expect, test } from 'vitest'
import { operator } from '../../../src/modules/audit/audit.writes.ts'
import { revokeGrant } from '../../../src/modules/grants/grant-revocation.writes.ts'
import { sessionOf } from '../../support/session.ts'
import { codeOf, dataOf, memberOf } from './fixtures.ts'
import { receiptGateway } from './receipts.fixtures.ts'

const { gateway, prisma, firm, mailsTo, mailed, send, approved, run } = receiptGateway()

const DELETION = 'deletionRequest { requestedAt answer answeredAt note }'
const REVOKE = (id: string, more = ', requestDeletion: true') =>
  `mutation { revokeGrant(grantId: "${id}"${more}) { state revokedAt ${DELETION} } }`
const ANSWER = (id: string, more = 'answer: deleted') =>
  `mutation { answerDeletion(grantId: "${id}", ${more}) { ${DELETION} } }`

const adminEmail = async () =>
  (await prisma.user.findUniqueOrThrow({ where: { id: firm().adminId } })).email

async function requested() {
  const given = await approved()
  const { revokeGrant: revoked } = await dataOf(gateway, given.key, REVOKE(given.id))
  return { ...given, revoked }
}

const answer = (id: string, more?: string, key = firm().bearer.admin) =>
  gateway.graphql(ANSWER(id, more), { key })

test('a request for deletion is recorded with the end, and repeating it changes nothing', async () => {
  const { key, id, revoked } = await requested()
  const { revokedAt } = revoked
  const deletionRequest = { requestedAt: revokedAt, answer: null, answeredAt: null, note: null }
  expect(revoked).toEqual({ state: 'revoked', revokedAt: expect.any(String), deletionRequest })
  expect((await dataOf(gateway, key, REVOKE(id))).revokeGrant).toEqual(revoked)
  const where = { subject: id, action: 'grant.revoked' }
  const details = { key_id: firm().requestingKeyId, deletion_requested: true }
  expect(await prisma.auditEvent.findMany({ where })).toMatchObject([{ details }])
})

test('a request for deletion is not made by a revocation that does not say so, nor afterwards', async () => {
  for (const more of ['', ', requestDeletion: false', ', requestDeletion: null']) {
    const { key, id } = await approved()
    const { revokeGrant: revoked } = await dataOf(gateway, key, REVOKE(id, more))
    expect(revoked.deletionRequest).toBeNull()
    expect(codeOf(await gateway.graphql(REVOKE(id), { key }))).toBe('state_conflict')
    expect(codeOf(await answer(id))).toBe('state_conflict')
  }
  const { key, id } = await approved()
  expect(codeOf(await answer(id))).toBe('state_conflict')
  await prisma.grant.updateMany({ where: { id }, data: { expiresAt: new Date(0) } })
  expect(codeOf(await gateway.graphql(REVOKE(id), { key }))).toBe('state_conflict')
  expect(await prisma.grant.findFirst({ where: { id } })).toMatchObject({ revokedAt: null })
})

test('a request for deletion is never made by an operator or the firm', async () => {
  const [byOperator, byFirm] = [await approved(), await approved()]
  await revokeGrant(operator(prisma), { grantId: byOperator.id, requestDeletion: true })
  await run(firm().bearer.admin, `returnGrant(grantId: "${byFirm.id}") { id }`)
  const ended = { state: 'revoked', deletionRequestedAt: null }
  for (const { id } of [byOperator, byFirm])
    expect(await prisma.grant.findFirst({ where: { id } })).toMatchObject(ended)
})

test('a request for deletion is mailed to each admin once, and not after the answer', async () => {
  const email = await adminEmail()
  const before = mailsTo(email).length
  const { id, name } = await requested()
  await mailed(email, before + 1)
  const mail = mailsTo(email).at(-1) ?? ''
  expect(mail).toContain('Subject: A client asks your firm to delete what it has read')
  expect(mail).toContain(`Client:\n    ${name}\n`)
  expect(mail).toContain(`\nhttp://gateway.example.com/connected-apps/${id}\n`)
  const { id: second } = await requested()
  await answer(second)
  await mailed(email, before + 1)
})

test('a request for deletion is not mailed to a person who is no longer an admin', async () => {
  const { id: userId } = await memberOf(gateway.database, firm().firmId, 'admin')
  const { email } = await prisma.user.findUniqueOrThrow({ where: { id: userId } })
  await requested()
  await prisma.member.updateMany({ where: { userId }, data: { role: 'member' } })
  await send()
  expect(mailsTo(email)).toEqual([])
})

test('the answer is given once, and its client reads it', async () => {
  const { key, id } = await requested()
  const note = 'answer: retained_by_law, note: "Tax law, until 2034"'
  const given = await answer(id, note)
  const at = { requestedAt: expect.any(String), answeredAt: expect.any(String) }
  const shown = { ...at, answer: 'retained_by_law', note: 'Tax law, until 2034' }
  expect(given.json.data.answerDeletion.deletionRequest).toEqual(shown)
  expect((await answer(id, note)).json.data).toEqual(given.json.data)
  for (const other of ['answer: deleted', 'answer: retained_by_law'])
    expect(codeOf(await answer(id, other))).toBe('state_conflict')
  const history = `{ grant(id: "${id}") { ${DELETION} auditEvents { nodes { action changes { member after { text } } } } } }`
  const { grant } = await dataOf(gateway, key, history)
  expect(grant.deletionRequest).toEqual(shown)
  expect(grant.auditEvents.nodes[0]).toEqual({
    action: 'grant.deletion_answered',
    changes: expect.arrayContaining([{ member: 'answer', after: { text: 'retained_by_law' } }]),
  })
})

test('the answer of two admins at a time is one', async () => {
  const { id } = await requested()
  const { id: userId } = await memberOf(gateway.database, firm().firmId, 'admin')
  const other = await sessionOf(gateway.database, userId)
  const replies = [answer(id), answer(id, 'answer: nothing_stored', other)]
  const codes = (await Promise.all(replies)).map(codeOf)
  expect(codes.sort()).toEqual([null, 'state_conflict'].sort())
  const where = { subject: id, action: 'grant.deletion_answered' }
  expect(await prisma.auditEvent.count({ where })).toBe(1)
})

test('the answer with a note that hides something is refused', async () => {
  const { id } = await requested()
  for (const note of ['a\\nb', '\u202eabc', ' ', 'a'.repeat(501)])
    expect(codeOf(await answer(id, `answer: deleted, note: "${note}"`))).toBe('invalid_parameter')
  expect(await prisma.grant.findFirst({ where: { id } })).toMatchObject({ deletionAnswer: null })
})

test('the answer is never changed in the database, except that an erasure removes its note', async () => {
  const { id } = await requested()
  const where = { id }
  const change = (data: object) => prisma.grant.updateMany({ where, data })
  await expect(change({ deletionRequestedAt: null })).rejects.toThrow('never changes')
  await expect(change({ deletionNote: 'x' })).rejects.toThrow()
  await answer(id, 'answer: deleted, note: "On all disks"')
  for (const data of [
    { deletionAnswer: 'retained_by_law' },
    { deletionNote: 'Other' },
    { deletionAnswer: null, deletionAnsweredAt: null, deletionNote: null },
  ])
    await expect(change(data)).rejects.toThrow('never changes')
  await change({ reference: null, deletionNote: null })
  const erased = { deletionAnswer: 'deleted', deletionNote: null }
  expect(await prisma.grant.findFirst({ where })).toMatchObject(erased)
})

import { expect, test } from 'vitest'
import { OPERATOR } from '../../../src/modules/audit/audit.writes.ts'
import { revokeKey } from '../../../src/modules/keys/api-key-secret.writes.ts'
import { resumeEndpoint } from '../../../src/modules/webhooks/webhook.writes.ts'
import { idsOf, testEndpoint } from './delivery.fixtures.ts'

const { addEntries, clock, database, deliver, feed, of, receiver, stored } = testEndpoint()
const { prisma } = database

test('a key that has ended by revocation still tells which grants ended, and then nothing', async () => {
  addEntries(2, 2)
  await revokeKey(prisma, OPERATOR, { keyId: of.keyId })
  const ended = feed.add(of.keyId, 'client 0', 'grant.ended')
  feed.add(of.keyId, 'client 1')
  await deliver(of.hook.id)
  expect(idsOf(receiver.received)).toEqual([ended.id])
  await deliver(of.hook.id)
  expect(await stored()).toMatchObject({ state: 'paused', pausedBy: 'key' })
  await expect(
    resumeEndpoint(prisma, OPERATOR, of.hook.id, new Date(clock.ms)),
  ).rejects.toMatchObject({ code: 'state_conflict' })
})

test('a key that has ended by expiry gets nothing', async () => {
  addEntries(2, 2)
  feed.add(of.keyId, 'client 0', 'grant.ended')
  const expiresAt = new Date(clock.ms)
  await prisma.apiKey.updateMany({ where: { id: of.keyId }, data: { expiresAt } })
  await deliver(of.hook.id)
  expect([receiver.received, (await stored()).pausedBy]).toEqual([[], 'key'])
})

import { SCOPES } from '../../../src/access/scopes.ts'
import { operator } from '../../../src/modules/audit/audit.writes.ts'
import { createKey } from '../../../src/modules/keys/api-key.writes.ts'
import { lockPerson } from '../../../src/modules/staff/person-lock.writes.ts'
import { createToken } from '../../../src/modules/tokens/token.writes.ts'
import { createEndpoint, pauseEndpoint } from '../../../src/modules/webhooks/webhook.writes.ts'
import { createOutbound } from '../../../src/outbound/reach.ts'
import { createId } from '../../../src/values/ids.ts'
import { deriveSecret, type TestGateway } from '../../support/gateway.ts'
import { grantWith } from '../../support/portfolio.ts'
import { changedTerms, connectionOf, idOfLink, linkOf, terms } from './connections.fixtures.ts'
import { createFixtures, type Fixtures, invitationOf, memberOf } from './fixtures.ts'

/** The records that the mutations of the table act on. */
export type Subject = Awaited<ReturnType<typeof createSubject>>

/** Fixtures with a link and a token, and the digests of the terms that the pages of the client show. */
export async function createSubject(gateway: TestGateway) {
  const fixtures = await createFixtures(gateway.database)
  // Longer than the tests of a file take on a busy machine.
  const expiresAt = new Date(Math.ceil(Date.now() / 1000) * 1000 + 3_600_000)
  const by = operator(gateway.database.prisma)
  const { id: tokenId } = await createToken(by, { userId: fixtures.clientId })
  const { id: memberId } = await memberOf(gateway.database, fixtures.firmId, 'member')
  const { id: factorId } = await memberOf(gateway.database, fixtures.firmId, 'member')
  const { id: lockedId } = await memberOf(gateway.database, fixtures.firmId, 'member')
  await withFactor(gateway, factorId)
  await lockPerson(by, { userId: lockedId })
  const invitationId = await invitationOf(gateway.database, fixtures)
  const webhooks = await webhooksOf(gateway, fixtures.keyId)
  const link = await linkOf(gateway, fixtures, { scopes: SCOPES, expiresAt })
  const trial = { firmId: fixtures.firmId, name: 'Trial', environment: 'sandbox' } as const
  const made = { ...trial, scopes: SCOPES }
  const { id: sandboxKeyId } = await createKey(by, made)
  const sandboxLink = await linkOf(gateway, { ...fixtures, requestingKeyId: sandboxKeyId })
  const { client: key } = fixtures.bearer
  const approval = await terms(gateway, key, link)
  const changed = { grantId: fixtures.grantId, version: 1, scopes: ['detail'] }
  const change = await changedTerms(gateway, key, changed)
  return {
    ...fixtures,
    environment: 'production',
    sandboxKeyId,
    /** The same records of the sandbox key. */
    ofSandbox: {
      environment: 'sandbox',
      keyId: sandboxKeyId,
      linkId: idOfLink(sandboxLink),
      ...(await webhooksOf(gateway, sandboxKeyId)),
    },
    link,
    linkId: idOfLink(link),
    connectionId: await connectionOf(gateway, fixtures, 'declined'),
    tokenId,
    // Members whom no role is: without a second factor, with one, and locked out.
    memberId,
    factorId,
    lockedId,
    invitationId,
    ...webhooks,
    endedGrantId: await endedGrantOf(gateway, fixtures),
    // Of the approval and of the change in the table.
    approved: approval.input.termsDigest,
    changed: change.input.termsDigest,
  }
}

/** The subjects that the tests of a file share, by their worlds: each is made for the first that needs it. */
export function sharedSubjects(gateway: TestGateway): (world?: number) => Promise<Subject> {
  const made: Promise<Subject>[] = []
  return (world = 0) => {
    made[world] ??= createSubject(gateway)
    return made[world]
  }
}

async function withFactor({ database: { prisma } }: TestGateway, userId: string) {
  const secrets = { totpSecret: 'sealed', recoveryCodes: 'sealed' }
  await prisma.twoFactor.create({ data: { id: createId('event'), userId, ...secrets } })
  await prisma.user.update({ where: { id: userId }, data: { twoFactorEnabled: true } })
}

/** A grant of the client to the key that asks, revoked with a request for deletion. */
export async function endedGrantOf(
  { database }: Pick<TestGateway, 'database'>,
  { requestingKeyId, clientId }: Pick<Fixtures, 'requestingKeyId' | 'clientId'>,
): Promise<string> {
  const { id: grantId } = await grantWith(database, requestingKeyId, clientId)
  const at = new Date()
  const end = { state: 'revoked', revokedBy: 'client', revokedAt: at } as const
  const data = { ...end, deletionRequestedAt: at }
  await database.prisma.grant.updateMany({ where: { id: grantId }, data })
  return grantId
}

/** Two webhook endpoints of a key, of which one is paused, and an attempt. */
export async function webhooksOf({ database: { prisma } }: TestGateway, keyId: string) {
  const how = { outbound: createOutbound({}), sealKey: deriveSecret('webhooks') }
  const end = { generation: 'first', position: 0n }
  const create = (path: string) => {
    const endpoint = { keyId, url: `https://1.1.1.1/${path}`, end }
    return createEndpoint(operator(prisma, new Date()), endpoint, how)
  }
  const { id: endpointId } = await create('first')
  const { id: pausedEndpointId } = await create('second')
  await pauseEndpoint(operator(prisma, new Date()), pausedEndpointId)
  const attemptId = createId('attempt')
  const result = { type: 'test', result: 'delivered', status: 204 } as const
  const event = { entryId: createId('event'), ...result }
  await prisma.webhookAttempt.create({
    data: { id: attemptId, endpointId, ...event, milliseconds: 12 },
  })
  return { endpointId, pausedEndpointId, attemptId }
}

import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createAuthenticator } from '../../src/access/authenticator.ts'
import { createSessionCookies } from '../../src/access/session-cookie.ts'
import { createMemoryQuota } from '../../src/load/quota.ts'
import { createRequestContext } from '../../src/load/request-context.ts'
import { OPERATOR } from '../../src/modules/audit/audit.writes.ts'
import { revokeKey } from '../../src/modules/keys/api-key-secret.writes.ts'
import { testDatabase } from '../support/database.ts'
import { keyWith } from '../support/portfolio.ts'

const database = testDatabase()

test('a key that is revoked while its request waits for a slot is rejected', async () => {
  const { id, secret } = await keyWith(database)
  const acquire = async () => {
    await revokeKey(database.prisma, OPERATOR, { keyId: id })
    return () => {}
  }
  const authenticator = createAuthenticator(
    database.serving.pool,
    createMemoryQuota(),
    createSessionCookies('key', undefined),
    { concurrency: { acquire } },
  )
  const requestContext = createRequestContext(undefined, '192.0.2.1', new Date())
  const { partner } = await authenticator.identifyPartner(requestContext, `Bearer ${secret}`, null)
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  const admitted = authenticator.admit(requestContext, partner, response)
  await expect(admitted).rejects.toMatchObject({ code: 'revoked_api_key' })
})

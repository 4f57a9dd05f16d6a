import { expect, test } from 'vitest'
import { connectionOf } from '../graphql/portal/connections.fixtures.ts'
import { WATCH } from '../rest/records.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, keyWith, registryIds, tokenOf } from '../support/portfolio.ts'
import { importRequests, run } from './postman.ts'

const gateway = testGateway()
const { database } = gateway

test('every request that Postman imports is answered, once ids and credentials are real', async () => {
  const clientId = await clientWith(database, WATCH)
  const { watch = '' } = await registryIds(database, clientId)
  const { id: requestingKeyId, secret } = await keyWith(database)
  await grantWith(database, requestingKeyId, clientId)
  const people = { requestingKeyId, adminId: clientId, clientId }
  const connection = await connectionOf(gateway, people, 'declined')
  const token = await tokenOf(database, clientId)
  const replacements = {
    ids: { user_: clientId, 'ORY-': watch, connection_: connection },
    credentialOf: (path: string) => (path.startsWith('/plants') ? token : secret),
  }
  const answers: (readonly [string, number])[] = []
  for (const request of await importRequests())
    answers.push(await run(request, gateway.url(), replacements))
  expect(answers.filter(([, status]) => status >= 300)).toEqual([])
  expect(answers.length).toBe(11)
})

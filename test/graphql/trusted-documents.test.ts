import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { limitDocuments } from '../../src/modules/keys/api-key.writes.ts'
import {
  addTrustedDocuments,
  removeTrustedDocument,
} from '../../src/modules/trusted-documents/trusted-document.writes.ts'
import { assets } from '../rest/records.ts'
import { testGateway } from '../support/gateway.ts'
import { readerOf } from '../support/portfolio.ts'
import { testReader } from '../support/reader.ts'
import { codeOf } from './portal/fixtures.ts'

const gateway = testGateway()
const { database } = gateway
const PAGE = 'query Page($clientId: ID!) { portfolio(clientId: $clientId) { currency } }'
const PAGE_ID = createHash('sha256').update(PAGE).digest('hex')
const WHO = { id: 'who.1', name: 'Who', text: 'query Who { viewer { kind } }' }

const reader = testReader(gateway, assets(2))
let limited = { id: '', secret: '' }

const limit = (trustedDocumentsOnly: boolean) =>
  limitDocuments(operator(database.prisma), { keyId: limited.id, trustedDocumentsOnly })

beforeAll(async () => {
  limited = await readerOf(database, reader.clientId)
  await limit(true)
  const page = { id: PAGE_ID, name: 'Page', text: PAGE }
  await addTrustedDocuments(database.prisma, [page, WHO])
})

const post = (key: string, body: unknown) =>
  gateway.graphql('', { key, body: JSON.stringify(body) })
const persisted = (sha256Hash: unknown) => ({
  extensions: { persistedQuery: { version: 1, sha256Hash } },
})

describe('a request that names a trusted document', () => {
  test('runs it, by its id and by its hash, with the name of the hash and without', async () => {
    const ids = [PAGE_ID, `sha256:${PAGE_ID}`]
    for (const naming of ids.flatMap((id) => [{ documentId: id }, persisted(id)]))
      for (const key of [reader.key, limited.secret]) {
        const { json } = await post(key, { ...naming, variables: reader })
        expect(json.data).toEqual({ portfolio: { currency: 'USD' } })
      }
  })

  test('runs it by GET', async () => {
    const query = new URLSearchParams({ documentId: WHO.id })
    const { json } = await gateway.request(`/graphql?${query}`, { key: limited.secret })
    expect(json.data).toEqual({ viewer: { kind: 'partner' } })
  })
})

describe('a key that is limited to trusted documents', () => {
  test('runs no other document, and reads the REST paths as before', async () => {
    for (const body of [
      { query: WHO.text },
      { query: WHO.text, documentId: WHO.id },
      { query: '{ __schema { queryType { name } } }' },
      { documentId: 'who.2' },
    ]) {
      const answer = await post(limited.secret, body)
      expect([answer.status, codeOf(answer)]).toEqual([403, 'document_not_trusted'])
    }
    const path = `/api/v1/assets?client_id=${reader.clientId}`
    expect((await gateway.request(path, { key: limited.secret })).json.data).toHaveLength(2)
  })

  test('runs any document again after the operator has opened it', async () => {
    await limit(false)
    expect((await post(limited.secret, { query: WHO.text })).json.data).toBeDefined()
    await limit(true)
    expect(codeOf(await post(limited.secret, { query: WHO.text }))).toBe('document_not_trusted')
  })
})

test('an unknown document is explained', async () => {
  for (const documentId of ['nobody', `' OR 1=1 --`, 'a'.repeat(30_000), '']) {
    const answer = await post(reader.key, { documentId })
    expect([answer.status, codeOf(answer)]).toEqual([403, 'document_not_trusted'])
  }
  for (const body of [{ documentId: 7 }, persisted({ a: 1 }), { variables: {} }])
    expect(codeOf(await post(reader.key, body))).toBe('invalid_body')
})

// The documents that an operator can add are tested in test/cli/documents.test.ts.
// One that was asked for lately is run for five seconds more.
test('a document that is removed is not served, and cannot be removed again', async () => {
  await addTrustedDocuments(database.prisma, [{ id: 'brief', name: '', text: WHO.text }])
  await removeTrustedDocument(database.prisma, 'brief')
  expect(codeOf(await post(reader.key, { documentId: 'brief' }))).toBe('document_not_trusted')
  const again = removeTrustedDocument(database.prisma, 'brief')
  await expect(again).rejects.toMatchObject({ code: 'record_not_found' })
})

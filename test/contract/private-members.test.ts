import { PassThrough } from 'node:stream'
import { getIntrospectionQuery, isObjectType } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { parseScopes, SCOPES, type Scope } from '../../src/access/scopes.ts'
import type { Database } from '../../src/database/client.ts'
import { readServerSecret } from '../../src/database/server-secret.ts'
import { schema } from '../../src/graphql/schema.ts'
import { createLog } from '../../src/log.ts'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { createStaff } from '../../src/modules/people/person.writes.ts'
import { ROUTES } from '../../src/rest/router.ts'
import { createId } from '../../src/values/ids.ts'
import { type Call, type Reply, testGateway } from '../support/gateway.ts'
import { tokenOf } from '../support/portfolio.ts'
import { serviceWith } from '../support/service.ts'
import { sessionOf } from '../support/session.ts'
import { fullClient, grantedKey, signInRows } from './fixtures.ts'
import { objectType, selectAll } from './full-selection.ts'
import { privateMembers } from './private-members.ts'

const log: string[] = []
const lines = new PassThrough().on('data', (chunk) => log.push(String(chunk)))
const gateway = testGateway({ log: createLog({ logLevel: 'debug' }, lines) })
const { database } = gateway
const MEMBERS = privateMembers()

let client = { clientId: '', registryId: '' }
let connectionId = ''
let callers: string[] = []
let canaries: string[] = []

beforeAll(async () => {
  client = await fullClient(database)
  const sets: (readonly Scope[])[] = [SCOPES, ...SCOPES.map((scope) => parseScopes([scope]))]
  for (const scopes of sets) callers.push(await grantedKey(database, client.clientId, scopes))
  const person = { name: 'Sam Reed', email: 'sam@example.com' }
  const { id } = await createStaff(operator(database.prisma), person)
  callers.push(await tokenOf(database, client.clientId))
  connectionId = await connectionOf(client.clientId)
  canaries = [...callers, ...(await plantCanaries())]
  // Begun after the planting, which writes over the cookies of sessions.
  const sessions = [await sessionOf(database, client.clientId), await sessionOf(database, id)]
  callers = [...callers, ...sessions]
  canaries = [...canaries, ...sessions]
})

async function connectionOf(clientId: string): Promise<string> {
  const { prisma } = database
  const { keyId } = await prisma.grant.findFirstOrThrow({ orderBy: { createdAt: 'asc' } })
  const link = { id: createId('link'), keyId, createdBy: clientId, purpose: 'A report' }
  await prisma.connectionLink.createMany({
    data: { ...link, scopes: ['registry'], singleUse: true, expiresAt: new Date() },
  })
  const id = createId('connection')
  const answer = { answer: 'declined', answeredAt: new Date() } as const
  const visit = { linkId: link.id, clientId, connectionId: id, ...answer }
  await prisma.linkVisit.createMany({ data: visit })
  return id
}

/** Fills the private columns of texts with what is found nowhere else; gives that, and the hashes in every form. */
async function plantCanaries(): Promise<string[]> {
  await readServerSecret(database.pool)
  await signInRows(database, client.clientId)
  await webhookRow(database)
  await serviceWith(database)
  const found: string[] = []
  for (const { table, column, type } of MEMBERS) {
    if (type === 'String') {
      found.push(`canary-${table}-${column}`)
      await database.prisma.$transaction([
        // The values replace those of an import, so no version is due.
        database.prisma.$executeRaw`SET LOCAL change_log.off = 'on'`,
        database.prisma.$executeRawUnsafe(
          `UPDATE ${table} SET ${column} = 'canary-${table}-${column}'`,
        ),
      ])
    }
    const { rows } = await database.pool.query(`SELECT ${column} AS value FROM ${table}`)
    expect(rows.length).toBeGreaterThan(0)
    for (const { value } of rows.filter((row) => Buffer.isBuffer(row.value)))
      found.push(...(['hex', 'base64', 'base64url'] as const).map((form) => value.toString(form)))
  }
  return found
}

async function webhookRow({ prisma }: Database): Promise<void> {
  const { id: keyId } = await prisma.apiKey.findFirstOrThrow()
  const secrets = { sealedSecret: 'a', sealedPrevious: 'b', previousUntil: new Date() }
  const place = { generation: 'first', position: 0n, nextTryAt: new Date() }
  await prisma.webhookEndpoint.create({
    data: { id: createId('endpoint'), keyId, url: 'https://1.1.1.1/', ...secrets, ...place },
  })
}

function leaksIn({ text, headers }: Reply): string[] {
  const whole = `${text}\n${[...headers].join('\n')}`
  return canaries.filter((canary) => whole.includes(canary))
}

function addresses(query: string): string[] {
  return ROUTES.filter(({ method }) => method === 'get').map(({ parameters, path }) =>
    !('client_id' in parameters)
      ? path.replace(':id', connectionId)
      : `${path.replace(':registry_id', client.registryId)}?client_id=${client.clientId}${query}`,
  )
}

async function expectClean(path: string, call: Call = {}): Promise<Reply> {
  const reply = await gateway.request(path, call)
  expect(leaksIn(reply), path).toEqual([])
  return reply
}

function pagesOfOne(): Record<string, string> {
  const types = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type))
  const paged = types.flatMap((type) =>
    Object.values(type.getFields())
      .filter(({ args }) => args.some(({ name }) => name === 'first'))
      .map(({ name }) => `${type.name}.${name}`),
  )
  return Object.fromEntries(paged.map((field) => [field, '(first: 1)']))
}

const graphql = (query: string, variables = {}) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ query, variables }),
})

describe('private members are never sent', () => {
  const QUERIES = [
    ...['', '&include=valuations,documents', '&updated_since=2020-01-01'],
    ...['&page=0', '&x=1', '&min_value=1'],
  ]

  test('by any path of REST, with valid and invalid requests', async () => {
    const served = new Set<string>()
    for (const key of [...callers, '']) {
      // A caller that is rejected on every path is rejected once on each.
      const queries = key.startsWith('sk_') ? QUERIES : QUERIES.slice(0, 1)
      for (const address of queries.flatMap((query) => addresses(query))) {
        if ((await expectClean(address, { key })).status === 200) served.add(address)
      }
    }
    expect([...served]).toEqual(expect.arrayContaining(addresses('')))
  })

  test('by the plant store', async () => {
    const headers = { 'Content-Type': 'application/json' }
    for (const key of callers.filter((caller) => caller.startsWith('pat_'))) {
      for (const body of ['{"id":1,"name":"Fern"}', '{"id":1,"name":"Fern"}', '{'])
        await expectClean('/plants', { key, method: 'POST', headers, body })
      await expectClean('/plants', { key })
      for (const _ of [1, 2]) await expectClean('/plants/1', { key, method: 'DELETE' })
    }
  })

  test('by GraphQL, with every field selected', async () => {
    const portfolio = selectAll(objectType(schema, 'Portfolio'), {
      'Portfolio.asset': `(registryId: "${client.registryId}")`,
      'Portfolio.assets': '(first: 10)',
    })
    const few = pagesOfOne()
    const firm = selectAll(objectType(schema, 'Firm'), few)
    const viewer = selectAll(objectType(schema, 'Viewer'), few, [objectType(schema, 'Firm')])
    const grants = selectAll(objectType(schema, 'PartnerGrant'), few)
    const documents = [
      `{ viewer { id firm { name } } portfolio(clientId: "${client.clientId}")${portfolio} }`,
      `{ viewer${viewer} }`,
      `{ viewer { firm${firm} } }`,
      `{ connectedApps(first: 5) { nodes${grants} } accessTokens { id reference } grantChoices { assets { title } } }`,
      `{ portfolios(first: 1) { nodes${portfolio} } }`,
      '{ plants { nodes { id name tag } } }',
    ]
    for (const key of [...callers, '']) {
      for (const document of documents) {
        const { text } = await expectClean('/graphql', { key, ...graphql(document) })
        expect(text).not.toContain('document_too_costly')
      }
    }
    const { json } = await expectClean('/graphql', {
      key: callers[0] ?? '',
      ...graphql(documents[0] ?? ''),
    })
    expect(json.data.portfolio.asset.estate.shareLinks).toHaveLength(1)
  })

  test('by an error of GraphQL', async () => {
    const asking = MEMBERS.map(
      ({ member }) => `{ portfolios { nodes { assets { nodes { ${member} } } } } }`,
    )
    const documents = [
      ...asking,
      '{ portfolio(clientId: "user_x") { currency } }',
      `{ portfolio(clientId: "${client.clientId}") { asset(registryId: "x\\u0000") { title } } }`,
      `{ portfolio(clientId: "${client.clientId}") { assets(after: "x") { totalCount } } }`,
      '{{',
    ]
    for (const key of callers) {
      for (const document of documents) {
        const { json } = await expectClean('/graphql', { key, ...graphql(document) })
        expect(json.errors[0].extensions.code).not.toBe('internal_error')
      }
    }
  })

  test('by the schema or the portal pages', async () => {
    const introspection = await expectClean('/graphql', graphql(getIntrospectionQuery()))
    expect(introspection.json.data.__schema.types.length).toBeGreaterThan(10)
    for (const path of ['/graphql', '/', '/healthz', '/readyz', '/nowhere'])
      expect((await expectClean(path, { headers: { Accept: 'text/html' } })).status).not.toBe(429)
  })

  test('by an internal error, or its log line', async () => {
    const [key = ''] = callers
    await database.pool.query('ALTER TABLE assets RENAME TO assets_gone')
    const reply = await expectClean(`/api/v1/assets?client_id=${client.clientId}&page=1`, { key })
    await database.pool.query('ALTER TABLE assets_gone RENAME TO assets')
    expect(reply.status).toBe(500)
    expect(log.join('')).toContain('internal error')
  })

  test('by the log', () => {
    expect(log.length).toBeGreaterThan(100)
    expect(canaries.filter((canary) => log.join('').includes(canary))).toEqual([])
  })

  test('the search would find what is stored', async () => {
    const texts = MEMBERS.filter(({ type }) => type === 'String')
    for (const { table, column } of texts) {
      const { rows } = await database.pool.query(`SELECT ${column} AS value FROM ${table} LIMIT 1`)
      expect(canaries).toContain(rows[0].value)
    }
    expect(canaries.length).toBeGreaterThan(callers.length * 4)
  })
})

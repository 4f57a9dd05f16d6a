import { readdirSync, readFileSync } from 'node:fs'
import { type FieldNode, Kind, parse, visit } from 'graphql'
import { beforeAll, expect, test, vi } from 'vitest'
import { costOf } from '../../../src/graphql/operation-cost.ts'
import { schema } from '../../../src/graphql/schema.ts'
import { operator } from '../../../src/modules/audit/audit.writes.ts'
import { createFirm } from '../../../src/modules/firms/firm.writes.ts'
import { testGateway } from '../../support/gateway.ts'
import { passNoTime } from '../../support/no-time.ts'
import { clientWith, grantWith, keyWith, registryIds } from '../../support/portfolio.ts'
import { sessionOf } from '../../support/session.ts'
import { linkOf } from './connections.fixtures.ts'
import { dataOf, memberOf } from './fixtures.ts'

const KEYS = 3
const CLIENTS = 4
passNoTime()
const gateway = testGateway()
const { database } = gateway
const statements = vi.spyOn(gateway.serving.pool, 'query')
let firmId = ''
let admin = ''
let client = ''

beforeAll(async () => {
  const { prisma } = database
  firmId = (await createFirm(operator(prisma), { name: 'Hale Estates', plan: 'enterprise' })).id
  const { id: adminId } = await memberOf(database, firmId, 'admin')
  admin = await sessionOf(database, adminId)
  const clients = []
  for (let i = 0; i < CLIENTS; i++) {
    const asset = { type: 'asset', ref: 'a', title: `Watch ${i}`, category: 'watches' }
    clients.push(await clientWith(database, [asset]))
  }
  for (let i = 0; i < KEYS; i++) {
    const { id } = await keyWith(database, { firmId })
    await linkOf(gateway, { requestingKeyId: id, adminId })
    for (const clientId of clients) {
      const ids = Object.values(await registryIds(database, clientId))
      await grantWith(database, id, clientId, { filter: { type: 'items', registryIds: ids } })
    }
  }
  client = await sessionOf(database, clients[0] ?? '')
})

async function count(key: string, text: string) {
  statements.mockClear()
  const data = await dataOf(gateway, key, text)
  // Who calls is asked first, and again after a result that took long.
  const texts = statements.mock.calls.map(([statement]) => JSON.stringify(statement))
  const others = texts.filter((text) => !text.includes('FROM sessions s'))
  return { statements: 1 + others.length, data }
}

const USAGE = 'usage { total }'
const EVENTS =
  'auditEvents(first: 2) { totalCount nodes { actor changes { member after { text values { value label } } } } }'
const GRANT = `id effectiveScopes lastReadAt ${USAGE} ${EVENTS} filter { values { label } } key { reference } client { name }
  consents(first: 2) { nodes { sentence } }`
const KEY = `id createdBy clientCount lastUsedAt secrets { reference } ${USAGE} errorGroups { code } ${EVENTS}
  firm { plan clientCount }`

test('the statements for keys and their grants do not grow with their number', async () => {
  const counts = []
  for (const [keys, grants] of [
    [1, 1],
    [2, 4],
    [KEYS, CLIENTS],
  ]) {
    const text = `{ apiKeys(firmId: "${firmId}", first: ${keys}) { totalCount nodes {
      ${KEY} grants(first: ${grants}) { totalCount nodes { ${GRANT} } } } } }`
    const { statements, data } = await count(admin, text)
    expect(data.apiKeys.nodes).toHaveLength(keys ?? 0)
    for (const { grants: page } of data.apiKeys.nodes) {
      expect(page.nodes).toHaveLength(grants ?? 0)
      expect(page.totalCount).toBe(CLIENTS)
    }
    counts.push(statements)
  }
  // Who calls; the firm; the ids of its keys, the keys, their firm and secrets, and their count; who
  // created them; their clients; the ids of events, the events, their actors and count; when last
  // used, usage and errors; the firm's status with the reader's role, and its clients; which keys the
  // reader sees, the ids of their grants, the grants, their keys, firms, secrets, portfolios and
  // clients, and their count; when last read and usage; the ids of the grants' events, the events,
  // their actors and count; what their clients agreed to.
  expect(counts).toEqual([34, 34, 34])
})

test('the statements for the clients of a firm do not grow with their number', async () => {
  const counts = []
  for (const first of [6, KEYS * (CLIENTS + 1)]) {
    const text = `{ firmClients(firmId: "${firmId}", first: ${first}) { nodes { key { name clientCount }
      grant { lastReadAt deletionRequest { id } filter { count } client { name } }
      link { path createdBy answeredCount visits { clientName } } } } }`
    const { statements, data } = await count(admin, text)
    expect(data.firmClients.nodes).toHaveLength(first)
    counts.push(statements)
  }
  expect(counts[0]).toBe(counts[1])
})

test('the statements for a client’s grants do not grow with their number', async () => {
  const counts = []
  for (const first of [1, 2, KEYS]) {
    const text = `{ connectedApps(first: ${first}) { totalCount nodes { ${GRANT} reads { nodes { hour } } } } }`
    const { statements, data } = await count(client, text)
    expect(data.connectedApps.nodes).toHaveLength(first)
    expect(data.connectedApps.nodes[0].filter.values).toEqual([{ label: 'Watch 0' }])
    counts.push(statements)
  }
  // Who calls; the ids of the grants, the grants, their keys, firms, secrets, portfolios and clients,
  // and their count; the ids of their events, the events, their actors and count, the titles of the
  // events and of the filters; when last read, usage and the read log; what was agreed to.
  expect(counts).toEqual([18, 18, 18])
})

const texts = readdirSync('src/portal', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.graphql'))
  .map((file) => readFileSync(`src/portal/${file}`, 'utf8'))
// As the client sends it: with `__typename` in each selection.
const TYPENAME: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } }
const document = visit(parse(texts.join('\n')), {
  SelectionSet: (set) => ({ ...set, selections: [...set.selections, TYPENAME] }),
})
const names = document.definitions.flatMap((definition) =>
  definition.kind === 'OperationDefinition' && definition.name ? [definition.name.value] : [],
)

// A page whose document is refused shows nothing at all.
test('the documents of the portal may have all of their fields, and count as few requests', () => {
  expect(names.length).toBeGreaterThan(50)
  const costly = names.filter(
    (name) =>
      costOf(schema, document, name, { first: 100, counted: true, isNamed: true }).requests > 10,
  )
  expect(costly).toEqual([])
})

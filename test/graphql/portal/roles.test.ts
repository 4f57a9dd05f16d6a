import { describe, expect, test } from 'vitest'
import { SCOPES } from '../../../src/access/scopes.ts'
import type { ErrorCode } from '../../../src/errors.ts'
import { schema } from '../../../src/graphql/schema.ts'
import { OPERATOR } from '../../../src/modules/audit/audit.writes.ts'
import { createToken } from '../../../src/modules/tokens/token.writes.ts'
import { PORTAL } from '../../contract/portal.table.ts'
import { testGateway } from '../../support/gateway.ts'
import { linkOf } from './connections.fixtures.ts'
import {
  codeOf,
  createFixtures,
  type Fixtures,
  newIdempotencyKey,
  ROLES,
  type Role,
} from './fixtures.ts'

const gateway = testGateway()
const { database } = gateway

/** What each role gets, in the order of ROLES; the tokens, which no field of the portal serves, are left out. */
type Row = string

const MEANS: Readonly<Record<string, ErrorCode | null>> = {
  yes: null,
  no: 'caller_not_allowed',
  '?': 'record_not_found',
  '401': 'missing_api_key',
}

//                   admin member outsider client other staff partner anonymous
const FIRM: Row = '   yes   yes    ?        ?      ?     yes   no      401'
const MANAGED: Row = 'yes   no     ?        ?      ?     no    no      401'
const GRANT: Row = '  yes   yes    ?        yes    ?     yes   no      401'
const GIVEN: Row = '  no    no     ?        yes    ?     no    no      401'
const RETURNED: Row = 'yes  no     ?        no     ?     no    no      401'
const READ_LOG: Row = 'no   no     ?        yes    ?     yes   no      401'
const CLIENT: Row = ' ?     ?      ?        yes    ?     yes   no      401'
const OWNER: Row = '  ?     ?      ?        yes    ?     ?     no      401'
const CLIENTS: Row = 'no    no     no       yes    yes   no    no      401'
const OWN: Row = '    no    no     no       yes    ?     no    no      401'
const ANYONE: Row = ' yes   yes    yes      yes    yes   yes   no      401'

interface Subject extends Fixtures {
  readonly link: string
  readonly tokenId: string
}

interface Operation {
  readonly row: Row
  readonly text: (of: Subject) => string
}

const QUERIES: Readonly<Record<string, Operation>> = {
  firm: {
    row: FIRM,
    text: (of) => `firm(id: "${of.firmId}") { name plan clientCount keyManagement }`,
  },
  firms: { row: ANYONE, text: () => 'firms { totalCount nodes { name } }' },
  apiKeys: {
    row: FIRM,
    text: (of) => `apiKeys(firmId: "${of.firmId}") { totalCount nodes { name } }`,
  },
  apiKey: { row: FIRM, text: (of) => `apiKey(id: "${of.keyId}") { name grants { nodes { id } } }` },
  connectedApps: {
    row: CLIENT,
    text: (of) => `connectedApps(clientId: "${of.clientId}") { totalCount nodes { id } }`,
  },
  grant: { row: GRANT, text: (of) => `grant(id: "${of.grantId}") { scopes key { name } }` },
  'grant.reads': {
    row: READ_LOG,
    text: (of) => `grant(id: "${of.grantId}") { reads { nodes { hour } } }`,
  },
  connectionRequest: {
    row: ANYONE,
    text: (of) => `connectionRequest(link: "${of.link}") { purpose problem activeGrant { id } }`,
  },
  grantPreview: {
    row: CLIENTS,
    text: (of) =>
      `grantPreview(link: "${of.link}", scopes: [detail], filter: { type: all }) { assetCount }`,
  },
  'grantPreview of a grant': {
    row: OWN,
    text: (of) =>
      `grantPreview(grantId: "${of.grantId}", scopes: [detail], filter: { type: all }) { assetCount }`,
  },
  grantChoices: { row: CLIENTS, text: () => 'grantChoices { assets { title } }' },
  accessTokens: { row: ANYONE, text: () => 'accessTokens { reference }' },
  signInEvents: { row: ANYONE, text: () => 'signInEvents { totalCount nodes { action } }' },
  auditEvents: {
    row: FIRM,
    text: (of) => `auditEvents(firmId: "${of.firmId}") { totalCount nodes { action } }`,
  },
  'auditEvents of a client': {
    row: CLIENT,
    text: (of) => `auditEvents(clientId: "${of.clientId}") { nodes { action } }`,
  },
  'auditEvents, own': { row: ANYONE, text: () => 'auditEvents { nodes { action } }' },
  usage: { row: FIRM, text: (of) => `usage(firmId: "${of.firmId}") { total }` },
  'usage of a key': { row: FIRM, text: (of) => `usage(keyId: "${of.keyId}") { total }` },
  'usage of a grant': { row: GRANT, text: (of) => `usage(grantId: "${of.grantId}") { total }` },
}

const MUTATIONS: Readonly<Record<string, Operation>> = {
  createApiKey: {
    row: MANAGED,
    text: (of) => `createApiKey(input: {
      firmId: "${of.firmId}", name: "New", environment: sandbox, scopes: [estate], idempotencyKey: "${newIdempotencyKey()}" }) { secret }`,
  },
  updateApiKey: {
    row: MANAGED,
    text: (of) => `updateApiKey(input: { keyId: "${of.keyId}", name: "Renamed" }) { name }`,
  },
  rollApiKey: {
    row: MANAGED,
    text: (of) =>
      `rollApiKey(input: { keyId: "${of.keyId}", overlap: one_hour, idempotencyKey: "${newIdempotencyKey()}" }) { secret }`,
  },
  revokeApiKey: { row: MANAGED, text: (of) => `revokeApiKey(keyId: "${of.keyId}") { state }` },
  createConnectionLink: {
    row: MANAGED,
    text: (of) => `createConnectionLink(input: {
      keyId: "${of.keyId}", scopes: [valuation], purpose: "A yearly report" }) { path }`,
  },
  declineConnection: { row: CLIENTS, text: (of) => `declineConnection(link: "${of.link}")` },
  createGrant: {
    row: CLIENTS,
    text: (of) => `createGrant(input: {
      link: "${of.link}", scopes: [registry], filter: { type: all } }) { id }`,
  },
  updateGrant: {
    row: GIVEN,
    text: (of) =>
      `updateGrant(input: { grantId: "${of.grantId}", version: 1, scopes: [detail] }) { version }`,
  },
  revokeGrant: { row: GIVEN, text: (of) => `revokeGrant(grantId: "${of.grantId}") { state }` },
  returnGrant: {
    row: RETURNED,
    text: (of) => `returnGrant(grantId: "${of.grantId}") { state }`,
  },
  createAccessToken: {
    row: ANYONE,
    text: () =>
      `createAccessToken(input: { name: "CI", idempotencyKey: "${newIdempotencyKey()}" }) { secret }`,
  },
  revokeAccessToken: {
    row: OWNER,
    text: (of) => `revokeAccessToken(tokenId: "${of.tokenId}") { revokedAt }`,
  },
}

async function subject(): Promise<Subject> {
  const fixtures = await createFixtures(database)
  const expiresAt = new Date(Math.ceil(Date.now() / 1000) * 1000 + 60_000)
  const { id: tokenId } = await createToken(database.prisma, OPERATOR, {
    userId: fixtures.clientId,
  })
  return { ...fixtures, link: linkOf(fixtures, { scopes: SCOPES, expiresAt }), tokenId }
}

function answers({ row }: Operation): Record<Role, ErrorCode | null> {
  const cells = row.trim().split(/\s+/)
  return Object.fromEntries(
    ROLES.map((role, i) => {
      const meant = MEANS[role.endsWith('Token') ? 'no' : (cells[i] ?? '')]
      if (meant === undefined) throw new Error(`no such cell: ${cells[i]}`)
      return [role, meant]
    }),
  ) as Record<Role, ErrorCode | null>
}

async function ask(kind: string, operation: Operation, of: Subject) {
  const found: Record<string, string | null> = {}
  for (const role of ROLES) {
    const document = `${kind} { ${operation.text(of)} }`
    const key = of.bearer[role]
    const events = await database.prisma.auditEvent.count()
    found[role] = codeOf(await gateway.graphql(document, { ...(key && { key }) }))
    const recorded = (await database.prisma.auditEvent.count()) - events
    // A rejected request leaves no trace.
    if (found[role] !== null) expect(recorded, role).toBe(0)
    else if (kind === 'mutation') expect(recorded, role).toBeGreaterThan(0)
  }
  return found
}

describe('who may read', () => {
  test.each(Object.entries(QUERIES))('%s', async (_name, operation) => {
    expect(await ask('query', operation, await subject())).toEqual(answers(operation))
  })
})

describe('who may change', () => {
  test.each(Object.entries(MUTATIONS))('%s', async (_name, operation) => {
    expect(await ask('mutation', operation, await subject())).toEqual(answers(operation))
  })
})

test('the tables have every field of the portal, each with its callers', () => {
  const words = (text: string) => text.split(' ').sort()
  const roots = (table: object) => Object.keys(table).filter((name) => /^\w+$/.test(name))
  expect(roots(QUERIES).sort()).toEqual(words(PORTAL.Query))
  expect(roots(MUTATIONS).sort()).toEqual(words(PORTAL.Mutation))
  const fields = { ...schema.getQueryType()?.getFields(), ...schema.getMutationType()?.getFields() }
  for (const name of [...words(PORTAL.Query), ...words(PORTAL.Mutation)])
    expect(fields[name]?.extensions.pothosOptions, name).toHaveProperty('authScopes')
})

test('an unknown id gets the same error as an id of someone else', async () => {
  const of = await subject()
  const unknown = { firm: 'firm', apiKey: 'key', grant: 'grant' }
  for (const [field, noun] of Object.entries(unknown)) {
    const replies = []
    for (const id of [`${noun}_01ARZ3NDEKTSV4RRFFQ69G5FAV`, of[`${noun as 'firm'}Id`]]) {
      const call = { key: of.bearer.outsider, headers: { 'X-Request-Id': 'same' } }
      replies.push((await gateway.graphql(`{ ${field}(id: "${id}") { id } }`, call)).text)
    }
    expect(replies[0]).toBe(replies[1])
  }
})

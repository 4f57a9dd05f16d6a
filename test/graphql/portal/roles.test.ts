import { describe, expect, test } from 'vitest'
import type { ErrorCode } from '../../../src/errors.ts'
import { schema } from '../../../src/graphql/schema.ts'
import { PORTAL } from '../../contract/portal.table.ts'
import { testGateway } from '../../support/gateway.ts'
import { ACTIONS } from './actions.ts'
import { codeOf, newIdempotencyKey, ROLES, type Role } from './fixtures.ts'
import { type Subject, sharedSubjects } from './subject.ts'

const gateway = testGateway({ sendsMail: true })
const { database } = gateway
const subjectOf = sharedSubjects(gateway)

/** What each role gets, in the order of ROLES; the tokens, which no field of the portal serves, are left out. */
type Row = string

const MEANS: Readonly<Record<string, ErrorCode | null>> = {
  yes: null,
  no: 'caller_not_allowed',
  '?': 'record_not_found',
  '401': 'missing_api_key',
  // The terms were shown to the client, and this is another person.
  shown: 'terms_changed',
  // The key is one of production.
  live: 'sandbox_only',
}

//                   admin member outsider client other staff partner anonymous
const FIRM: Row = '   yes   yes    ?        ?      ?     yes   no      401'
const MANAGED: Row = 'yes   no     ?        ?      ?     no    no      401'
const SANDBOX: Row = 'yes  no     ?        ?      ?     no    live    401'
// The admin has deleted it before the others try.
const DELETED: Row = 'yes   ?      ?        ?      ?     ?     no      401'
const GRANT: Row = '  yes   yes    ?        yes    ?     yes   no      401'
const GIVEN: Row = '  no    no     ?        yes    ?     no    no      401'
const RETURNED: Row = 'yes  no     ?        no     ?     no    no      401'
const READ_LOG: Row = 'no   no     ?        yes    ?     yes   no      401'
const CLIENT: Row = ' ?     ?      ?        yes    ?     yes   no      401'
const OWNER: Row = '  ?     ?      ?        yes    ?     ?     no      401'
const CLIENTS: Row = 'no    no     no       yes    yes   no    no      401'
const APPROVED: Row = 'no   no     no       yes    shown no    no      401'
const OWN: Row = '    no    no     no       yes    ?     no    no      401'
const MEMBERS: Row = 'yes  no     ?        ?      ?     yes   no      401'
const STAFF: Row = '  no   no     no       no     no    yes   no      401'
const ANYONE: Row = ' yes   yes    yes      yes    yes   yes   no      401'

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
  assetGrants: {
    row: CLIENT,
    text: (of) =>
      `assetGrants(clientId: "${of.clientId}", registryId: "${of.ids.watch}") { nodes { id key { firmName } } }`,
  },
  grant: { row: GRANT, text: (of) => `grant(id: "${of.grantId}") { scopes key { name } }` },
  'grant.reads': {
    row: READ_LOG,
    text: (of) => `grant(id: "${of.grantId}") { reads { nodes { hour } } }`,
  },
  connectionRequest: {
    row: ANYONE,
    text: (of) =>
      `connectionRequest(link: "${of.link}") { asked { purpose } problem activeGrant { id } }`,
  },
  'apiKey.connectionLinks': {
    row: FIRM,
    text: (of) =>
      `apiKey(id: "${of.requestingKeyId}") { connectionLinks { nodes { state path visits { clientName } } } }`,
  },
  'apiKey.requestLog': {
    row: FIRM,
    text: (of) =>
      `apiKey(id: "${of.keyId}") { errorGroups { daily } requestLog { totalCount nodes { parameters key { name } } } }`,
  },
  loggedRequests: {
    row: ANYONE,
    text: () => 'loggedRequests(requestId: "nightly") { requestId }',
  },
  'apiKey.webhookEndpoints': {
    row: FIRM,
    text: (of) =>
      `apiKey(id: "${of.keyId}") { webhookEndpoints { url attempts { nodes { result } } auditEvents { nodes { action } } } }`,
  },
  'grant.consents': {
    row: GRANT,
    text: (of) => `grant(id: "${of.grantId}") { consents { nodes { sentence } } }`,
  },
  'grant.receipt': {
    row: GRANT,
    text: (of) => `grant(id: "${of.grantId}") { receipt(name: "1") { sentence } reviewDueAt }`,
  },
  consentTerms: {
    row: CLIENTS,
    text: (of) =>
      `consentTerms(input: { link: "${of.link}", scopes: [registry], filter: { type: all } }) { sentence }`,
  },
  'consentTerms of a grant': {
    row: GIVEN,
    text: (of) =>
      `consentTerms(input: { grantId: "${of.grantId}", scopes: [registry], filter: { type: all } }) { sentence }`,
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
  firmMembers: {
    row: MEMBERS,
    text: (of) => `firmMembers(firmId: "${of.firmId}") { members { email } invitations { email } }`,
  },
  staffSearch: {
    row: STAFF,
    text: (of) => `staffSearch(text: "${of.firmId}") { firms { name } clients { name } }`,
  },
  personAccount: {
    row: STAFF,
    text: (of) => `personAccount(userId: "${of.adminId}") { email memberships { role } }`,
  },
  client: { row: STAFF, text: (of) => `client(id: "${of.clientId}") { name }` },
  mailSettings: { row: ANYONE, text: () => 'mailSettings { language choices { topic isWanted } }' },
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
  sandboxScenario: {
    row: SANDBOX,
    text: (of) => ACTIONS.sandboxScenario?.text(of) ?? '',
  },
  createConnectionLink: {
    row: MANAGED,
    text: (of) => `createConnectionLink(input: {
      keyId: "${of.keyId}", scopes: [valuation], purpose: "A yearly report" }) { path }`,
  },
  revokeConnectionLink: {
    row: MANAGED,
    text: (of) => `revokeConnectionLink(linkId: "${of.linkId}") { state }`,
  },
  ...Object.fromEntries(
    [
      'createWebhookEndpoint',
      'rollWebhookSecret',
      'pauseWebhookEndpoint',
      'resumeWebhookEndpoint',
      'sendWebhookTest',
      'sendWebhookAgain',
      'inviteMember',
      'withdrawMemberInvitation',
      'setMemberRole',
      'removeMember',
    ].map((name) => [name, { row: MANAGED, text: (of: Subject) => ACTIONS[name]?.text(of) ?? '' }]),
  ),
  ...Object.fromEntries(
    ['lockPerson', 'unlockPerson', 'sendInvitation', 'resetFactors'].map((name) => [
      name,
      { row: STAFF, text: (of: Subject) => ACTIONS[name]?.text(of) ?? '' },
    ]),
  ),
  deleteWebhookEndpoint: {
    row: DELETED,
    text: (of) => ACTIONS.deleteWebhookEndpoint?.text(of) ?? '',
  },
  declineConnection: { row: CLIENTS, text: (of) => `declineConnection(link: "${of.link}")` },
  createGrant: {
    row: APPROVED,
    text: (of) => `createGrant(input: {
      link: "${of.link}", scopes: [registry], filter: { type: all }, termsDigest: "${of.approved}" }) { id }`,
  },
  updateGrant: {
    row: GIVEN,
    text: (of) =>
      `updateGrant(input: { grantId: "${of.grantId}", version: 1, scopes: [detail], termsDigest: "${of.changed}" }) { version }`,
  },
  revokeGrant: { row: GIVEN, text: (of) => `revokeGrant(grantId: "${of.grantId}") { state }` },
  confirmGrant: { row: GIVEN, text: (of) => `confirmGrant(grantId: "${of.grantId}") { state }` },
  narrowGrant: { row: RETURNED, text: (of) => ACTIONS.narrowGrant?.text(of) ?? '' },
  returnGrant: { row: RETURNED, text: (of) => `returnGrant(grantId: "${of.grantId}") { state }` },
  answerDeletion: { row: RETURNED, text: (of) => ACTIONS.answerDeletion?.text(of) ?? '' },
  setFirmIdentity: { row: STAFF, text: (of) => ACTIONS.setFirmIdentity?.text(of) ?? '' },
  chooseMail: { row: ANYONE, text: (of) => ACTIONS.chooseMail?.text(of) ?? '' },
  chooseMailLanguage: { row: ANYONE, text: (of) => ACTIONS.chooseMailLanguage?.text(of) ?? '' },
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
    expect(await ask('query', operation, await subjectOf())).toEqual(answers(operation))
  })
})

describe('who may change', () => {
  test.each(Object.entries(MUTATIONS))('%s', async (name, operation) => {
    const of = await subjectOf(ACTIONS[name]?.world)
    expect(await ask('mutation', operation, of)).toEqual(answers(operation))
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
  const of = await subjectOf()
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

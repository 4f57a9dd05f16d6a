import { beforeAll, expect, test } from 'vitest'
import { schema } from '../../src/graphql/schema.ts'
import { addRequests } from '../../src/modules/usage/request.writes.ts'
import { createId } from '../../src/values/ids.ts'
import { createSubject, type Subject } from '../graphql/portal/subject.ts'
import { requestRow } from '../modules/usage/request-row.ts'
import { testGateway } from '../support/gateway.ts'
import { walkToPersons } from './staff-reads.ts'

const gateway = testGateway({ sendsMail: true })
const { prisma } = gateway.database
const REQUEST = 'request_walk'

/** The types that show a name or data of a person, with all that is below them. */
const PERSONS = new Set(
  `AuditEvent Change ClientDocument ConnectionOutcome ConnectionRequest ConsentTerms EndedGrant FirmMember FoundClient
  FoundPerson GrantChoices GrantPreview LinkVisit LoggedRequest MemberInvitation PartnerGrant Person PersonAccount Plant
  Portfolio SignInEvent`.split(/\s+/),
)

/** The fields that lead to them without serving staff, or show only the caller or the firm. */
const NOT_OF_OTHERS: Readonly<Record<string, string>> = {
  'Query.changes': 'keys',
  'Query.connection': 'keys',
  'Query.connectionRequest': 'what the firm asks, and the own grants of the caller',
  'Query.consentTerms': 'the client',
  'Query.endedGrants': 'keys',
  'Query.expiringDocuments': 'keys',
  'Query.grantChoices': 'the client',
  'Query.grantPreview': 'the client',
  'Query.newestChanges': 'keys',
  'Query.plants': 'the owner',
  'Query.signInEvents': 'the own activity of the caller',
  'Viewer.person': 'the caller',
}

/** All other texts outside of these types: words of firms, of operators and of the gateway. */
const TEXTS_OF_NOBODY = `
  AccessToken.name AccessToken.reference ApiKey.allowedIps ApiKey.createdBy ApiKey.name ApiKey.returnUrls
  ConnectionLink.createdBy ConnectionLink.email ConnectionLink.path ConnectionLink.purpose ConnectionLink.reference
  ConnectionLink.returnUrl CurrencyTotals.currency
  ErrorGroup.code ErrorGroup.endpoint ErrorGroup.lastRequestId Firm.name FirmIdentity.contact FirmIdentity.registration
  FirmIdentity.website KeySecret.reference PlatformCount.name PortfolioFigures.currency
  PortfolioFigures.firmId PortfolioFigures.firmName PortfolioTotals.nextCursor Viewer.name Viewer.version WebhookAttempt.eventId WebhookAttempt.type
  WebhookEndpoint.createdBy WebhookEndpoint.url`
  .trim()
  .split(/\s+/)

interface Read {
  readonly text: (of: Subject) => string
  /** The person of whom a read is recorded. The client by default. */
  readonly whose?: (of: Subject) => string
}

const EVENTS = 'auditEvents(first: 100) { nodes { personName } }'
const search = (text: string, selection: string) => `staffSearch(text: "${text}") { ${selection} }`
const ofKey = (selection: string) => (of: Subject) => `apiKey(id: "${of.keyId}") { ${selection} }`

const READS: Readonly<Record<string, Read>> = {
  'ApiKey.auditEvents': { text: ofKey(EVENTS) },
  'ApiKey.grants': { text: ofKey('grants { nodes { client { name } } }') },
  'ConnectionLink.visits': {
    text: (of) =>
      `firmClients(firmId: "${of.firmId}", only: link_open) { nodes { link { visits { clientName } } } }`,
  },
  'Firm.auditEvents': { text: (of) => `firm(id: "${of.firmId}") { ${EVENTS} }` },
  'FirmClient.grant': {
    text: (of) => `firmClients(firmId: "${of.firmId}") { nodes { grant { client { name } } } }`,
  },
  'FirmMembers.invitations': {
    text: (of) => `firmMembers(firmId: "${of.firmId}") { invitations { name } }`,
  },
  'FirmMembers.members': {
    text: (of) => `firmMembers(firmId: "${of.firmId}") { members { name } }`,
    whose: ({ adminId }) => adminId,
  },
  'Query.assetGrants': {
    text: (of) =>
      `assetGrants(clientId: "${of.clientId}", registryId: "${of.ids.watch}") { nodes { id } }`,
  },
  'Query.auditEvents': {
    text: (of) => `auditEvents(clientId: "${of.clientId}") { nodes { personName } }`,
  },
  'Query.client': { text: (of) => `client(id: "${of.clientId}") { name }` },
  'Query.connectedApps': {
    text: (of) => `connectedApps(clientId: "${of.clientId}") { nodes { client { name } } }`,
  },
  'Query.grant': { text: (of) => `grant(id: "${of.grantId}") { client { name } }` },
  'Query.loggedRequests': { text: () => `loggedRequests(requestId: "${REQUEST}") { clientId }` },
  'Query.personAccount': { text: (of) => `personAccount(userId: "${of.clientId}") { name }` },
  'Query.portfolio': { text: (of) => `portfolio(clientId: "${of.clientId}") { client { name } }` },
  'Query.portfolios': { text: () => 'portfolios(first: 100) { nodes { client { name } } }' },
  'Query.requestLog': {
    text: (of) => `requestLog(firmId: "${of.firmId}") { nodes { clientName } }`,
  },
  'StaffSearch.clients': { text: (of) => search(of.clientId, 'clients { name }') },
  'StaffSearch.grants': { text: (of) => search(of.grantId, 'grants { client { name } }') },
  'StaffSearch.people': {
    text: (of) => search(of.adminId, 'people { name }'),
    whose: ({ adminId }) => adminId,
  },
  'StaffSearch.requests': { text: () => search(REQUEST, 'requests { clientId }') },
  'WebhookEndpoint.auditEvents': { text: ofKey(`webhookEndpoints { ${EVENTS} }`) },
}

let of: Subject
beforeAll(async () => {
  of = await createSubject(gateway)
  const { clientId, keyId, endpointId, invitationId } = of
  const event = { actor: 'product', action: 'key.updated', clientId }
  await prisma.auditEvent.createMany({
    data: [keyId, endpointId].map((subject) => ({ ...event, id: createId('event'), subject })),
  })
  await addRequests(gateway.database.pool, [
    requestRow(keyId, { client_id: clientId, request_id: REQUEST, at: new Date() }),
  ])
  const { email } = await prisma.user.findUniqueOrThrow({ where: { id: clientId } })
  await prisma.memberInvitation.updateMany({ where: { id: invitationId }, data: { email } })
})

test('every field of the schema that can show staff a person is known, and every other text', () => {
  const { entries, texts } = walkToPersons(schema, PERSONS)
  expect(entries).toEqual([...Object.keys(NOT_OF_OTHERS), ...Object.keys(READS)].sort())
  expect(texts).toEqual([...TEXTS_OF_NOBODY].sort())
})

test.each(Object.entries(READS))('a read of %s by staff is recorded', async (_field, read) => {
  const clientId = read.whose?.(of) ?? of.clientId
  const where = { actor: of.staffId, clientId, action: { endsWith: '.read' } }
  const before = await prisma.auditEvent.count({ where })
  const reply = await gateway.graphql(`{ ${read.text(of)} }`, { key: of.bearer.staff })
  expect(reply.json.errors, reply.text).toBeUndefined()
  expect(await prisma.auditEvent.count({ where })).toBeGreaterThan(before)
})

test.each(
  Object.keys(NOT_OF_OTHERS).filter((name) => NOT_OF_OTHERS[name] === 'keys'),
)('%s serves no session', async (name) => {
  const [, field = ''] = name.split('.')
  const text: Readonly<Record<string, string>> = {
    changes: 'changes { nodes { id } }',
    connection: `connection(id: "${of.connectionId}") { id }`,
    endedGrants: 'endedGrants { nodes { id } }',
    expiringDocuments: 'expiringDocuments { nodes { clientId } }',
    newestChanges: 'newestChanges { id }',
  }
  const reply = await gateway.graphql(`{ ${text[field]} }`, { key: of.bearer.staff })
  expect(reply.json.errors?.[0]?.extensions.code).toBe('caller_not_allowed')
})

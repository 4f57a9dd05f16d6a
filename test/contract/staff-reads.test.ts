import { beforeAll, expect, test } from 'vitest'
import { schema } from '../../src/graphql/schema.ts'
import { addRequests } from '../../src/modules/usage/request.writes.ts'
import { createId } from '../../src/values/ids.ts'
import { createSubject, type Subject } from '../graphql/portal/subject.ts'
import { requestRow } from '../modules/usage/request-row.ts'
import { testGateway } from '../support/gateway.ts'
import { words } from '../support/words.ts'
import { walkToPersons } from './staff-reads.ts'

const gateway = testGateway({ sendsMail: true })
const { prisma } = gateway.database
const REQUEST = 'request_walk'

/** The types that show a name or data of a person, with all that is below them. */
const PERSONS = new Set(
  words(`AuditEvent Change ClientDocument ConnectionOutcome ConnectionRequest ConsentTerms EndedGrant FirmMember FoundClient
  FoundPerson GrantChoices GrantPreview LinkVisit LoggedRequest MemberInvitation PartnerGrant Person PersonAccount Plant
  Portfolio SignInEvent`),
)

/** The fields that lead to them without serving staff, or show only the caller or the firm. */
const NOT_OF_OTHERS: Readonly<Record<string, string>> = {
  'Query.connectionRequest': 'what the firm asks, and the own grants of the caller',
  'Query.consentTerms': 'the client',
  'Query.grantChoices': 'the client',
  'Query.grantPreview': 'the client',
  'Query.plants': 'the owner',
  'Query.signInEvents': 'the own activity of the caller',
  'Viewer.person': 'the caller',
}

/** All other texts outside of these types: words of firms, of operators and of the gateway. */
const TEXTS_OF_NOBODY = words(`
  AccessToken.name AccessToken.reference ApiKey.allowedIps ApiKey.createdBy ApiKey.name ApiKey.returnUrls
  ConnectionLink.createdBy ConnectionLink.email ConnectionLink.path ConnectionLink.purpose ConnectionLink.reference
  ConnectionLink.returnUrl CurrencyTotals.currency
  ErrorGroup.code ErrorGroup.endpoint ErrorGroup.lastRequestId Firm.name FirmIdentity.contact FirmIdentity.registration
  FirmIdentity.website KeySecret.reference PlatformCount.name PortfolioFigures.currency
  PortfolioFigures.firmId PortfolioFigures.firmName PortfolioTotals.nextCursor Viewer.name Viewer.version WebhookAttempt.eventId WebhookAttempt.type
  WebhookEndpoint.createdBy WebhookEndpoint.url
`)

type Text = (of: Subject) => string

const EVENTS = 'auditEvents(first: 100) { nodes { personName } }'
const search = (text: string, selection: string) => `staffSearch(text: "${text}") { ${selection} }`
const ofKey = (selection: string) => (of: Subject) => `apiKey(id: "${of.keyId}") { ${selection} }`

const READS: Readonly<Record<string, Text>> = {
  'ApiKey.auditEvents': ofKey(EVENTS),
  'ApiKey.grants': ofKey('grants { nodes { client { name } } }'),
  'ConnectionLink.visits': (of) =>
    `firmClients(firmId: "${of.firmId}", only: link_open) { nodes { link { visits { clientName } } } }`,
  'Firm.auditEvents': (of) => `firm(id: "${of.firmId}") { ${EVENTS} }`,
  'FirmClient.grant': (of) =>
    `firmClients(firmId: "${of.firmId}") { nodes { grant { client { name } } } }`,
  'FirmMembers.invitations': (of) => `firmMembers(firmId: "${of.firmId}") { invitations { name } }`,
  'FirmMembers.members': (of) => `firmMembers(firmId: "${of.firmId}") { members { name } }`,
  'Query.assetGrants': (of) =>
    `assetGrants(clientId: "${of.clientId}", registryId: "${of.ids.watch}") { nodes { id } }`,
  'Query.auditEvents': (of) => `auditEvents(clientId: "${of.clientId}") { nodes { personName } }`,
  'Query.client': (of) => `client(id: "${of.clientId}") { name }`,
  'Query.connectedApps': (of) =>
    `connectedApps(clientId: "${of.clientId}") { nodes { client { name } } }`,
  'Query.grant': (of) => `grant(id: "${of.grantId}") { client { name } }`,
  'Query.loggedRequests': () => `loggedRequests(requestId: "${REQUEST}") { clientId }`,
  'Query.personAccount': (of) => `personAccount(userId: "${of.clientId}") { name }`,
  'Query.portfolio': (of) => `portfolio(clientId: "${of.clientId}") { client { name } }`,
  'Query.portfolios': () => 'portfolios(first: 100) { nodes { client { name } } }',
  'Query.requestLog': (of) => `requestLog(firmId: "${of.firmId}") { nodes { clientName } }`,
  'StaffSearch.clients': (of) => search(of.clientId, 'clients { name }'),
  'StaffSearch.grants': (of) => search(of.grantId, 'grants { client { name } }'),
  'StaffSearch.people': (of) => search(of.adminId, 'people { name }'),
  'StaffSearch.requests': () => search(REQUEST, 'requests { clientId }'),
  'WebhookEndpoint.auditEvents': ofKey(`webhookEndpoints { ${EVENTS} }`),
}
/** The fields that serve keys alone. */
const OF_KEYS: Readonly<Record<string, Text>> = {
  'Query.changes': () => 'changes { nodes { id } }',
  'Query.connection': (of) => `connection(id: "${of.connectionId}") { id }`,
  'Query.endedGrants': () => 'endedGrants { nodes { id } }',
  'Query.expiringDocuments': () => 'expiringDocuments { nodes { clientId } }',
  'Query.newestChanges': () => 'newestChanges { id }',
}
/** The reads that are recorded of an admin. All others are recorded of the client. */
const OF_ADMIN = ['FirmMembers.members', 'StaffSearch.people']

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
  expect(entries).toEqual([OF_KEYS, NOT_OF_OTHERS, READS].flatMap(Object.keys).sort())
  expect(texts).toEqual([...TEXTS_OF_NOBODY].sort())
})

test.each(Object.entries(READS))('a read of %s by staff is recorded', async (field, text) => {
  const clientId = OF_ADMIN.includes(field) ? of.adminId : of.clientId
  const where = { actor: of.staffId, clientId, action: { endsWith: '.read' } }
  const before = await prisma.auditEvent.count({ where })
  const reply = await gateway.graphql(`{ ${text(of)} }`, { key: of.bearer.staff })
  expect(reply.json.errors, reply.text).toBeUndefined()
  expect(await prisma.auditEvent.count({ where })).toBeGreaterThan(before)
})

test.each(Object.entries(OF_KEYS))('%s serves no session', async (_field, text) => {
  const reply = await gateway.graphql(`{ ${text(of)} }`, { key: of.bearer.staff })
  expect(reply.json.errors?.[0]?.extensions.code).toBe('caller_not_allowed')
})

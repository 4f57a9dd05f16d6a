import { beforeAll, expect, test } from 'vitest'
import type { ErrorCode } from '../../../src/errors.ts'
import { schema } from '../../../src/graphql/schema.ts'
import { PORTAL } from '../../contract/portal.table.ts'
import { gatewayWithoutLimits } from '../../support/gateway.ts'
import { rowDigests } from '../../support/row-digests.ts'
import { serviceWith } from '../../support/service.ts'
import { ACTIONS, type Action, rowsOf } from './actions.ts'
import { codeOf, ROLES } from './fixtures.ts'
import { QUERIES } from './queries.ts'
import { type Subject, sharedSubjects } from './subject.ts'

const gateway = gatewayWithoutLimits({ sendsMail: true })
const { database } = gateway
const subjectOf = sharedSubjects(gateway)

const CALLERS = [...ROLES, 'service'] as const
type Caller = (typeof CALLERS)[number]
/** The secret of a service account. Its first use is recorded, and the tests have later ones. */
let service = ''

beforeAll(async () => {
  service = (await serviceWith(database)).secret
  await gateway.graphql('{ __typename }', { key: service })
})

/** The answers to CALLERS, in order. Tokens and the service account are left out where the field serves none. */
type Row = string

const MEANS: Readonly<Record<string, ErrorCode | null>> = {
  yes: null,
  no: 'caller_not_allowed',
  '?': 'record_not_found',
  none: 'no_active_grant',
  ended: 'grant_revoked',
  '401': 'missing_api_key',
  // The terms were shown to the client, and this is another person.
  shown: 'terms_changed',
  // The key is one of production.
  live: 'sandbox_only',
}

//                   admin developer member outsider client other staff partner anonymous
const FIRM: Row = '   yes   yes       yes    ?        ?      ?     yes   no      401'
const MANAGED: Row = 'yes   no        no     ?        ?      ?     no    no      401'
const SANDBOX: Row = 'yes   yes       no     ?        ?      ?     no    live    401'
// The admin has deleted it before the others try.
const DELETED: Row = 'yes   ?         ?      ?        ?      ?     ?     no      401'
const GRANT: Row = '  yes   yes       yes    ?        yes    ?     yes   no      401'
const GIVEN: Row = '  no    no        no     ?        yes    ?     no    no      401'
const RETURNED: Row = 'yes  no        no     ?        no     ?     no    no      401'
const READ_LOG: Row = 'no   no        no     ?        yes    ?     yes   no      401'
const CLIENT: Row = ' ?     ?         ?      ?        yes    ?     yes   no      401'
const OWNER: Row = '  ?     ?         ?      ?        yes    ?     ?     no      401'
const CLIENTS: Row = 'no    no        no     no       yes    yes   no    no      401'
const APPROVED: Row = 'no   no        no     no       yes    shown no    no      401'
const OWN: Row = '    no    no        no     no       yes    ?     no    no      401'
const STAFF: Row = '  no    no        no     no       no     no    yes   no      401'
const ANYONE: Row = ' yes   yes       yes    yes      yes    yes   yes   no      401'
const KEY: Row = '    no    no        no     no       no     no    no    yes     401'
const SERVICE: Row = 'no    no        no     no       no     no    no    no      401 no   no   yes'
const PLANTS: Row = ` ${ANYONE} yes yes`
const READER: Row = ' yes   yes       yes    yes      yes    yes   yes   yes     401 yes  yes'
const SHARED: Row = ' none  none      none   none     yes    none  yes   ended   401 none yes'

const READS = rowsOf([
  [FIRM, 'firm, apiKeys, apiKey, firmClients, requestLog'],
  [FIRM, 'apiKey.webhookEndpoints, auditEvents, usage, usage of a key, firmMembers'],
  [GRANT, 'grant, grant.consents, grant.receipt, usage of a grant'],
  [READ_LOG, 'grant.reads'],
  [CLIENT, 'connectedApps, assetGrants, auditEvents of a client'],
  [CLIENTS, 'consentTerms, grantPreview, grantChoices'],
  [GIVEN, 'consentTerms of a grant'],
  [OWN, 'grantPreview of a grant'],
  [STAFF, 'staffSearch, personAccount, client'],
  [ANYONE, 'firms, connectionRequest, loggedRequests, mailSettings, accessTokens, signInEvents'],
  [ANYONE, 'auditEvents of oneself'],
  [KEY, 'changes, connection, endedGrants, expiringDocuments, newestChanges, portfolioTotals'],
  [SERVICE, 'platformFigures, portfolioFigures'],
  [PLANTS, 'plants'],
  [READER, 'viewer, portfolios'],
  [SHARED, 'portfolio'],
])

const OF_KEYS = [
  'createApiKey, updateApiKey, rollApiKey, createConnectionLink, revokeConnectionLink',
  'createConnectionLinks, remindOfConnectionLinks',
  'createWebhookEndpoint, rollWebhookSecret, pauseWebhookEndpoint, resumeWebhookEndpoint',
  'sendWebhookTest, sendWebhookAgain, deleteWebhookEndpoint, revokeApiKey',
].join(', ')

const MUTATIONS = rowsOf([
  [MANAGED, OF_KEYS],
  [MANAGED, 'inviteMember, withdrawMemberInvitation, setMemberRole, removeMember'],
  [SANDBOX, 'sandboxScenario'],
  [DELETED, 'deleteWebhookEndpoint'],
  [STAFF, 'lockPerson, unlockPerson, sendInvitation, resetFactors, setFirmIdentity'],
  [CLIENTS, 'declineConnection'],
  [APPROVED, 'createGrant'],
  [GIVEN, 'updateGrant, revokeGrant, confirmGrant'],
  [RETURNED, 'narrowGrant, returnGrant, answerDeletion'],
  [ANYONE, 'chooseMail, chooseMailLanguage, createAccessToken'],
  [OWNER, 'revokeAccessToken'],
])

function answers(row: Row, callers: readonly Caller[]): Record<string, ErrorCode | null> {
  const cells = row.trim().split(/\s+/)
  return Object.fromEntries(
    callers.map((caller) => {
      const cell = cells[CALLERS.indexOf(caller)] ?? (/Token|service/.test(caller) ? 'no' : '')
      const meant = MEANS[cell]
      if (meant === undefined) throw new Error(`no such cell: ${cell}`)
      return [caller, meant]
    }),
  )
}

async function ask(
  kind: string,
  textOf: (of: Subject) => string,
  of: Subject,
  callers: readonly Caller[],
) {
  const found: Record<string, string | null> = {}
  for (const caller of callers) {
    const document = `${kind} { ${textOf(of)} }`
    const key = { ...of.bearer, service }[caller]
    const events = await database.prisma.auditEvent.count()
    found[caller] = codeOf(await gateway.graphql(document, { ...(key && { key }) }))
    const recorded = (await database.prisma.auditEvent.count()) - events
    // A rejected request leaves no trace, and neither does a query, except that each read of staff is recorded.
    if (kind === 'mutation' && found[caller] === null) expect(recorded, caller).toBeGreaterThan(0)
    else if (found[caller] !== null || caller !== 'staff') expect(recorded, caller).toBe(0)
  }
  return found
}

/** The tables that a query may change: those of the acts of staff, and of what a key used. */
const WRITTEN = ['audit_events', 'key_usage', 'error_counts', 'key_requests']

test.each(
  Object.entries(QUERIES),
)('who may read %s, which writes nothing', async (name, textOf) => {
  const of = await subjectOf()
  // Once a minute, the use of a session is recorded.
  await database.prisma.session.updateMany({ data: { activeAt: new Date() } })
  const before = await rowDigests(database.pool)
  const found = await ask('query', textOf, of, CALLERS)
  expect(found).toEqual(answers(READS[name] ?? '', CALLERS))
  await gateway.usage.flush()
  const after = [...(await rowDigests(database.pool))]
  const changed = after.filter(([table, digest]) => before.get(table) !== digest)
  expect(changed.filter(([table]) => !WRITTEN.includes(table))).toEqual([])
})

test.each(Object.entries(ACTIONS))('who may change %s', async (name, { text, world }) => {
  const found = await ask('mutation', text, await subjectOf(world), CALLERS)
  expect(found).toEqual(answers(MUTATIONS[name] ?? '', CALLERS))
})

// Records that an admin or a developer has deleted would not be there for the others.
const DEVELOPER_LAST = [
  ...ROLES.filter((role) => role !== 'admin' && role !== 'developer'),
  'developer',
] as const

test.each(OF_KEYS.split(', '))('who may change %s of a sandbox key', async (name) => {
  const { text, world } = ACTIONS[name] as Action
  const of = await subjectOf(world)
  const found = await ask('mutation', text, { ...of, ...of.ofSandbox }, DEVELOPER_LAST)
  const row = SANDBOX.replace('live', 'no')
  expect(found).toEqual(answers(row, DEVELOPER_LAST))
})

test('the tables have every query, and every mutation of the portal, each with its callers', () => {
  const words = (text: string) => text.split(' ').sort()
  const roots = (table: object) => Object.keys(table).filter((name) => /^\w+$/.test(name))
  expect(roots(QUERIES).sort()).toEqual(
    Object.keys(schema.getQueryType()?.getFields() ?? {}).sort(),
  )
  expect(roots(MUTATIONS).sort()).toEqual(words(PORTAL.Mutation))
  expect(Object.keys(ACTIONS).sort()).toEqual(words(PORTAL.Mutation))
  const fields = { ...schema.getQueryType()?.getFields(), ...schema.getMutationType()?.getFields() }
  for (const [name, { extensions }] of Object.entries(fields))
    if (Object.hasOwn(Object(extensions.pothosOptions), 'skipTypeScopes'))
      expect(extensions.pothosOptions, name).toHaveProperty('authScopes')
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

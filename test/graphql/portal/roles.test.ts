import { expect, test } from 'vitest'
import type { ErrorCode } from '../../../src/errors.ts'
import { schema } from '../../../src/graphql/schema.ts'
import { PORTAL } from '../../contract/portal.table.ts'
import { testGateway } from '../../support/gateway.ts'
import { ACTIONS, type Action } from './actions.ts'
import { codeOf, ROLES, type Role } from './fixtures.ts'
import { PORTAL_QUERIES } from './queries.ts'
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

/** The row of each field. */
const rowsOf = (names: readonly (readonly [Row, string])[]): Readonly<Record<string, Row>> =>
  Object.fromEntries(names.flatMap(([row, list]) => list.split(', ').map((name) => [name, row])))

const QUERIES = rowsOf([
  [FIRM, 'firm, apiKeys, apiKey, apiKey.connectionLinks'],
  [FIRM, 'apiKey.webhookEndpoints, auditEvents, usage, usage of a key, firmMembers, requestLog'],
  [GRANT, 'grant, grant.consents, grant.receipt, usage of a grant'],
  [READ_LOG, 'grant.reads'],
  [CLIENT, 'connectedApps, assetGrants, auditEvents of a client'],
  [CLIENTS, 'consentTerms, grantPreview, grantChoices'],
  [GIVEN, 'consentTerms of a grant'],
  [OWN, 'grantPreview of a grant'],
  [STAFF, 'staffSearch, personAccount, client'],
  [ANYONE, 'firms, connectionRequest, loggedRequests, mailSettings, accessTokens, signInEvents'],
  [ANYONE, 'auditEvents of oneself'],
])

/** The mutations of a key, and of what belongs to it. */
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

function answers(row: Row, roles = ROLES as readonly Role[]): Record<string, ErrorCode | null> {
  const cells = row.trim().split(/\s+/)
  return Object.fromEntries(
    roles.map((role) => {
      const cell = cells[ROLES.indexOf(role)] ?? ''
      const meant = MEANS[role.endsWith('Token') ? 'no' : cell]
      if (meant === undefined) throw new Error(`no such cell: ${cell}`)
      return [role, meant]
    }),
  )
}

async function ask(
  kind: string,
  textOf: (of: Subject) => string,
  of: Subject,
  roles = ROLES as readonly Role[],
) {
  const found: Record<string, string | null> = {}
  for (const role of roles) {
    const document = `${kind} { ${textOf(of)} }`
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

test.each(Object.entries(PORTAL_QUERIES))('who may read %s', async (name, textOf) => {
  const found = await ask('query', textOf, await subjectOf())
  expect(found).toEqual(answers(QUERIES[name] ?? ''))
})

test.each(Object.entries(ACTIONS))('who may change %s', async (name, { text, world }) => {
  const found = await ask('mutation', text, await subjectOf(world))
  expect(found).toEqual(answers(MUTATIONS[name] ?? ''))
})

// What an admin has deleted would not be there for the others, and what a developer has deleted.
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

test('the tables have every field of the portal, each with its callers', () => {
  const words = (text: string) => text.split(' ').sort()
  const roots = (table: object) => Object.keys(table).filter((name) => /^\w+$/.test(name))
  expect(roots(QUERIES).sort()).toEqual(words(PORTAL.Query))
  expect(roots(MUTATIONS).sort()).toEqual(words(PORTAL.Mutation))
  expect(Object.keys(ACTIONS).sort()).toEqual(words(PORTAL.Mutation))
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

import type { Subject } from './subject.ts'

const ofKey = (fields: string) => (of: Subject) => `apiKey(id: "${of.keyId}") { ${fields} }`
const ofGrant = (fields: string) => (of: Subject) => `grant(id: "${of.grantId}") { ${fields} }`
const ofClient =
  (fields: string) =>
  ({ clientId }: Subject) =>
    fields.replace('()', `(clientId: "${clientId}")`)
const ofFirm =
  (fields: string) =>
  ({ firmId }: Subject) =>
    fields.replace('()', `(firmId: "${firmId}")`)
const terms = (of: string) =>
  `consentTerms(input: { ${of}, scopes: [registry], filter: { type: all } }) { sentence }`
const preview = (of: string) =>
  `grantPreview(${of}, scopes: [detail], filter: { type: all }) { assetCount }`

/** Every query, with what is below it that reads something of its own. */
export const QUERIES: Readonly<Record<string, (of: Subject) => string>> = {
  firm: (of) =>
    `firm(id: "${of.firmId}") { name plan clientCount keyManagement busiestMinute { requests } }`,
  firms: () => 'firms { totalCount nodes { name } }',
  apiKeys: ofFirm('apiKeys() { totalCount nodes { name clientCount lastUsedAt } }'),
  apiKey: ofKey(
    'name usage { total } errorGroups { daily } auditEvents { totalCount } grants { totalCount nodes { id } }',
  ),
  connectedApps: ofClient('connectedApps() { totalCount nodes { id } }'),
  assetGrants: (of) =>
    `assetGrants(clientId: "${of.clientId}", registryId: "${of.ids.watch}") { nodes { id key { firmName } } }`,
  grant: ofGrant('scopes key { name } lastReadAt usage { total }'),
  'grant.reads': ofGrant('reads { nodes { hour } }'),
  connectionRequest: (of) =>
    `connectionRequest(link: "${of.link}") { asked { purpose } problem activeGrant { id } }`,
  requestLog: ofFirm(
    'requestLog() { totalCount nodes { parameters address clientName key { name } } }',
  ),
  loggedRequests: () =>
    'loggedRequests(requestId: "nightly") { requestId parameters key { name } }',
  'apiKey.webhookEndpoints': ofKey(
    'webhookEndpoints { url attempts { nodes { result } } auditEvents { nodes { action } } }',
  ),
  'grant.consents': ofGrant('consents { nodes { id sentence } }'),
  'grant.receipt': ofGrant('receipt(name: "1") { id sentence } reviewDueAt'),
  consentTerms: (of) => terms(`link: "${of.link}"`),
  'consentTerms of a grant': (of) => terms(`grantId: "${of.grantId}"`),
  grantPreview: (of) => preview(`link: "${of.link}"`),
  'grantPreview of a grant': (of) => preview(`grantId: "${of.grantId}"`),
  grantChoices: () => 'grantChoices { assets { title } }',
  firmClients: ofFirm(
    'firmClients() { nodes { key { name } grant { scopes client { name } } link { path email visits { clientName } } } }',
  ),
  firmMembers: ofFirm('firmMembers() { members { email } invitations { email } }'),
  staffSearch: (of) => `staffSearch(text: "${of.firmId}") { firms { name } clients { name } }`,
  personAccount: (of) => `personAccount(userId: "${of.adminId}") {
    email locks { kind } signInEvents { totalCount } links { totalCount } mails { totalCount } }`,
  client: (of) => `client(id: "${of.clientId}") { name }`,
  mailSettings: () => 'mailSettings { language isSent choices { topic isWanted } }',
  accessTokens: () => 'accessTokens { reference }',
  signInEvents: () => 'signInEvents { totalCount nodes { action } }',
  auditEvents: ofFirm('auditEvents() { totalCount nodes { action actor } }'),
  'auditEvents of a client': ofClient('auditEvents() { nodes { action actor } }'),
  'auditEvents of oneself': () => 'auditEvents { nodes { action } }',
  usage: ofFirm('usage() { total }'),
  'usage of a key': (of) => `usage(keyId: "${of.keyId}") { total }`,
  'usage of a grant': (of) => `usage(grantId: "${of.grantId}") { total }`,
  changes: () => 'changes { nextCursor }',
  connection: (of) => `connection(id: "${of.connectionId}") { state clientId grant { id } }`,
  endedGrants: () => 'endedGrants { totalCount nodes { reason } }',
  expiringDocuments: () => 'expiringDocuments { nodes { id } }',
  newestChanges: () => 'newestChanges { id }',
  plants: () => 'plants { nodes { id } }',
  portfolioFigures: () => 'portfolioFigures(month: "2026-01-01") { nodes { assetCount } }',
  platformFigures: () =>
    'platformFigures(from: "2026-01-01", to: "2026-01-02") { nodes { firms { name count } } }',
  portfolio: (of) => `portfolio(clientId: "${of.clientId}") { assets { nodes { id } }
    valueHistory { at } expiringDocuments { totalCount } }`,
  portfolioTotals: () => 'portfolioTotals { currencies { totalValue } completenessScore }',
  portfolios: () => 'portfolios { nodes { assets { totalCount } } }',
  viewer: () => 'viewer { kind }',
}

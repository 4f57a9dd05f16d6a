/** The root fields that are read whole, by the names of their documents. */
export const ROOTS = {
  viewer: 'viewer',
  portfolio: 'portfolio(clientId: $clientId)',
  plants: 'plants(first: 10)',
  connectedApps: 'connectedApps(first: 10)',
  connectedAppsOf: 'connectedApps(clientId: $clientId, first: 10)',
  grant: 'grant(id: $grantId)',
  grantChoices: 'grantChoices',
  connectionRequest: 'connectionRequest(link: $link)',
  grantPreview:
    'grantPreview(grantId: $grantId, scopes: [estate, documentation], filter: { type: all })',
  auditEvents: 'auditEvents(first: 10)',
  accessTokens: 'accessTokens',
  firms: 'firms(first: 10)',
  firm: 'firm(id: $firmId)',
  firmMembers: 'firmMembers(firmId: $firmId)',
  apiKeys: 'apiKeys(firmId: $firmId, first: 2)',
  apiKey: 'apiKey(id: $keyId)',
  usage: 'usage(firmId: $firmId)',
  client: 'client(id: $clientId)',
  personAccount: 'personAccount(userId: $clientId)',
  staffSearch: 'staffSearch(text: $text)',
} as const

export type Root = keyof typeof ROOTS

/** The types of all variables. */
export const VARIABLES: Readonly<Record<string, string>> = {
  clientId: 'ID!',
  registryId: 'ID!',
  grantId: 'ID!',
  firmId: 'ID!',
  keyId: 'ID!',
  link: 'String!',
  text: 'String!',
  first: 'Int!',
  after: 'String',
}

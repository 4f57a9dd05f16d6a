import type { GrantView, PortfolioAccess } from '../../access/visibility.ts'
import { builder, instant, instantOrNull } from '../../schema/builder.ts'
import { AssetFilterType, EnvironmentType, ScopeType } from '../../schema/enums.ts'
import { CURRENCY, narrower } from '../../values/json.ts'

const ClientType = builder.objectRef<PortfolioAccess>('Client').implement({
  description: 'The person whose portfolio it is.',
  fields: (t) => ({
    id: t.id({
      description: 'The id of the user.',
      resolve: (access) => access.visibility.clientId,
    }),
    name: t.exposeString('clientName', { description: 'The name of the person.' }),
  }),
})

const GrantType = builder.objectRef<GrantView>('Grant').implement({
  description: 'The grant of the client to the key. It explains which members are present.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'grant_ and a ULID.' }),
    version: t.exposeInt('version', { description: 'Increases with each change of the grant.' }),
    scopes: t.field({
      type: [ScopeType],
      description: 'The scopes that both the key and the grant have.',
      resolve: (grant) => [...grant.scopes],
    }),
    assetFilter: t.expose('assetFilter', {
      description: 'The kind of the values of the filter of the grant.',
      type: AssetFilterType,
    }),
    expiresAt: instantOrNull(
      t,
      'expiresAt',
      'The instant from which it shows nothing. Null: no expiry.',
    ),
    reference: t.exposeString('reference', {
      nullable: true,
      description:
        'Your own id of the client, from the connection link that they approved. Null if the link had none. It proves nobody until the person came back with the right state.',
    }),
    connectedAt: instant(t, 'connectedAt', 'The instant at which it was given.'),
  }),
})

export const PortfolioType = builder.objectRef<PortfolioAccess>('Portfolio').implement({
  description: "One client's portfolio, as the caller may see it.",
  fields: (t) => ({
    id: t.id({
      description: 'Of the client and the portfolio together. The id of the client is in client.',
      resolve: (access) => `${access.visibility.clientId}:portfolio`,
    }),
    client: t.field({
      description: 'The person whose portfolio it is.',
      type: ClientType,
      resolve: (access) => access,
    }),
    environment: t.expose('environment', {
      description: 'Production, or sandbox for tests.',
      type: EnvironmentType,
    }),
    currency: t.exposeString('currency', {
      ...narrower(CURRENCY),
      description: 'ISO 4217; every amount of the portfolio is in it.',
    }),
    grant: t.expose('grant', {
      type: GrantType,
      nullable: true,
      description: "Null for the client's own access and for staff.",
    }),
  }),
})

import type { GrantView, PortfolioAccess } from '../../access/visibility.ts'
import { builder } from '../../schema/builder.ts'
import { AssetFilterType, EnvironmentType, ScopeType } from '../../schema/enums.ts'

const ClientType = builder.objectRef<PortfolioAccess>('Client').implement({
  description: 'The person whose portfolio it is.',
  fields: (t) => ({
    id: t.id({ resolve: (access) => access.visibility.clientId }),
    name: t.exposeString('clientName'),
  }),
})

const GrantType = builder.objectRef<GrantView>('Grant').implement({
  description: 'What the client has granted to the key. It explains which members are present.',
  fields: (t) => ({
    id: t.exposeID('id'),
    version: t.exposeInt('version', { description: 'Increases with each change of the grant.' }),
    scopes: t.field({
      type: [ScopeType],
      description: 'The scopes that both the key and the grant have.',
      resolve: (grant) => [...grant.scopes],
    }),
    assetFilter: t.expose('assetFilter', { type: AssetFilterType }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true }),
  }),
})

export const PortfolioType = builder.objectRef<PortfolioAccess>('Portfolio').implement({
  description: "One client's portfolio, as the caller may see it.",
  fields: (t) => ({
    id: t.id({
      description: 'The id of its client.',
      resolve: (access) => access.visibility.clientId,
    }),
    client: t.field({ type: ClientType, resolve: (access) => access }),
    environment: t.expose('environment', { type: EnvironmentType }),
    currency: t.exposeString('currency', {
      description: 'ISO 4217; every amount of the portfolio is in it.',
    }),
    grant: t.expose('grant', {
      type: GrantType,
      nullable: true,
      description: "Null for the client's own access and for staff.",
    }),
  }),
})

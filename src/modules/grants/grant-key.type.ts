import { builder } from '../../schema/builder.ts'
import { EnvironmentType, KeyStateType, ScopeType } from '../../schema/enums.ts'
import { FirmIdentityType, showIdentity } from '../firms/firm-identity.type.ts'
import { hasEnterprisePlan } from '../firms/firm-plan.ts'
import type { GrantKey } from './grant.reads.ts'

export const GrantKeyType = builder.objectRef<GrantKey>('GrantKey').implement({
  description: 'An API key, as a client sees it.',
  fields: (t) => ({
    id: t.id({
      description: 'An id of this object. It is not that of the key.',
      resolve: ({ id }) => `${id}:shown`,
    }),
    keyId: t.exposeID('id', { description: 'key_ and a ULID.' }),
    name: t.exposeString('name', { description: 'Chosen by the firm.' }),
    environment: t.expose('environment', {
      description: 'It reads portfolios of this environment only.',
      type: EnvironmentType,
    }),
    reference: t.exposeString('reference', {
      nullable: true,
      description: 'The public eight characters of its newest secret.',
    }),
    firmId: t.id({
      description: 'The id of the firm that it belongs to.',
      resolve: ({ firm }) => firm.id,
    }),
    firmName: t.string({
      description: 'The name of the firm that it belongs to.',
      resolve: ({ firm }) => firm.name,
    }),
    firmIdentity: t.field({
      type: FirmIdentityType,
      nullable: true,
      description: 'Who the firm is, as staff have verified it. Null: it is not verified.',
      resolve: ({ firm }) => showIdentity(firm.id, firm.identity),
    }),
    scopes: t.field({
      description: 'The most that it can read of a portfolio.',
      type: [ScopeType],
      resolve: (key) => key.scopes,
    }),
    state: t.expose('state', { description: 'Its state now.', type: KeyStateType }),
    hasEnterprisePlan: t.boolean({
      description:
        'Whether its firm has an active Enterprise plan. Without one, no access can be given or extended.',
      resolve: ({ firm }) => hasEnterprisePlan(firm),
    }),
  }),
})

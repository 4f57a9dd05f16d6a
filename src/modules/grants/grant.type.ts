import type pg from 'pg'
import type { Person } from '../../access/caller.ts'
import { isText, rowReader } from '../../access/rows.ts'
import { intersectScopes } from '../../access/scopes.ts'
import { readRows } from '../../database/statement.ts'
import {
  builder,
  type Context,
  derivedId,
  instant,
  instantOrNull,
  poolOf,
} from '../../schema/builder.ts'
import { EnvironmentType, enumType, KeyStateType, ScopeType } from '../../schema/enums.ts'
import { PageLoaders } from '../../schema/page-loaders.ts'
import { readerOf } from '../audit/acting-person.ts'
import { addHistory } from '../audit/audit.type.ts'
import { FirmIdentityType, showIdentity } from '../firms/firm-identity.type.ts'
import { hasEnterprisePlan } from '../firms/firm-plan.ts'
import { type GrantDetails, type GrantKey, requireGrant } from './grant.reads.ts'
import { lastChangeOf } from './grant-terms.ts'

/** A grant of a page. The grants of one page share their loaders. */
export interface PartnerGrant extends GrantDetails {
  readonly loaders: PageLoaders
}

export const GrantStateType = enumType('GrantState', 'The state of a grant.', {
  active: 'It shows assets to the key.',
  expired: 'Its expiry has passed.',
  revoked: 'It ended permanently.',
})

const GrantClientType = builder.objectRef<GrantDetails['client']>('GrantClient').implement({
  description: 'The client who gave a grant.',
  fields: (t) => ({
    id: derivedId(t, 'giver', 'An id of this object. It is not that of the user.'),
    clientId: t.exposeID('id', { description: 'The id of the user.' }),
    name: t.exposeString('name', { description: 'The name of the person.' }),
    isSandboxClient: t.boolean({
      description: 'Whether it is the sandbox client of the firm: fictional, and no person.',
      resolve: ({ sandboxFirmId }) => sandboxFirmId !== null,
    }),
  }),
})

export const PartnerGrantType = builder.objectRef<PartnerGrant>('PartnerGrant').implement({
  description:
    'The right of a key to read the portfolio of a client, for the client, the members of the firm, and staff.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'grant_ and a ULID.' }),
    version: t.exposeInt('version', { description: 'Rises with each change.' }),
    state: t.expose('state', { description: 'Its state now.', type: GrantStateType }),
    scopes: t.expose('scopes', { description: 'The scopes that were given.', type: [ScopeType] }),
    effectiveScopes: t.field({
      type: [ScopeType],
      description: 'The scopes of the grant that the key has as well.',
      resolve: ({ scopes, key }) => [...intersectScopes(scopes, key.scopes)],
    }),
    reference: t.exposeString('reference', {
      nullable: true,
      description:
        "The firm's own id of the client, as the client read it before they approved. Null if the firm gave none.",
    }),
    createdAt: instant(t, 'createdAt', 'The instant at which it was given.'),
    updatedAt: t.field({
      description: 'The instant of its newest change.',
      type: 'DateTime',
      resolve: lastChangeOf,
    }),
    expiresAt: instantOrNull(
      t,
      'expiresAt',
      'The instant from which it shows nothing. Null: no expiry.',
    ),
    revokedAt: instantOrNull(t, 'revokedAt', 'When it was revoked. Null: it was not.'),
    key: t.expose('key', { description: 'The key that it is given to.', type: GrantKeyType }),
    replacedBy: t.id({
      nullable: true,
      description:
        'The id of the grant of the same client and key that has replaced this one. Until that grant is revoked, this one cannot be extended. Null if none has replaced it.',
      resolve: async ({ id, loaders }, _args, context) =>
        loaders.load('replacement', id, (ids) => readReplacements(poolOf(context), ids)),
    }),
    client: t.expose('client', { description: 'The client who gave it.', type: GrantClientType }),
  }),
})

addHistory(PartnerGrantType, 'Every change, newest first.')

/** Returns the function that creates the grants of one page from their rows. The grants share their loaders. */
export function grantMapper(): (row: GrantDetails) => PartnerGrant {
  const loaders = new PageLoaders()
  return (row) => ({ ...row, loaders })
}

/** A grant that the caller sees. Throws `record_not_found` for any other. */
export async function findPartnerGrant(id: string, context: Context): Promise<PartnerGrant> {
  return grantMapper()(await requireGrant(readerOf(context), id))
}

/** Whether the person sees the grant as its client or as staff, and not as a member of the firm. */
export function seesClientSide(person: Person, { clientId }: PartnerGrant): boolean {
  return person.isStaff || person.userId === clientId
}

const readReplacement = rowReader('grants', { id: isText, replacedBy: isText })

// A client and a key have one place for a grant that is stored as active. A grant that has expired keeps it until the
// client gives another.
async function readReplacements(pool: pg.Pool, ids: readonly string[]) {
  const rows = await readRows(
    pool,
    `SELECT g.id, other.id AS "replacedBy" FROM grants g
       JOIN grants other ON other.client_id = g.client_id AND other.key_id = g.key_id
      WHERE g.id = ANY ($1::text[]) AND other.state = 'active' AND other.id <> g.id`,
    [ids],
    'replacements',
  )
  return new Map(rows.map(readReplacement).map(({ id, replacedBy }) => [id, replacedBy]))
}

export const GrantKeyType = builder.objectRef<GrantKey>('GrantKey').implement({
  description: 'An API key, as a client sees it.',
  fields: (t) => ({
    id: derivedId(t, 'shown', 'An id of this object. It is not that of the key.'),
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
      description: 'The identity of the firm, as staff have verified it. Null: it is not verified.',
      resolve: ({ firm }) => showIdentity(firm.id, firm.identity),
    }),
    scopes: t.expose('scopes', {
      description: 'The most that it can read of a portfolio.',
      type: [ScopeType],
    }),
    state: t.expose('state', { description: 'Its state now.', type: KeyStateType }),
    hasEnterprisePlan: t.boolean({
      description:
        'Whether its firm has an active Enterprise plan. Without one, no access can be given or extended.',
      resolve: ({ firm }) => hasEnterprisePlan(firm),
    }),
  }),
})

import { randomBytes } from 'node:crypto'
import { beforeAll } from 'vitest'
import { TOKEN_SCOPES } from '../../../src/access/caller.ts'
import { SCOPES, type Scope } from '../../../src/access/scopes.ts'
import type { Database } from '../../../src/database/client.ts'
import type { Role as MemberRole, TokenScope } from '../../../src/generated/prisma/client.ts'
import { operator } from '../../../src/modules/audit/audit.writes.ts'
import { createFirm } from '../../../src/modules/firms/firm.writes.ts'
import { addMember } from '../../../src/modules/firms/member.writes.ts'
import { inviteMember } from '../../../src/modules/firms/member-invitation.writes.ts'
import { createKey } from '../../../src/modules/keys/api-key.writes.ts'
import { createClient, createStaff } from '../../../src/modules/people/person.writes.ts'
import { deriveSecret, type Reply, type TestGateway, testGateway } from '../../support/gateway.ts'
import { clientWith, grantWith, registryIds, tokenOf } from '../../support/portfolio.ts'
import { sessionOf } from '../../support/session.ts'

export const LINK_SECRET = deriveSecret('connection-links')

/** Every kind of caller. The tokens have all scopes of a token. */
export const ROLES = [
  ...(['admin', 'developer', 'member', 'outsider', 'client', 'other', 'staff'] as const),
  ...(['partner', 'anonymous', 'adminToken', 'clientToken'] as const),
] as const

/** A firm with a key, a client with a grant to it, and a credential for everybody: people have sessions. */
export type Fixtures = Awaited<ReturnType<typeof createFixtures>>

const asset = (ref: string, title: string, category: string) => {
  return { type: 'asset', ref, title, category }
}
export const WATCH = asset('watch', 'Diver 300 % steel', 'watches')

const RECORDS = [
  { type: 'collection', ref: 'c1', name: 'Quiet things' },
  { ...WATCH, market_value: '1200.00', notes: 'In the safe', collections: ['c1'] },
  { ...asset('sea', 'Seascape_blue', 'art'), heirs: [{ name: 'Bea', share_percent: 100 }] },
  { ...asset('coin', 'Thaler', 'coins'), verification: { status: 'verified' } },
]

export function someone(name: string) {
  return { name, email: `${randomBytes(8).toString('hex')}@example.com` }
}

/** Creates the fixtures; `keyScopes` are those of the key. */
export async function createFixtures(database: Database, keyScopes: readonly Scope[] = SCOPES) {
  const { prisma } = database
  const firm = await createFirm(operator(prisma), { name: 'Hale Estates', plan: 'enterprise' })
  const admin = await memberOf(database, firm.id, 'admin')
  const developer = await memberOf(database, firm.id, 'developer')
  const member = await memberOf(database, firm.id, 'member')
  const rival = await createFirm(operator(prisma), { name: 'Rival Estates', plan: 'enterprise' })
  const outsider = await memberOf(database, rival.id, 'admin')
  const clientId = await clientWith(database, RECORDS)
  const other = await createClient(operator(prisma), someone('Otto Fern'))
  const staff = await createStaff(operator(prisma), someone('Sam Reed'))
  const common = { firmId: firm.id, environment: 'production', scopes: keyScopes } as const
  const key = await createKey(operator(prisma), { ...common, name: 'Reports' })
  const asking = await createKey(operator(prisma), { ...common, name: 'Asking' })
  const grant = await grantWith(database, key.id, clientId)
  const [collection] = await prisma.collection.findMany({ where: { clientId } })
  return {
    bearer: {
      admin: await sessionOf(database, admin.id),
      developer: await sessionOf(database, developer.id),
      member: await sessionOf(database, member.id),
      outsider: await sessionOf(database, outsider.id),
      client: await sessionOf(database, clientId),
      other: await sessionOf(database, other.id),
      staff: await sessionOf(database, staff.id),
      partner: asking.secret,
      anonymous: '',
      adminToken: await earlierToken(database, admin.id),
      clientToken: await tokenOf(database, clientId, TOKEN_SCOPES),
    },
    firmId: firm.id,
    /** A key to which the client has given a grant, and one without a grant. */
    keyId: key.id,
    requestingKeyId: asking.id,
    clientId,
    adminId: admin.id,
    developerId: developer.id,
    staffId: staff.id,
    grantId: grant.id,
    collectionId: collection?.id ?? '',
    ids: await registryIds(database, clientId),
  }
}

/** The fixtures of a file, which are there for its tests. */
export function fixturesOf(database: Database, keyScopes?: readonly Scope[]): Fixtures {
  const fixtures = {} as Fixtures
  beforeAll(async () => void Object.assign(fixtures, await createFixtures(database, keyScopes)))
  return fixtures
}

/** A gateway, and the fixtures of a file in its database. `deps` replaces parts of the gateway. */
export function portalGateway(
  deps?: Parameters<typeof testGateway>[0],
  keyScopes?: readonly Scope[],
) {
  const gateway = testGateway(deps)
  const { database } = gateway
  return { gateway, database, prisma: database.prisma, fixtures: fixturesOf(database, keyScopes) }
}

/** A token with every scope, as earlier releases made it also for a user without a portfolio. */
async function earlierToken(database: Database, userId: string): Promise<string> {
  const token = await tokenOf(database, userId)
  const scopes: TokenScope[] = ['plants', 'portfolio_read']
  await database.prisma.accessToken.updateMany({ where: { userId }, data: { scopes } })
  return token
}

/** A new member of the firm. */
export function memberOf({ prisma }: Database, firmId: string, role: MemberRole) {
  return addMember(operator(prisma), { firmId, role, ...someone('Mia Stone') })
}

/** The id of an invitation that the admin of the firm has sent. */
export async function invitationOf(
  { prisma }: Database,
  { firmId, adminId }: Pick<Fixtures, 'firmId' | 'adminId'>,
): Promise<string> {
  const by = { firmId, invitedBy: adminId, role: 'member', mailed: true } as const
  return (await inviteMember(operator(prisma), { ...by, ...someone('Bea Hill') })).id
}

/** A new idempotency key. */
export function newIdempotencyKey(): string {
  return randomBytes(12).toString('hex')
}

/** The code of the first error of a reply; null where there is none. */
export function codeOf({ json }: Reply): string | null {
  return json.errors?.[0]?.extensions.code ?? null
}

/** Asks and gives the code of the first error; null where there is none. */
export const codeFor = async (...[gateway, key, query, variables]: Parameters<typeof dataOf>) =>
  codeOf(await gateway.graphql(query, { key, ...(variables && { variables }) }))

/** Asks and gives the data, which must be whole. */
export async function dataOf(
  gateway: TestGateway,
  key: string,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<Reply['json']> {
  const reply = await gateway.graphql(query, { key, variables })
  if (reply.json.errors) throw new Error(JSON.stringify(reply.json.errors))
  return reply.json.data
}

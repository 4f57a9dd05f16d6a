import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { AssetFilter } from '../../src/access/asset-filter.ts'
import type { TokenScope } from '../../src/access/caller.ts'
import { SCOPES, type Scope } from '../../src/access/scopes.ts'
import type { Database } from '../../src/database/client.ts'
import type { Environment } from '../../src/generated/prisma/client.ts'
import { importPortfolio } from '../../src/importer/import.ts'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { createFirm } from '../../src/modules/firms/firm.writes.ts'
import { createGrant } from '../../src/modules/grants/grant.writes.ts'
import { createKey } from '../../src/modules/keys/api-key.writes.ts'
import { createClient } from '../../src/modules/people/person.writes.ts'
import { createToken } from '../../src/modules/tokens/token.writes.ts'

/** Records of an import. */
export type Records = readonly Record<string, unknown>[]

/** A client with the portfolio that the records state. Gives the user id. */
export async function clientWith(
  database: Database,
  records: Records,
  environment: Environment = 'production',
) {
  const email = `${randomBytes(8).toString('hex')}@example.com`
  const person = { name: 'Ada Hale', email, environment }
  const { id } = await createClient(operator(database.prisma), person)
  await importRecords(database, id, records)
  return id
}

/** Imports records, which must all be good. */
export async function importRecords(
  database: Database,
  clientId: string,
  records: Records,
): Promise<void> {
  const lines = records.map((record) => Buffer.from(`${JSON.stringify(record)}\n`))
  const report = await importPortfolio(database.pool, clientId, Readable.from(lines))
  if (!report.kept) throw new Error(`bad records: ${JSON.stringify(report.bad)}`)
}

/** The registry ids of a client's assets by the refs of the records. */
export async function registryIds(
  database: Database,
  clientId: string,
): Promise<Record<string, string>> {
  const select = { ref: true, registryId: true }
  const assets = await database.prisma.asset.findMany({ where: { clientId }, select })
  return Object.fromEntries(assets.map((asset) => [asset.ref, asset.registryId]))
}

/** A key of an enterprise firm of its own: its id and secret. */
export async function keyWith(
  database: Database,
  options: {
    scopes?: readonly Scope[]
    environment?: Environment
    allowedIps?: string[]
    expiresAt?: Date
    /** Of this firm, instead of one of its own. */
    firmId?: string
  } = {},
) {
  const as = operator(database.prisma)
  const newFirm = async () => createFirm(as, { name: 'Hale Estates', plan: 'enterprise' })
  const firmId = options.firmId || (await newFirm()).id
  const usual = { name: 'Reports', environment: 'production', scopes: SCOPES } as const
  const { id, secret } = await createKey(as, { ...usual, ...options, firmId })
  return { id, secret, firmId }
}

/** A grant of the client to the key: by default all scopes and all assets. */
export async function grantWith(
  database: Database,
  keyId: string,
  clientId: string,
  terms: { scopes?: readonly Scope[]; filter?: AssetFilter; expiresAt?: Date } = {},
) {
  const usual = { keyId, clientId, scopes: SCOPES, filter: { type: 'all' } } as const
  return createGrant(operator(database.prisma), { ...usual, ...terms })
}

/** A key with a grant of the client, and the id of the grant. */
export async function readerOf(
  database: Database,
  clientId: string,
  terms: Parameters<typeof grantWith>[3] = {},
  options: Parameters<typeof keyWith>[1] = {},
) {
  const key = await keyWith(database, options)
  return { ...key, grantId: (await grantWith(database, key.id, clientId, terms)).id }
}

/** An access token of the user: by default for their plants. */
export async function tokenOf(
  database: Database,
  userId: string,
  scopes: readonly TokenScope[] = ['plants'],
): Promise<string> {
  const { secret } = await createToken(operator(database.prisma), { userId, scopes })
  return secret
}

import type pg from 'pg'
import type { RequestData } from '../database/request-data.ts'
import { type Access, toAccess, valuesOf } from '../floor/access.ts'
import { hashOf, identify } from '../floor/identity.ts'
import { assetStatement, identifyStatement, pageStatement } from '../floor/statements.ts'

/** A statement of the gateway, with the values that it is run with in turn. */
export interface LimitStatement {
  readonly name: string
  readonly text: string
  readonly values: readonly (readonly unknown[])[]
}

const PAGE_SIZE = 25

/** The statements of a cold page and of a cold asset: the identity of each of the keys, the page, and the asset. */
export async function limitStatements(
  pool: pg.Pool,
  { secrets, clientIds: [clientId = ''], registryId }: RequestData,
): Promise<LimitStatement[]> {
  const identity = await identifyStatement()
  const access = await firstAccess(pool, secrets, clientId)
  const page = await pageStatement(access, { filters: [], isAfter: false, isFirst: true })
  const asset = await assetStatement(access, true)
  const given = { ...valuesOf(access), registryId, limit: PAGE_SIZE + 1, offset: 0 }
  const identities = secrets.map((secret) => ({ secretHash: hashOf(secret), at: null, clientId }))
  return [
    { name: 'identity', text: identity.text, values: identities.map(identity.valuesOf) },
    { name: `page of ${PAGE_SIZE}`, text: page.text, values: [page.valuesOf(given)] },
    { name: 'single asset', text: asset.text, values: [asset.valuesOf(given)] },
  ]
}

async function firstAccess(
  pool: pg.Pool,
  [secret = '']: readonly string[],
  clientId: string,
): Promise<Access> {
  const identity = await identify(pool, await identifyStatement(), secret, clientId)
  if (!identity) throw new Error('the first key is not in the database')
  return toAccess(identity, '')
}

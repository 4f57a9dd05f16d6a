import { requestsPerMinute } from '../../access/caller.ts'
import { identifyPartner } from '../../access/identity.reads.ts'
import { SCOPES, type Scope } from '../../access/scopes.ts'
import type { PortfolioAccess } from '../../access/visibility.ts'
import type { Database } from '../../database/client.ts'
import { GatewayError } from '../../errors.ts'
import { notFound, requireFound, requireIdShape } from '../../values/ids.ts'
import { getAsset } from '../assets/asset.reads.ts'
import { countPreview } from '../consents/preview.reads.ts'

/** The reason why a scope shows nothing: the key or the grant does not have it. Null: it shows data. */
export type Missing = 'key' | 'grant' | null

/** The data that a key sees of a client, and the reasons. */
export type AccessExplanation = Awaited<ReturnType<typeof explainAccess>>

/**
 * Explains what a key sees of a client. The statement that identifies requests decides it. With `assetId`, the error is
 * that of a request for this asset, and otherwise that of requests with the secret of the key that has no end; null: they are served. Throws `record_not_found` for an unknown key or client.
 */
export async function explainAccess(
  database: Database,
  keyId: string,
  clientId: string,
  assetId: string | undefined,
) {
  const { key, hash } = await requireStoredKey(database, keyId)
  const client = await requireClient(database, clientId)
  const access = await orError(decide(database, hash, clientId))
  const described = { key, client }
  if (access instanceof GatewayError)
    return { ...described, error: access, access: null, scopes: [], assets: null }
  const { visibility } = access
  const counts = await countPreview(database.pool, visibility, [...visibility.scopes])
  const scopes = SCOPES.map((scope) => ({
    scope,
    missing: findMissing(scope, key.scopes, access),
    assets: counts.scopes.get(scope) ?? 0,
  }))
  const asset =
    assetId && (await orError(getAsset(database.pool, visibility, assetId, new Set<string>())))
  const error = asset instanceof GatewayError ? asset : null
  return {
    ...described,
    error,
    access,
    scopes,
    assets: { visible: counts.assets, total: counts.total },
  }
}

async function requireStoredKey({ prisma }: Database, keyId: string) {
  requireIdShape('key', keyId)
  const stored = await prisma.apiKey.findUnique({
    where: { id: keyId },
    include: {
      firm: { select: { name: true, tier: true } },
      // One secret of a key has no end. A secret that was replaced, or is of a rehearsal, ends.
      secrets: { where: { expiresAt: null }, select: { hash: true }, take: 1 },
    },
  })
  const [secret] = stored?.secrets ?? []
  if (!stored || !secret) throw notFound('key')
  const { id, name, environment, allowedIps, scopes, firm } = stored
  const tier = stored.tier ?? firm.tier
  const key = { id, name, environment, allowedIps, scopes, tier, firm: firm.name }
  return { key: { ...key, requestsPerMinute: requestsPerMinute(key) }, hash: secret.hash }
}

async function requireClient({ prisma }: Database, clientId: string) {
  requireIdShape('user', clientId, 'client')
  const user = await prisma.user.findUnique({
    where: { id: clientId },
    select: { id: true, name: true, portfolio: { select: { environment: true } } },
  })
  const { portfolio, ...client } = requireFound(user, 'client')
  return { ...client, environment: portfolio?.environment ?? null }
}

async function decide({ pool }: Database, hash: Uint8Array, clientId: string) {
  const identity = await identifyPartner(pool, hash, clientId, null)
  const access = requireFound(identity?.decision?.access, 'key')
  if (access instanceof Error) throw access
  return access
}

async function orError<Value>(read: Promise<Value>): Promise<Value | GatewayError> {
  try {
    return await read
  } catch (thrown) {
    if (thrown instanceof GatewayError) return thrown
    throw thrown
  }
}

function findMissing(
  scope: Scope,
  ofKey: readonly Scope[],
  { visibility }: PortfolioAccess,
): Missing {
  if (visibility.scopes.has(scope)) return null
  return ofKey.includes(scope) ? 'grant' : 'key'
}

import type { GatewayError } from '../errors.ts'
import type { RequestContext } from './request-context.ts'
import type { GrantView, PortfolioAccess } from './visibility.ts'

/** What a request of an API key used, collected while it runs. */
export interface RequestUsage {
  readonly keyId: string
  /** The grants that the request read under, by id. */
  readonly opened: Map<string, OpenedGrant>
  /** The error with the highest status. */
  error: GatewayError | null
}

export interface OpenedGrant {
  readonly grant: GrantView
  /** The number of assets in the response. */
  assets: number
}

export function createRequestUsage(keyId: string): RequestUsage {
  return { keyId, opened: new Map(), error: null }
}

/** Records a read under the grant, and the number of assets it returned. Without a grant nothing is recorded. */
export function recordRead(
  { usage }: RequestContext,
  { grant }: PortfolioAccess,
  assets = 0,
): void {
  if (!usage || !grant) return
  const known = usage.opened.get(grant.id)
  if (known) known.assets += assets
  else usage.opened.set(grant.id, { grant, assets })
}

/** Records an error of the request. */
export function recordError({ usage }: RequestContext, error: GatewayError): void {
  if (usage && error.status > (usage.error?.status ?? 0)) usage.error = error
}

/** The number of assets in the response. */
export function countReturnedAssets({ usage }: RequestContext): number {
  return [...(usage?.opened.values() ?? [])].reduce((sum, { assets }) => sum + assets, 0)
}

/** Records that the response came from the cache, with this number of assets. */
export function recordCachedRead({ usage }: RequestContext, assets: number): void {
  for (const opened of usage?.opened.values() ?? []) opened.assets = assets
}

import type { GatewayError } from '../errors.ts'
import type { RequestContext } from './request-context.ts'

/** The usage of one request of an API key, collected while the request runs. */
export interface RequestUsage {
  readonly keyId: string
  /** The grants that the request read under, by id. */
  readonly opened: Map<string, OpenedGrant>
  /** The grants that a list of the response shows. Nothing was read under them. */
  readonly listed: ListedGrant[]
}

interface ListedGrant {
  readonly clientId: string
  /** The grant as it was when the request read it, or read under it. */
  readonly grant: Readonly<{ id: string; version: number; scopes: readonly string[] }>
}

export type OpenedGrant = ListedGrant & { assets: number }

/** A portfolio that a request reads, and the grant that opens it to the caller. */
interface Read {
  readonly grant: ListedGrant['grant'] | null
  readonly visibility: { readonly clientId: string }
}

/** Records a read under the grant, and the number of returned assets. Records nothing if there is no grant. */
export function recordRead(
  { usage }: RequestContext,
  { grant, visibility: { clientId } }: Read,
  assets = 0,
): void {
  if (!usage || !grant) return
  const known = usage.opened.get(grant.id)
  if (known) known.assets += assets
  else usage.opened.set(grant.id, { clientId, grant, assets })
}

/** Records that the response shows the grants of these portfolios. */
export function recordListed({ usage }: RequestContext, shown: readonly Read[]): void {
  for (const { grant, visibility } of shown)
    if (grant) usage?.listed.push({ clientId: visibility.clientId, grant })
}

/** Records an error of the request, unless a more severe one is known. */
export function recordError(requestContext: RequestContext, error: GatewayError): void {
  if (error.status > (requestContext.error?.status ?? 0)) requestContext.error = error
}

/** The number of assets in the response. */
export function countReturnedAssets({ usage }: RequestContext): number {
  return [...(usage?.opened.values() ?? [])].reduce((sum, { assets }) => sum + assets, 0)
}

/** Records that the response came from the cache and contains this number of assets. */
export function recordCachedRead({ usage }: RequestContext, assets: number): void {
  for (const opened of usage?.opened.values() ?? []) opened.assets = assets
}

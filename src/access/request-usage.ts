import type { GatewayError } from '../errors.ts'
import type { RequestContext } from './request-context.ts'
import type { GrantView, PortfolioAccess } from './visibility.ts'

/** What the request of an API key comes to, gathered while it runs. */
export interface RequestUsage {
  readonly keyId: string
  /** By grant: how many assets the answer has of the portfolio that it opened. */
  readonly opened: Map<string, OpenedGrant>
  /** The gravest of what was refused. */
  error: GatewayError | null
}

export interface OpenedGrant {
  readonly grant: GrantView
  assets: number
}

/** Begins the record of a request of this key. */
export function createRequestUsage(keyId: string): RequestUsage {
  return { keyId, opened: new Map(), error: null }
}

/** Notes that a portfolio was opened, and assets of it given. Nobody's grant: nothing to note. */
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

/** Notes what was refused. */
export function recordError({ usage }: RequestContext, error: GatewayError): void {
  if (usage && error.status > (usage.error?.status ?? 0)) usage.error = error
}

/** How many assets the answer has. */
export function countReturnedAssets({ usage }: RequestContext): number {
  return [...(usage?.opened.values() ?? [])].reduce((sum, { assets }) => sum + assets, 0)
}

/** Notes that an answer under the one grant that is open was kept from before, with its assets. */
export function recordCachedRead({ usage }: RequestContext, assets: number): void {
  for (const opened of usage?.opened.values() ?? []) opened.assets = assets
}

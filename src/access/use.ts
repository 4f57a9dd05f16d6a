import type { GatewayError } from '../errors.ts'
import type { Exchange } from './exchange.ts'
import type { GrantView, PortfolioAccess } from './visibility.ts'

/** What the request of an API key comes to, gathered while it runs. */
export interface Use {
  readonly keyId: string
  /** By grant: how many assets the answer has of the portfolio that it opened. */
  readonly opened: Map<string, GrantUse>
  /** The gravest of what was refused. */
  refusal: GatewayError | null
}

export interface GrantUse {
  readonly grant: GrantView
  assets: number
}

/** Begins the record of a request of this key. */
export function beginUse(keyId: string): Use {
  return { keyId, opened: new Map(), refusal: null }
}

/** Notes that a portfolio was opened, and assets of it given. Nobody's grant: nothing to note. */
export function noteRead({ use }: Exchange, { grant }: PortfolioAccess, assets = 0): void {
  if (!use || !grant) return
  const known = use.opened.get(grant.id)
  if (known) known.assets += assets
  else use.opened.set(grant.id, { grant, assets })
}

/** Notes what was refused. */
export function noteRefusal({ use }: Exchange, error: GatewayError): void {
  if (use && error.status > (use.refusal?.status ?? 0)) use.refusal = error
}

/** How many assets the answer has. */
export function assetsGiven({ use }: Exchange): number {
  return [...(use?.opened.values() ?? [])].reduce((sum, { assets }) => sum + assets, 0)
}

/** Notes that an answer under the one grant that is open was kept from before, with its assets. */
export function noteGivenAgain({ use }: Exchange, assets: number): void {
  for (const opened of use?.opened.values() ?? []) opened.assets = assets
}

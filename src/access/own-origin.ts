import type { IncomingMessage } from 'node:http'
import { GatewayError } from '../errors.ts'

/** A request in Express: `protocol` comes from the nearest proxy, if it is trusted. */
type ExpressRequest = IncomingMessage & { readonly protocol: string }

/** The origin of the portal's pages. */
export interface OwnOrigin {
  /** Throws `origin_not_allowed` if the `Origin` header names another site. */
  require(request: ExpressRequest): void
}

/**
 * Requires the origin of `publicUrl`. Without `publicUrl`, requires the origin of the `Host` header. `X-Forwarded-Host`
 * is not read: many proxies pass on the value that the client sent.
 */
export function createOwnOrigin(publicUrl: string | undefined): OwnOrigin {
  const configured = publicUrl === undefined ? null : new URL(publicUrl).origin
  return {
    require({ headers: { origin, host }, protocol }) {
      if (origin === undefined || origin === (configured ?? `${protocol}://${host}`)) return
      throw new GatewayError(
        'origin_not_allowed',
        'The request was sent by the page of another site.',
      )
    },
  }
}

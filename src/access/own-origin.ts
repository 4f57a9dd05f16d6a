import type { IncomingMessage } from 'node:http'
import { GatewayError } from '../errors.ts'

/** A request as Express has it: `protocol` is what the nearest proxy says, where that is trusted. */
type Reached = IncomingMessage & { readonly protocol: string }

/** Where our own pages are. */
export interface OwnOrigin {
  /** Throws `origin_not_allowed` where a browser says that another site's page sent the request. */
  require(request: Reached): void
}

/**
 * Our origin is that of the public address; without one, whatever the request was sent to by its
 * `Host`. `X-Forwarded-Host` is not read: many proxies pass on what a caller has written there.
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

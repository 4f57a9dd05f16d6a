import type { IncomingMessage } from 'node:http'
import { GatewayError } from '../errors.ts'

/** A request as Express has it: the name by which it reached us, past the proxies that are trusted. */
type Reached = IncomingMessage & { readonly protocol: string; readonly host: string }

/** Where our own pages are. */
export interface OwnOrigin {
  /** Throws `origin_not_allowed` where a browser says that another site's page sent the request. */
  require(request: Reached): void
}

/** Our origin is that of the public address; without one, whatever the request was sent to. */
export function createOwnOrigin(publicUrl: string | undefined): OwnOrigin {
  const configured = publicUrl === undefined ? null : new URL(publicUrl).origin
  return {
    require({ headers: { origin }, protocol, host }) {
      if (origin === undefined || origin === (configured ?? `${protocol}://${host}`)) return
      throw new GatewayError(
        'origin_not_allowed',
        'The request was sent by the page of another site.',
      )
    },
  }
}

import type { Authenticator } from '../access/authenticator.ts'
import { GatewayError } from '../errors.ts'
import type { Context } from '../schema/context.ts'

/** The state of the charges of one request at `/graphql`. */
export interface Charged {
  /** The number of requests that were charged for it. The first is charged before the body is read. */
  paid: number
}

/** Charges a request as so many. Throws `document_too_costly` for more than the limit, or `rate_limit_exceeded`. */
export type Charge = (run: Context, charged: Charged, requests: number) => Promise<void>

/** Creates the function that charges the work of requests, for every kind of caller. */
export function createCharge(authenticator: Authenticator): Charge {
  return async ({ caller, request }, charged, requests) => {
    const due = requests - charged.paid
    if (due <= 0) return
    const limit = request.quota?.limit ?? requests
    if (requests > limit)
      throw new GatewayError(
        'document_too_costly',
        `The document counts as ${requests} requests, and your limit is ${limit} in a minute; ask for smaller pages or fewer fields.`,
      )
    charged.paid = requests
    if (caller) await authenticator.charge(request, caller, due)
    else await authenticator.chargeAnonymous(request, due)
  }
}

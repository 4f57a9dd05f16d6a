import type { Authenticator } from '../../access/authenticator.ts'
import { GatewayError } from '../../errors.ts'
import type { ServerContext } from '../yoga.ts'

/** Charges a request as so many. Throws `document_too_costly` for more than the limit, or `rate_limit_exceeded`. */
export type Charge = (context: ServerContext, requests: number) => Promise<void>

export function createCharge(authenticator: Authenticator): Charge {
  return async ({ run: { caller, request }, work }, requests) => {
    const due = requests - work.paid
    if (due <= 0) return
    const limit = request.quota?.limit ?? requests
    if (requests > limit)
      throw new GatewayError(
        'document_too_costly',
        `The document counts as ${requests} requests, and your limit is ${limit} in a minute; ask for smaller pages or fewer fields.`,
      )
    work.paid = requests
    if (caller) await authenticator.charge(request, caller, due)
    else await authenticator.chargeAnonymous(request, due)
  }
}

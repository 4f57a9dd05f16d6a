import { GatewayError } from '../../errors.ts'
import type { Context } from '../../schema/context.ts'
import { requirePerson } from '../audit/acting-person.ts'
import { type GrantDetails, requireGrant } from '../grants/grant.reads.ts'
import type { WithGrant } from '../grants/row-locks.ts'
import { addReceipt } from '../notices/notice.writes.ts'

/**
 * A grant that the caller gave. Throws `record_not_found` for a grant that they cannot see, and `caller_not_allowed`
 * for a grant that they can only see.
 */
export async function requireOwnGrant(id: string, context: Context): Promise<GrantDetails> {
  const person = requirePerson(context)
  const grant = await requireGrant(context.database.prisma, person, id, context.request.now)
  if (grant.clientId === person.userId) return grant
  throw new GatewayError('caller_not_allowed', 'Only the client who gave a grant changes it.')
}

/**
 * Stores the mail with the receipt of a change, in its transaction. The response does not wait until the mail is sent.
 * Undefined: the gateway sends no mail.
 */
export function receiptWriter({ sendsMail, request }: Context): WithGrant | undefined {
  return sendsMail ? (tx, grant) => addReceipt(tx, grant, request.now) : undefined
}

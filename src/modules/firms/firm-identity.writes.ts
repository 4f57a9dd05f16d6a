import { Prisma } from '../../generated/prisma/client.ts'
import { type Action, act, recordEvent } from '../audit/audit.writes.ts'
import { compareMembers } from '../audit/details.ts'
import { type FirmIdentity, parseIdentity, readIdentity } from './firm-identity.ts'
import { lockFirm } from './firm-plan.ts'

/**
 * Sets the identity of a firm, for staff and operators; null: the firm is not verified. If nothing changes, no event is
 * recorded. Throws `invalid_parameter` and `record_not_found`.
 */
export async function setFirmIdentity(
  by: Action,
  { firmId, identity: given }: { readonly firmId: string; readonly identity: FirmIdentity | null },
) {
  return act(by, async (tx, now) => {
    const identity = given && parseIdentity(given, now)
    const { id, name, identity: stored } = await lockFirm(tx, firmId)
    const details = compareMembers(
      recordedIdentity(readIdentity(stored)),
      recordedIdentity(identity),
    )
    if (Object.keys(details).length > 0) {
      const data = { identity: identity ? { ...identity } : Prisma.DbNull }
      await tx.firm.updateMany({ where: { id }, data })
      await recordEvent(tx, by.actor, { action: 'firm.identity_set', subject: id, firmId, details })
    }
    return { id, name, identity }
  })
}

function recordedIdentity(identity: FirmIdentity | null) {
  return {
    website: identity?.website ?? null,
    registration: identity?.registration ?? null,
    contact: identity?.contact ?? null,
    verified_on: identity?.verifiedOn ?? null,
  }
}

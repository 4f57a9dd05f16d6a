import type { Transaction } from '../../database/change.ts'
import type { Grant, PrismaClient } from '../../generated/prisma/client.ts'
import type { Actor } from '../audit/audit.writes.ts'
import { type ChangedGrant, type GrantChange, updateGrant } from '../grants/grant.writes.ts'
import type { WithGrant } from '../grants/row-locks.ts'
import { readPurpose, recordConsent, type ShownConsent } from './consent.writes.ts'

interface AgreedChange extends GrantChange {
  readonly shown: ShownConsent
}

/**
 * Changes the terms of a grant for its client, and stores the consent. `withGrant` runs in the transaction of a change.
 * Throws the errors of `updateGrant`, and `terms_changed` if the client was shown other terms.
 */
export function changeGrant(
  prisma: PrismaClient,
  actor: Actor,
  { shown, ...change }: AgreedChange,
  now: Date,
  withGrant?: WithGrant,
): Promise<Grant> {
  return updateGrant(prisma, actor, change, now, async (tx, changed) => {
    await recordChange(tx, changed, shown, now)
    await withGrant?.(tx, changed.after)
  })
}

async function recordChange(
  tx: Transaction,
  { key, before, after }: ChangedGrant,
  shown: ShownConsent,
  now: Date,
): Promise<void> {
  const { clientId, id: grantId, version, reference } = after
  const purpose = await readPurpose(tx, { clientId, grantId })
  const answers = { grantId, version: before.version }
  const subject = { clientId, key, terms: after, purpose, reference, answers }
  await recordConsent(tx, subject, { grantId, version }, shown, now)
}

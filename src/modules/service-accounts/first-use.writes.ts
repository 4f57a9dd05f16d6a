import type { FirstUseListener } from '../../access/authenticator.ts'
import { change } from '../../database/change.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { PRODUCT, recordEvent } from '../audit/audit.writes.ts'

/** Records the first use of each secret of a service account, once, with the address that it came from. */
export function recordFirstUse(prisma: PrismaClient): FirstUseListener {
  return async ({ serviceId }, hash, { now, ip }) => {
    const secret = { hash: Uint8Array.from(hash), firstUsedAt: null }
    await change(prisma, async (tx) => {
      const used = await tx.serviceSecret.updateMany({ where: secret, data: { firstUsedAt: now } })
      // Another request with the secret was first.
      if (used.count === 0) return
      const { reference } = await tx.serviceSecret.findUniqueOrThrow({
        where: { hash: secret.hash },
      })
      const details = { reference, address: ip }
      const event = { action: 'service.first_used', subject: serviceId, details } as const
      await recordEvent(tx, { actor: PRODUCT, ...event })
    })
  }
}

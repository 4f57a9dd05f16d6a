import { createId } from '../../access/ids.ts'
import { change } from '../../database/change.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { PRODUCT, recordEvent } from '../audit/audit.writes.ts'
import { sandboxPortfolio } from './sandbox-portfolio.ts'

/**
 * Makes the firm's sandbox client with its portfolio, unless it has one: of several calls at the same time one
 * does. A transaction of its own, since the function writes as the owner, on other connections of a cluster
 * than the caller's, which would not see its rows before the commit.
 */
export async function ensureSandboxClient(
  prisma: PrismaClient,
  firmId: string,
  now: Date,
): Promise<void> {
  if (await prisma.user.findUnique({ where: { sandboxFirmId: firmId }, select: { id: true } }))
    return
  const clientId = createId('user')
  // RFC 2606: no mail is delivered there. The id cannot be guessed, so nobody can take the address before.
  const email = `${clientId.toLowerCase()}@sandbox.invalid`
  const portfolio = JSON.stringify(sandboxPortfolio(now))
  await change(prisma, async (tx) => {
    const [row] = await tx.$queryRaw<{ made: boolean }[]>`
      SELECT create_sandbox_client(${firmId}, ${clientId}, ${email}, ${portfolio}::jsonb) AS made`
    if (!row?.made) return
    const details = { environment: 'sandbox', currency: 'USD' }
    const event = {
      action: 'client.created',
      subject: clientId,
      firmId,
      clientId,
      details,
    } as const
    await recordEvent(tx, { actor: PRODUCT, ...event })
  })
}

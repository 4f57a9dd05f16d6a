import { change } from '../../database/change.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { createId } from '../../values/ids.ts'
import { PRODUCT, recordEvent } from '../audit/audit.writes.ts'
import { sandboxPortfolio } from './sandbox-portfolio.ts'

/**
 * Creates the firm's sandbox client with its portfolio, unless it has one, once for several calls at a time. It has
 * its own transaction: a function on a cluster uses other connections, which do not see rows of an open transaction.
 */
export async function ensureSandboxClient(
  prisma: PrismaClient,
  firmId: string,
  now: Date,
): Promise<void> {
  if (await prisma.user.findUnique({ where: { sandboxFirmId: firmId }, select: { id: true } }))
    return
  const clientId = createId('user')
  // No mail is delivered to this domain (RFC 2606). Nobody can guess the id and register the address before.
  const email = `${clientId.toLowerCase()}@sandbox.invalid`
  const portfolio = JSON.stringify(sandboxPortfolio(now))
  await change(prisma, async (tx) => {
    const [row] = await tx.$queryRaw<{ made: boolean }[]>`
      SELECT create_sandbox_client(${firmId}, ${clientId}, ${email}, ${portfolio}::jsonb) AS made`
    if (!row?.made) return
    await recordEvent(tx, PRODUCT, {
      action: 'client.created',
      subject: clientId,
      firmId,
      clientId,
      details: { environment: 'sandbox', currency: 'USD' },
    })
  })
}

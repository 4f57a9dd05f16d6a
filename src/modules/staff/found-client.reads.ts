import type { PrismaClient } from '../../generated/prisma/client.ts'
import { isId } from '../../values/ids.ts'
import type { FirmName } from '../firms/firm.reads.ts'

/** A client in a search result of staff. */
export interface FoundClient {
  readonly id: string
  readonly name: string
  readonly environment: 'sandbox' | 'production'
  /** The firm whose sandbox client it is; null for a person. */
  readonly sandboxFirm: FirmName | null
}

const NAME = { id: true, name: true } as const

/** The columns of a client that staff find. */
export const CLIENT = {
  environment: true,
  client: { select: { ...NAME, sandboxFirm: { select: NAME } } },
} as const

/** The client of a row with the columns of `CLIENT`. */
export function describeClient({
  environment,
  client,
}: {
  environment: FoundClient['environment']
  client: Omit<FoundClient, 'environment'>
}): FoundClient {
  return { ...client, environment }
}

/** A client by id; null if there is none. The caller must have been checked: only staff. */
export async function findClient(prisma: PrismaClient, id: string): Promise<FoundClient | null> {
  if (!isId('user', id)) return null
  const found = await prisma.portfolio.findUnique({ where: { clientId: id }, select: CLIENT })
  return found && describeClient(found)
}

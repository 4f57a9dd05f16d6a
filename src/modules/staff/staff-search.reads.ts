import { escapeLike } from '../../database/like.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { isId } from '../../values/ids.ts'
import type { FirmName } from '../firms/firm.reads.ts'

const MOST = 10
const MOST_GRANTS = 20
const REFERENCE = /^[0-9A-Za-z]{8}$/

/** A client in a search result of staff. */
export interface FoundClient {
  readonly id: string
  readonly name: string
  readonly environment: 'sandbox' | 'production'
  /** The firm whose sandbox client it is; null for a person. */
  readonly sandboxFirm: FirmName | null
}

/** The records in which a text was found: the first few of each kind. */
interface Found {
  readonly firms: readonly FirmName[]
  readonly clients: readonly FoundClient[]
  readonly keyIds: readonly string[]
  readonly grantIds: readonly string[]
}

/**
 * Searches for staff, in any case: firms, clients and keys by a part of the name or by id, clients by a part of the
 * email, keys by the reference of a secret. Finds grants by id, and the grants of the found clients and keys. The
 * caller must have been checked: only staff.
 */
export async function searchForStaff(prisma: PrismaClient, text: string): Promise<Found> {
  const [firms, clients, keys] = await Promise.all([
    findFirms(prisma, text),
    findClients(prisma, text),
    findKeys(prisma, text),
  ])
  const keyIds = keys.map(({ id }) => id)
  const clientIds = clients.map(({ id }) => id)
  const grants = await prisma.grant.findMany({
    where: {
      OR: [
        ...(isId('grant', text) ? [{ id: text }] : []),
        { keyId: { in: keyIds } },
        { clientId: { in: clientIds } },
      ],
    },
    select: { id: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MOST_GRANTS,
  })
  return { firms, clients, keyIds, grantIds: grants.map(({ id }) => id) }
}

/** A client by id; null if there is none. The caller must have been checked: only staff. */
export async function findClient(prisma: PrismaClient, id: string): Promise<FoundClient | null> {
  if (!isId('user', id)) return null
  const found = await prisma.portfolio.findUnique({ where: { clientId: id }, select: CLIENT })
  return found && describeClient(found)
}

const NAME = { id: true, name: true } as const
const CLIENT = {
  environment: true,
  client: { select: { ...NAME, sandboxFirm: { select: NAME } } },
} as const

function describeClient({
  environment,
  client,
}: {
  environment: FoundClient['environment']
  client: Omit<FoundClient, 'environment'>
}) {
  return { ...client, environment }
}

function findFirms(prisma: PrismaClient, text: string): Promise<FirmName[]> {
  return prisma.firm.findMany({
    where: { OR: [{ name: containing(text) }, { id: text }] },
    select: { id: true, name: true },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    take: MOST,
  })
}

async function findClients(prisma: PrismaClient, text: string): Promise<FoundClient[]> {
  const found = await prisma.portfolio.findMany({
    where: {
      client: { OR: [{ name: containing(text) }, { email: containing(text) }, { id: text }] },
    },
    select: CLIENT,
    orderBy: [{ client: { name: 'asc' } }, { clientId: 'asc' }],
    take: MOST,
  })
  return found.map(describeClient)
}

function findKeys(prisma: PrismaClient, text: string) {
  const bySecret = REFERENCE.test(text) ? [{ secrets: { some: { reference: text } } }] : []
  return prisma.apiKey.findMany({
    where: { OR: [{ name: containing(text) }, { id: text }, ...bySecret] },
    select: { id: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MOST,
  })
}

function containing(text: string) {
  return { contains: escapeLike(text), mode: 'insensitive' } as const
}

import { isId } from '../../access/ids.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import type { FirmName } from './firm.reads.ts'

const MOST = 10
const MOST_GRANTS = 20
const REFERENCE = /^[0-9A-Za-z]{8}$/

/** A client, as staff find one. */
export interface FoundClient {
  readonly id: string
  readonly name: string
  readonly environment: 'sandbox' | 'production'
  /** The firm whose sandbox client it is; null for a person. */
  readonly sandboxFirm: FirmName | null
}

/** The ids of what a text was found in; of each the first few. */
export interface Found {
  readonly firms: readonly FirmName[]
  readonly clients: readonly FoundClient[]
  readonly keyIds: readonly string[]
  readonly grantIds: readonly string[]
}

/**
 * What staff look for, in any case: firms, clients and keys by a part of the name or by id, clients by
 * a part of the email, keys by the reference of a secret. Grants by id, and those of the clients and
 * keys that were found. The caller has been checked: staff alone.
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

/** A client by id. The caller has been checked: staff alone. Null where there is none. */
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

// Prisma passes the signs of LIKE on as they are.
function containing(text: string) {
  return { contains: text.replace(/[\\%_]/g, '\\$&'), mode: 'insensitive' } as const
}

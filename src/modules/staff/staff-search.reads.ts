import { escapeLike } from '../../database/like.ts'
import type { Prisma, PrismaClient } from '../../generated/prisma/client.ts'
import { isId } from '../../values/ids.ts'
import type { FirmName } from '../firms/firm.reads.ts'
import { CLIENT, describeClient, type FoundClient } from './found-client.reads.ts'
import { type FoundPerson, PERSON } from './person-account.reads.ts'
import { readSearched, type Searched } from './searched-text.ts'

const MOST = 10
const MOST_GRANTS = 20

/** The records in which a text was found: the first few of each kind. */
interface Found {
  readonly firms: readonly FirmName[]
  readonly clients: readonly FoundClient[]
  readonly people: readonly FoundPerson[]
  readonly keyIds: readonly string[]
  readonly grantIds: readonly string[]
}

/**
 * Searches for staff, in any case: firms, people and keys by a part of the name or by id, people by a part of the email,
 * keys and the owners of access tokens by a whole secret or its reference, keys by a connection link, clients by the
 * registry id of an asset. Finds grants by id, and the grants of the found clients and keys. The caller must have been
 * checked: only staff.
 */
export async function searchForStaff(prisma: PrismaClient, text: string): Promise<Found> {
  const searched = readSearched(text)
  const [firms, clients, people, keys] = await Promise.all([
    findFirms(prisma, searched),
    findClients(prisma, searched),
    findPeople(prisma, searched),
    findKeys(prisma, searched),
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
  return { firms, clients, people, keyIds, grantIds: grants.map(({ id }) => id) }
}

async function findFirms(prisma: PrismaClient, searched: Searched): Promise<FirmName[]> {
  const text = textOf(searched)
  if (text === null) return []
  return prisma.firm.findMany({
    where: { OR: [{ name: containing(text) }, { id: text }] },
    select: { id: true, name: true },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    take: MOST,
  })
}

async function findClients(prisma: PrismaClient, searched: Searched): Promise<FoundClient[]> {
  const where = await clientWhere(prisma, searched)
  if (where === null) return []
  const found = await prisma.portfolio.findMany({
    where: { client: where },
    select: CLIENT,
    orderBy: [{ client: { name: 'asc' } }, { clientId: 'asc' }],
    take: MOST,
  })
  return found.map(describeClient)
}

async function clientWhere(
  prisma: PrismaClient,
  searched: Searched,
): Promise<Prisma.UserWhereInput | null> {
  if (searched.by === 'registryId') {
    const where = { registryId: searched.id }
    const asset = await prisma.asset.findFirst({ where, select: { clientId: true } })
    return asset && { id: asset.clientId }
  }
  const text = textOf(searched)
  return text === null ? null : named(text)
}

// A sandbox client is no person.
async function findPeople(prisma: PrismaClient, searched: Searched): Promise<FoundPerson[]> {
  const where = peopleWhere(searched)
  if (where === null) return []
  return prisma.user.findMany({
    where: { sandboxFirmId: null, AND: where },
    select: PERSON,
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    take: MOST,
  })
}

function peopleWhere(searched: Searched): Prisma.UserWhereInput | null {
  switch (searched.by) {
    case 'secret':
      if (searched.kind === 'invitation') return { invitation: { tokenHash: searched.hash } }
      return { accessTokens: { some: { hash: searched.hash } } }
    case 'reference': {
      const owned = { accessTokens: { some: { reference: searched.reference } } }
      return { OR: [named(searched.text), owned] }
    }
    case 'text':
      return named(searched.text)
    default:
      return null
  }
}

async function findKeys(prisma: PrismaClient, searched: Searched) {
  const where = keyWhere(searched)
  if (where === null) return []
  return prisma.apiKey.findMany({
    where,
    select: { id: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MOST,
  })
}

function keyWhere(searched: Searched): Prisma.ApiKeyWhereInput | null {
  switch (searched.by) {
    case 'secret':
      return { secrets: { some: { hash: searched.hash } } }
    case 'link':
      return { links: { some: { id: searched.id } } }
    case 'reference': {
      const { reference, text } = searched
      return { OR: [{ name: containing(text) }, { secrets: { some: { reference } } }] }
    }
    case 'text':
      return { OR: [{ name: containing(searched.text) }, { id: searched.text }] }
    default:
      return null
  }
}

// The statements of the others have no text that may be a secret.
function textOf(searched: Searched): string | null {
  return searched.by === 'text' || searched.by === 'reference' ? searched.text : null
}

function named(text: string): Prisma.UserWhereInput {
  return { OR: [{ name: containing(text) }, { email: containing(text) }, { id: text }] }
}

function containing(text: string) {
  return { contains: escapeLike(text), mode: 'insensitive' } as const
}

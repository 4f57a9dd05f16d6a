import { inOrderOf, inReadingOrder, Params, someContains } from '../../database/statement.ts'
import type { Prisma, PrismaClient } from '../../generated/prisma/client.ts'
import { isId } from '../../values/ids.ts'
import type { FirmName } from '../firms/firm.reads.ts'
import { PERSON } from './person-account.type.ts'
import { readSearched, type Searched } from './searched-text.ts'

const MOST = 10
const MOST_GRANTS = 20

/**
 * Searches for staff, in any case: firms, people and keys by name, email, id, secret, reference, link and registry id;
 * grants by id, client and key. The caller must have been checked: only staff. Returns the first few of each kind.
 */
export async function searchForStaff(prisma: PrismaClient, text: string) {
  const searched = readSearched(text)
  const referred = await findReferred(prisma, searched)
  const [firms, clients, people, keys] = await Promise.all([
    findFirms(prisma, searched),
    findClients(prisma, searched, referred),
    findPeople(prisma, searched, referred),
    findKeys(prisma, searched),
  ])
  const keyIds = keys.map(({ id }) => id)
  const foundClients = clients.map(({ id }) => id)
  const grants = await prisma.grant.findMany({
    where: {
      OR: [
        ...(isId('grant', text) ? [{ id: text }] : []),
        { keyId: { in: keyIds } },
        { clientId: { in: foundClients } },
      ],
    },
    select: { id: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MOST_GRANTS,
  })
  return { firms, clients, people, keyIds, grantIds: grants.map(({ id }) => id) }
}

async function findFirms(prisma: PrismaClient, searched: Searched): Promise<FirmName[]> {
  const ids = await findNamed(prisma, FIRMS, searched)
  const firms = await prisma.firm.findMany({ where: { id: { in: ids } }, select: NAME })
  return inOrderOf(ids, firms, ({ id }) => id)
}

// The clients whom a firm knows by this reference, and the people whom a link with it is for.
async function findReferred(prisma: PrismaClient, searched: Searched): Promise<string[]> {
  const reference = textOf(searched)
  if (reference === null) return []
  const [grants, links] = await Promise.all([
    prisma.grant.findMany({ where: { reference }, select: { clientId: true }, take: MOST }),
    prisma.connectionLink.findMany({
      where: { reference, email: { not: null } },
      select: { email: true },
      take: MOST,
    }),
  ])
  const where = { email: { in: links.flatMap(({ email }) => email ?? []) } }
  const asked = await prisma.user.findMany({ where, select: { id: true } })
  return [...grants.map(({ clientId }) => clientId), ...asked.map(({ id }) => id)]
}

async function findClients(prisma: PrismaClient, searched: Searched, referred: readonly string[]) {
  const ids = [...referred, ...(await clientIds(prisma, searched))]
  const found = await prisma.portfolio.findMany({
    where: { clientId: { in: ids } },
    select: CLIENT,
  })
  return inOrderOf(ids, found.map(describeClient), ({ id }) => id)
}

async function clientIds(prisma: PrismaClient, searched: Searched): Promise<string[]> {
  if (searched.by !== 'registryId') return findNamed(prisma, CLIENTS, searched)
  const where = { registryId: searched.id }
  const asset = await prisma.asset.findFirst({ where, select: { clientId: true } })
  return asset ? [asset.clientId] : []
}

// A sandbox client is not a person.
async function findPeople(prisma: PrismaClient, searched: Searched, referred: readonly string[]) {
  const ids = [...referred, ...(await findNamed(prisma, PEOPLE, searched))]
  const people = await prisma.user.findMany({
    where: { sandboxFirmId: null, OR: [{ id: { in: ids } }, ...holders(searched)] },
    select: PERSON,
    take: MOST,
  })
  return inOrderOf(ids, people, ({ id }) => id)
}

function holders(searched: Searched): Prisma.UserWhereInput[] {
  if (searched.by === 'reference')
    return [{ accessTokens: { some: { reference: searched.reference } } }]
  if (searched.by !== 'secret') return []
  const { kind, hash } = searched
  return [
    kind === 'invitation'
      ? { invitation: { tokenHash: hash } }
      : { accessTokens: { some: { hash } } },
  ]
}

async function findKeys(prisma: PrismaClient, searched: Searched) {
  const ids = await findNamed(prisma, KEYS, searched)
  return prisma.apiKey.findMany({
    where: { OR: [{ id: { in: ids } }, ...keyWhere(searched)] },
    select: { id: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MOST,
  })
}

function keyWhere(searched: Searched): Prisma.ApiKeyWhereInput[] {
  if (searched.by === 'link') return [{ links: { some: { id: searched.id } } }]
  if (searched.by === 'secret') return [{ secrets: { some: { hash: searched.hash } } }]
  if (searched.by !== 'reference') return []
  return [{ secrets: { some: { reference: searched.reference } } }]
}

// The statements of the others have no text that may be a secret.
function textOf(searched: Searched): string | null {
  return searched.by === 'text' || searched.by === 'reference' ? searched.text : null
}

// Rows that have names. Their alias is `n`.
interface Named {
  readonly from: string
  readonly where?: string
  readonly columns: readonly string[]
  /** Absent: by name. */
  readonly order?: string
}

const BY_NAME = `${inReadingOrder('n.name')}, n.id`
const FIRMS: Named = { from: 'firms n', columns: ['n.name'] }
const KEYS: Named = {
  from: 'api_keys n',
  columns: ['n.name'],
  order: 'n.created_at DESC, n.id DESC',
}
const PERSON_COLUMNS = ['n.name', 'n.email']
const CLIENTS: Named = {
  from: 'portfolios p JOIN users n ON n.id = p.client_id',
  columns: PERSON_COLUMNS,
}
const PEOPLE: Named = {
  from: 'users n',
  where: 'n.sandbox_firm_id IS NULL',
  columns: PERSON_COLUMNS,
}

// The ids of the first rows that have the text in a name, or that have it as their id.
async function findNamed(
  prisma: PrismaClient,
  { from, where = 'true', columns, order = BY_NAME }: Named,
  searched: Searched,
): Promise<string[]> {
  const text = textOf(searched)
  if (text === null) return []
  const params = new Params()
  const found = `${someContains(columns, text, params)} OR n.id = ${params.add(text)}`
  const rows = await prisma.$queryRawUnsafe<{ id: string }[]>(
    `SELECT n.id FROM ${from} WHERE ${where} AND (${found}) ORDER BY ${order} LIMIT ${MOST}`,
    ...params.values,
  )
  return rows.map(({ id }) => id)
}

const NAME = { id: true, name: true } as const

// The columns of a client that staff find. A sandbox client has its firm.
const CLIENT = {
  environment: true,
  client: { select: { ...NAME, sandboxFirm: { select: NAME } } },
} as const

type ClientRow = Prisma.PortfolioGetPayload<{ select: typeof CLIENT }>
export type FoundClient = ReturnType<typeof describeClient>

function describeClient({ environment, client }: ClientRow) {
  return { ...client, environment }
}

/** A client by id; null if there is none. The caller must have been checked: only staff. */
export async function findClient(prisma: PrismaClient, id: string): Promise<FoundClient | null> {
  if (!isId('user', id)) return null
  const found = await prisma.portfolio.findUnique({ where: { clientId: id }, select: CLIENT })
  return found && describeClient(found)
}

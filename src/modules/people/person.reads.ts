import type pg from 'pg'
import type { Portfolio, PrismaClient, User } from '../../generated/prisma/client.ts'

export type PersonDetails = NonNullable<Awaited<ReturnType<typeof readPerson>>>

/** A person, with the environment of their portfolio; null if there is none with this id. */
export async function readPerson(prisma: PrismaClient, userId: string) {
  const person = await prisma.user.findUnique({
    where: { id: userId },
    select: {
      id: true,
      name: true,
      email: true,
      isStaff: true,
      portfolio: { select: { environment: true } },
    },
  })
  if (!person) return null
  const { portfolio, ...user } = person
  return { ...user, environment: portfolio?.environment ?? null }
}

/** The users who have these emails, for operators. One without a portfolio is not a client. */
export async function findUsers(
  pool: pg.Pool,
  emails: readonly string[],
): Promise<ReadonlyMap<string, ListedUser>> {
  const text = `
    SELECT u.id, u.name, u.email, NULL AS environment, NULL AS currency,
           u.locked_at IS NULL AND u.sandbox_firm_id IS NULL
             AND NOT EXISTS (SELECT FROM accounts a WHERE a.user_id = u.id) AS "lacksPassword",
           EXISTS (SELECT FROM invitations i WHERE i.user_id = u.id AND i.expires_at > now()) AS "isInvited"
      FROM users u WHERE u.email = ANY($1)`
  const { rows: users } = await pool.query<ListedUser>(text, [emails])
  // Citus has no outer join of a local table with a distributed one.
  const { rows: portfolios } = await pool.query<
    Pick<ListedUser, 'id' | 'environment' | 'currency'>
  >('SELECT client_id AS id, environment, currency FROM portfolios WHERE client_id = ANY($1)', [
    users.map(({ id }) => id),
  ])
  const byId = new Map(portfolios.map((portfolio) => [portfolio.id, portfolio]))
  return new Map(users.map((user) => [user.email, { ...user, ...byId.get(user.id) }]))
}

export interface ListedUser extends Pick<User, 'id' | 'name' | 'email'> {
  readonly environment: Portfolio['environment'] | null
  readonly currency: string | null
  /** Whether they have no password, and may get one. */
  readonly lacksPassword: boolean
  readonly isInvited: boolean
}

/** Every client, oldest first, for operators. */
export async function listClients(pool: pg.Pool): Promise<ListedClient[]> {
  const { rows } = await pool.query<ListedClient>(`
    SELECT u.id, u.name, u.email, u.created_at AS "createdAt", p.environment, p.currency
      FROM portfolios p JOIN users u ON u.id = p.client_id ORDER BY p.created_at, p.client_id`)
  return rows
}

type ListedPerson = Pick<User, 'id' | 'name' | 'email' | 'createdAt'>
type ListedClient = ListedPerson & Pick<Portfolio, 'environment' | 'currency'>

/** Every member of the staff, oldest first, for operators. */
export async function listStaff(pool: pg.Pool): Promise<ListedPerson[]> {
  const text = `SELECT id, name, email, created_at AS "createdAt"
    FROM users u WHERE is_staff ORDER BY u.created_at, id`
  return (await pool.query<ListedPerson>(text)).rows
}

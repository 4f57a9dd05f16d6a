import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openServing } from '../../src/database/open.ts'
import { prepareServing } from '../../src/database/prepare.ts'
import { readServerSecret } from '../../src/database/server-secret.ts'
import { openPasswords } from '../../src/embedded-postgres/passwords.ts'
import { type EmbeddedServer, startEmbedded } from '../../src/embedded-postgres/server.ts'
import { newCluster, removeFolders } from '../database/data-folder.ts'
import { statement } from '../support/server.ts'
import { testTable } from '../support/test-table.ts'
import { addressAt } from './address.ts'
import { jsonOf, orangery } from './orangery.ts'

// The embedded server takes the place of an operator's own: it is reached by address, with roles created here.
let server: EmbeddedServer
let superuser: pg.Client
const NAMES = ['plain', 'Odd "name"; --', 'creator', 'deputy', 'reader']
let dataDir = ''

beforeAll(async () => {
  dataDir = await newCluster()
  server = await startEmbedded(dataDir)
  const { postgres: password } = openPasswords(dataDir)
  superuser = new pg.Client({ ...server.connection, user: 'postgres', password })
  await superuser.connect()
  for (const name of NAMES)
    await superuser.query(`CREATE ROLE ${pg.escapeIdentifier(name)} LOGIN PASSWORD 'x'`)
  await superuser.query('ALTER ROLE creator CREATEROLE; GRANT orangery TO deputy')
  await superuser.query('CREATE ROLE readers; GRANT readers TO reader')
  for (const name of ['one', 'two']) await superuser.query(`CREATE DATABASE ${name} OWNER orangery`)
})

afterAll(async () => {
  await superuser.end()
  await server.release()
  await removeFolders()
})

const asOwner = (name: string) => addressAt(server.connection, name)
const asRole = (user: string, name: string) =>
  addressAt({ ...server.connection, user, password: 'x' }, name)

async function prepare(databaseUrl: string, databaseOwnerUrl?: string) {
  const options = { databaseUrl, databaseOwnerUrl, dataDir: '', onError: () => {} }
  const database = await openServing(options)
  return prepareServing(database).finally(() => database.close())
}

testTable(['plain', 'Odd "name"; --'])(
  'migrate --runtime-role grants the role the rights that serving needs, whatever its name',
  async (role) => {
    const here = { DATABASE_URL: asOwner('one') }
    const output = jsonOf(await orangery(['migrate', '--runtime-role', role, '--json'], here))
    expect(output).toMatchObject({ runtime_role: role, excess: [] })
    const { missing, excess } = await reviewOf(role)
    expect({ missing, excess }).toEqual({ missing: [], excess: [] })
  },
)

async function reviewOf(role: string) {
  const client = new pg.Pool({ connectionString: asOwner('one') })
  const { reviewRole } = await import('../../src/database/runtime-review.ts')
  const review = await reviewRole(client, role).finally(() => client.end())
  if (!review) throw new Error(`no role ${role}`)
  return review
}

test('migrate --runtime-role run again, revokes rights that were added by hand and restores revoked ones', async () => {
  const url = asOwner('one')
  const here = { DATABASE_URL: url }
  await statement(
    { url },
    `GRANT UPDATE ON audit_events TO plain; GRANT SELECT (internal_notes) ON assets TO PUBLIC;
    GRANT CREATE ON SCHEMA public TO plain; REVOKE SELECT ON valuations FROM plain;
    GRANT UPDATE ON SEQUENCE request_errors_id_seq TO plain; GRANT MAINTAIN ON _prisma_migrations TO plain`,
  )
  const wrong = await reviewOf('plain')
  expect(wrong.missing).toEqual(['SELECT on valuations'])
  expect([...wrong.excess].sort()).toEqual([
    ...['CREATE on the schema', 'MAINTAIN on _prisma_migrations'],
    ...['SELECT on assets.internal_notes', 'UPDATE on audit_events'],
    'UPDATE on request_errors_id_seq',
  ])
  expect((await orangery(['migrate', '--runtime-role', 'plain'], here)).out).toBe(
    'Nothing to apply.\nThe role plain has the rights that serving needs.\n',
  )
  expect(await reviewOf('plain')).toMatchObject({ missing: [], excess: [] })
})

testTable([
  [
    'that does not exist',
    'nobody_here',
    /has no role "nobody_here"\. Create it first: CREATE ROLE/,
  ],
  ['without a name', '', /has no role ""/],
  ['with a name that is too long', 'x'.repeat(70), /has no role "x{70}"/],
  ['that is a superuser', 'postgres', /"postgres" has SUPERUSER: its rights cannot be limited/],
  ['that owns the tables', 'orangery', /ownership of the tables/],
  ['that is a member of the owner', 'deputy', /ownership of the tables/],
  ['that can create roles', 'creator', /"creator" has CREATEROLE/],
])('migrate --runtime-role rejects a role that could do more', async (_, role, message) => {
  const here = { DATABASE_URL: asOwner('one') }
  const output = await orangery(['migrate', `--runtime-role=${role}`, '--json'], here)
  expect(output.code).toBe(1)
  expect(jsonOf(output).error).toMatchObject({ code: 'state_conflict' })
  expect(jsonOf(output).error.message).toMatch(message)
})

const FIRM = ['firm', 'create', '--name', 'Hale', '--json']

test('a command with the address of the runtime role alone is rejected, with a remedy', async () => {
  const output = await orangery(FIRM, { DATABASE_URL: asRole('plain', 'one') })
  expect(jsonOf(output).error).toEqual({
    code: 'state_conflict',
    message:
      "The role plain can only serve requests, not run this command. Set DATABASE_OWNER_URL to the address of the database's owner.",
  })
})

test('a start with the runtime role alone reports the command to run if the schema is out of date', async () => {
  await expect(prepare(asRole('plain', 'two'))).rejects.toThrow(
    /schema is not up to date, and the role plain cannot change it\. Run, .*: orangery migrate --runtime-role plain; or set DATABASE_OWNER_URL/,
  )
})

test('a start with an address of the owner brings schema and rights up to date', async () => {
  const prepared = await prepare(asRole('plain', 'two'), asOwner('two'))
  expect(prepared).toMatchObject({ role: 'plain', excess: [] })
  expect(prepared.applied.length).toBeGreaterThan(5)
  expect(await prepare(asRole('plain', 'two'))).toEqual({ applied: [], role: 'plain', excess: [] })
})

test('a start with a role that lacks rights names them', async () => {
  await expect(prepare(asRole('reader', 'two'))).rejects.toThrow(
    /The role reader has no rights on the database/,
  )
  await statement({ url: asOwner('two') }, 'REVOKE INSERT ON audit_events FROM plain')
  await expect(prepare(asRole('plain', 'two'))).rejects.toThrow(
    /The role plain lacks rights \(INSERT on audit_events\)/,
  )
})

test('a start without the owner needs AUTH_SECRET: the runtime role cannot read the stored secret', async () => {
  const pool = new pg.Pool({ connectionString: asRole('plain', 'one') })
  await expect(readServerSecret(pool)).rejects.toThrow('Set AUTH_SECRET, or DATABASE_OWNER_URL.')
  expect(await readServerSecret(pool, 'given')).toBe('given')
  await pool.end()
})

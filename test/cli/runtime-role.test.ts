import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readServerSecret } from '../../src/access/server-secret.ts'
import { type EmbeddedServer, startEmbedded } from '../../src/database/embedded/server.ts'
import { openServing } from '../../src/database/open.ts'
import { prepareServing } from '../../src/database/prepare.ts'
import { newCluster, removeFolders } from '../database/data-folder.ts'
import { addressAt } from './address.ts'
import { objectOf, orangery } from './orangery.ts'

// The embedded server stands for an operator's own: it is reached by address, with roles made here.
let server: EmbeddedServer
let superuser: pg.Client
const NAMES = ['plain', 'Odd "name"; --', 'creator', 'deputy', 'reader']
let dataDir = ''

beforeAll(async () => {
  dataDir = await newCluster()
  server = await startEmbedded(dataDir)
  const [line = ''] = readFileSync(join(dataDir, 'orangery.pgpass'), 'utf8').split('\n')
  superuser = new pg.Client({
    ...server.connection,
    user: 'postgres',
    password: line.split(':')[4] ?? '',
  })
  await superuser.connect()
  for (const name of NAMES)
    await superuser.query(`CREATE ROLE ${pg.escapeIdentifier(name)} LOGIN PASSWORD 'x'`)
  await superuser.query('ALTER ROLE creator CREATEROLE; GRANT orangery TO deputy')
  await superuser.query('CREATE ROLE readers; GRANT readers TO reader')
  for (const name of ['one', 'two']) await superuser.query(`CREATE DATABASE ${name} OWNER orangery`)
}, 60_000)

afterAll(async () => {
  await superuser.end()
  await server.release()
  await removeFolders()
})

const asOwner = (name: string) => addressAt(server.connection, name)
const asRole = (user: string, name: string) =>
  addressAt({ ...server.connection, user, password: 'x' }, name)

async function prepare(databaseUrl: string, databaseOwnerUrl?: string) {
  const database = await openServing({ databaseUrl, databaseOwnerUrl, dataDir: '' }, () => {})
  return prepareServing(database).finally(() => database.close())
}

describe('migrate --runtime-role', () => {
  test.each(['plain', 'Odd "name"; --'])('grants the role %s what serving needs', async (role) => {
    const here = { DATABASE_URL: asOwner('one') }
    const said = objectOf(await orangery(['migrate', '--runtime-role', role, '--json'], here))
    expect(said).toMatchObject({ runtime_role: role, excess: [] })
    const { missing, excess } = await reviewOf(role)
    expect({ missing, excess }).toEqual({ missing: [], excess: [] })
  })

  async function reviewOf(role: string) {
    const client = new pg.Pool({ connectionString: asOwner('one') })
    const { reviewRole } = await import('../../src/database/runtime-review.ts')
    const review = await reviewRole(client, role).finally(() => client.end())
    if (!review) throw new Error(`no role ${role}`)
    return review
  }

  test('again, takes what has been added by hand, and gives what has been taken', async () => {
    const here = { DATABASE_URL: asOwner('one') }
    const owner = new pg.Client({ connectionString: asOwner('one') })
    await owner.connect()
    await owner.query(`GRANT UPDATE ON audit_events TO plain; GRANT SELECT (internal_notes) ON assets TO PUBLIC;
      GRANT CREATE ON SCHEMA public TO plain; REVOKE SELECT ON heirs FROM plain`)
    await owner.end()
    const wrong = await reviewOf('plain')
    expect(wrong.missing).toEqual(['SELECT on heirs'])
    expect([...wrong.excess].sort()).toEqual([
      'CREATE on the schema',
      'SELECT on assets.internal_notes',
      'UPDATE on audit_events',
    ])
    expect((await orangery(['migrate', '--runtime-role', 'plain'], here)).out).toBe(
      'Nothing to apply.\nThe role plain has the rights that serving needs.\n',
    )
    expect(await reviewOf('plain')).toMatchObject({ missing: [], excess: [] })
  })

  test.each([
    ['that is not there', 'nobody_here', /has no role "nobody_here"\. Make it first: CREATE ROLE/],
    ['without a name', '', /has no role ""/],
    ['of a name too long', 'x'.repeat(70), /has no role "x{70}"/],
    ['that is a superuser', 'postgres', /"postgres" has SUPERUSER, so that no right/],
    ['that owns the tables', 'orangery', /ownership of the tables/],
    ['that is a member of the owner', 'deputy', /ownership of the tables/],
    ['that makes roles', 'creator', /"creator" has CREATEROLE/],
  ])('refuses a role %s', async (_, role, message) => {
    const here = { DATABASE_URL: asOwner('one') }
    const said = await orangery(['migrate', `--runtime-role=${role}`, '--json'], here)
    expect(said.code).toBe(1)
    expect(objectOf(said).error).toMatchObject({ code: 'state_conflict' })
    expect(objectOf(said).error.message).toMatch(message)
  })

  test('tells of what the role has from elsewhere', async () => {
    const said = await orangery(['migrate', '--runtime-role', 'reader'], {
      DATABASE_URL: asOwner('one'),
    })
    expect(said.out).toContain('It has more than that, from elsewhere: membership of readers.')
  })

  test('is not for the built-in server', async () => {
    const said = await orangery(['migrate', '--runtime-role', 'plain', '--json'], {
      DATA_DIR: dataDir,
    })
    expect(objectOf(said).error).toMatchObject({ code: 'invalid_parameter' })
  })
})

describe('a command', () => {
  const FIRM = ['firm', 'create', '--name', 'Hale', '--json']

  test('with the address of the runtime role alone says what it needs', async () => {
    const said = await orangery(FIRM, { DATABASE_URL: asRole('plain', 'one') })
    expect(objectOf(said).error).toEqual({
      code: 'state_conflict',
      message:
        "The role plain serves requests and may not do this. Set DATABASE_OWNER_URL to the address of the database's owner.",
    })
  })

  test('connects as the owner where both are named', async () => {
    const both = { DATABASE_URL: asRole('plain', 'one'), DATABASE_OWNER_URL: asOwner('one') }
    expect(objectOf(await orangery(FIRM, both))).toMatchObject({ name: 'Hale' })
  })
})

describe('a start', () => {
  test('with the runtime role alone says what to run where the schema is behind', async () => {
    await expect(prepare(asRole('plain', 'two'))).rejects.toThrow(
      /schema is not up to date, and the role plain may not change it\. Run, .*: orangery migrate --runtime-role plain; or set DATABASE_OWNER_URL/,
    )
  })

  test('with an address for the owner brings schema and rights up to date', async () => {
    const prepared = await prepare(asRole('plain', 'two'), asOwner('two'))
    expect(prepared).toMatchObject({ role: 'plain', excess: [] })
    expect(prepared.applied.length).toBeGreaterThan(5)
    expect(await prepare(asRole('plain', 'two'))).toEqual({
      applied: [],
      role: 'plain',
      excess: [],
    })
  })

  test('with a role that lacks rights says which', async () => {
    await expect(prepare(asRole('reader', 'two'))).rejects.toThrow(
      /The role reader has no rights on the database/,
    )
    const owner = new pg.Client({ connectionString: asOwner('two') })
    await owner.connect()
    await owner.query('REVOKE INSERT ON audit_events FROM plain').finally(() => owner.end())
    await expect(prepare(asRole('plain', 'two'))).rejects.toThrow(
      /The role plain lacks rights \(INSERT on audit_events\)/,
    )
  })

  test('as the owner goes on, and tells of the rights that are too many', async () => {
    const { applied, excess } = await prepare(asOwner('one'))
    expect(applied).toEqual([])
    expect(excess).toContain('ownership of the tables')
  })

  test('without the owner needs a secret of its own: the role cannot read the one that is kept', async () => {
    const pool = new pg.Pool({ connectionString: asRole('plain', 'one') })
    await expect(readServerSecret(pool)).rejects.toThrow('Set AUTH_SECRET, or DATABASE_OWNER_URL.')
    expect(await readServerSecret(pool, 'given')).toBe('given')
    await pool.end()
  })
})

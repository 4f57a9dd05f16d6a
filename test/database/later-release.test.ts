import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { pendingMigrations } from '../../src/database/migrate.ts'
import type { ServingDatabase } from '../../src/database/open.ts'
import { bringUpToDate, prepareServing } from '../../src/database/prepare.ts'
import { reviewRole } from '../../src/database/runtime-review.ts'
import { grantRuntimeRights } from '../../src/database/runtime-role.ts'
import { addressOf } from '../cli/address.ts'
import { jsonOf, orangery } from '../cli/orangery.ts'
import { testDatabase } from '../support/database.ts'

const FILE = join(tmpdir(), 'later')

const database = testDatabase({ isVerified: false })
const { pool, serving } = database
const start = () => prepareServing(servingDatabase())
let role = ''

function servingDatabase(): ServingDatabase {
  return { ...serving, requestTimeoutMs: 10_000, runtime: '', asOwner: (work) => work(database) }
}

beforeAll(async () => {
  role = (await reviewRole(serving.pool))?.role ?? ''
})

const LATER = '29990101000000_later'
const REFUSED = {
  code: 'state_conflict',
  message: `The database has the migration ${LATER} of a later release, which this release does not know. Use that release or a newer one, or restore a backup of this release into a new database.`,
}

// As the releases up to 0.2 begin, in the transaction that grants their rights again.
const earlierStart = () =>
  pool.query(`REVOKE ALL ON public.assets FROM PUBLIC, "${role}";
    REVOKE ALL ON public._prisma_migrations FROM PUBLIC, "${role}"`)

describe('an earlier release that grants its own rights', () => {
  test('is refused by the server once this release has started, and takes nothing', async () => {
    await start()
    await expect(earlierStart()).rejects.toMatchObject({ code: '2BP01' })
    expect(await reviewRole(pool, role)).toMatchObject({ missing: [], excess: [] })
  })

  test('does not keep this release from granting again', async () => {
    await pool.query(`GRANT UPDATE ON _prisma_migrations TO "${role}"`)
    for (let again = 0; again < 2; again++) await start()
    expect(await reviewRole(pool, role)).toMatchObject({ missing: [], excess: [] })
  })
})

describe('the schema of a later release', () => {
  beforeAll(() =>
    pool.query(`
      CREATE TABLE later (id int, number serial);
      GRANT SELECT, INSERT ON later TO "${role}";
      GRANT USAGE ON SEQUENCE later_number_seq TO "${role}";
      INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('later', '', '${LATER}', now())`),
  )

  test('keeps its rights, whatever is granted', async () => {
    await grantRuntimeRights(pool, role)
    expect(
      (await serving.pool.query('INSERT INTO later (id) VALUES (1) RETURNING number')).rows,
    ).toEqual([{ number: 1 }])
  })

  test('is refused by a start, by migrate and by commands, with its name', async () => {
    await expect(start()).rejects.toMatchObject(REFUSED)
    await expect(bringUpToDate(database)).rejects.toMatchObject(REFUSED)
    const HERE = { DATABASE_URL: await addressOf(database) }
    for (const argv of [['firm', 'create', '--name', 'Hale'], ['doctor'], ['backup', FILE]])
      expect(jsonOf(await orangery([...argv, '--json'], HERE)).error).toEqual(REFUSED)
  })

  test('is no reason for a process that serves already to be not ready', async () => {
    expect(await pendingMigrations(serving.health)).toEqual([])
  })
})

import { statfs } from 'node:fs/promises'
import pg from 'pg'
import { sendsMail } from '../config.ts'
import {
  databaseClock,
  MAX_CLOCK_DIFFERENCE_MS,
  measureClockDifference,
} from '../database/clock.ts'
import { readGatewaySettings } from '../database/gateway-settings.ts'
import { describeImport, isLong, readOpenImports } from '../database/open-imports.ts'
import { findUnmet } from '../database/requirements.ts'
import { reviewRole } from '../database/runtime-review.ts'
import { isDirect } from '../database/statement.ts'
import { findWithheld } from '../modules/retention/purge.writes.ts'
import {
  advice,
  type EnvironmentFinding,
  type Found,
  problem,
  type Surroundings,
  sound,
} from './finding.ts'
import { examineJob, examineSecrets } from './jobs.ts'
import { examineRedis } from './redis.ts'

type Examine = (on: Surroundings) => Promise<Found | null>

// The index has the order of the old ICU.
const REINDEX =
  'As a superuser: REINDEX INDEX CONCURRENTLY assets_by_title_idx; ALTER COLLATION pg_catalog."und-x-icu" REFRESH VERSION'
const MIN_FREE_BYTES = 2 ** 30

/** The examined parts, in order. An examination returns null if the part is not in use. */
const PARTS: Readonly<Record<string, Examine>> = {
  server: examineServer,
  connections: examineConnections,
  clock: examineClock,
  retention: examineRetention,
  role: examineRole,
  redis: ({ config }) => (config.redisUrl ? examineRedis(config.redisUrl) : Promise.resolve(null)),
  mail: ifMailing(examineMail),
  imports: examineImports,
  changes: examineJob('changes'),
  webhooks: examineJob('webhooks'),
  webhook_secrets: examineSecrets,
  mails: ifMailing(examineJob('mails')),
  notices: ifMailing(examineJob('notices')),
  figures: examineJob('figures'),
  folder: examineFolder,
}

function ifMailing(examine: Examine): Examine {
  return async (on) => {
    const isSent =
      sendsMail(on.config) || (await readGatewaySettings(on.database.prisma))?.sendsMail === true
    return isSent ? examine(on) : null
  }
}

/** Examines the environment of the gateway with this configuration: servers, role, clock and disk. Changes nothing. */
export async function examineEnvironment(on: Surroundings): Promise<EnvironmentFinding[]> {
  const findings: EnvironmentFinding[] = []
  for (const [part, examine] of Object.entries(PARTS)) {
    const found = await examine(on)
    if (found) findings.push({ part, ...found })
  }
  return findings
}

async function examineServer({ database: { pool } }: Surroundings) {
  const unmet = await findUnmet(pool)
  if (unmet) return problem(unmet.found, unmet.remedy)
  const { rows } = await pool.query<ServerState>(SERVER_STATE)
  return rows[0] ? judgeServer(rows[0], isDirect(pool)) : null
}

interface ServerState {
  readonly version: number
  readonly standby: boolean
  /** Whether its ICU is of another version than the one that the database was created with. */
  readonly otherIcu: boolean
}

const SERVER_STATE = `
  SELECT current_setting('server_version_num')::int / 10000 AS version, pg_is_in_recovery() AS standby,
         pg_collation_actual_version(oid) IS DISTINCT FROM collversion AS "otherIcu"
    FROM pg_collation WHERE collname = 'und-x-icu'`

export function judgeServer({ version, standby, otherIcu }: ServerState, direct: boolean): Found {
  const found = `PostgreSQL ${version}${standby ? ', a standby' : ''}${direct ? '' : ', through a pooler'}`
  if (standby) return problem(found, 'Name the primary server in DATABASE_URL.')
  if (otherIcu) return advice(`${found}, whose ICU was replaced`, REINDEX)
  return sound(found)
}

async function examineConnections({ database: { pool }, config }: Surroundings) {
  const { rows } = await pool.query<{ max: number; used: number }>(
    `SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS max,
            (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS used`,
  )
  const { max = 0, used = 0 } = rows[0] ?? {}
  const needed = config.databasePool * config.processes
  const found = `${used} of ${max} in use; the gateways take up to ${needed}`
  if (needed <= max) return sound(found)
  return problem(found, `Raise max_connections, or lower DATABASE_POOL (${config.databasePool}).`)
}

async function examineClock({ database: { pool } }: Surroundings) {
  const difference = await measureClockDifference(pool)
  const found = `the server's clock differs by ${difference} ms from that of this machine`
  if (Math.abs(difference) <= MAX_CLOCK_DIFFERENCE_MS) return sound(found)
  return problem(found, 'Synchronize both clocks with NTP.')
}

async function examineRole({ database: { pool, embedded }, config }: Surroundings) {
  // The driver finds the role, which an address can also name by `?user=`, or leave to PGUSER.
  const client = embedded?.runtime ?? new pg.Client({ connectionString: config.databaseUrl })
  const serving = client.user ?? ''
  const command = `Run: orangery migrate --runtime-role ${serving}`
  const review = await reviewRole(pool, serving)
  if (!review) return problem(`there is no role ${serving}`, command)
  const { controlsRights, missing, excess } = review
  if (missing.length > 0) return problem(`${serving} lacks ${missing.join(', ')}`, command)
  const remedy = 'See "The roles of the database" in docs/operations/database.md.'
  const whole = `${serving}, which serves requests, can change the schema`
  if (controlsRights) return advice(whole, remedy)
  if (excess.length === 0)
    return sound(`${serving} has the rights that serving needs, and no other`)
  const more = `${serving} has more rights than serving needs: ${excess.join(', ')}`
  return advice(more, remedy)
}

async function examineFolder({ database: { embedded } }: Surroundings) {
  if (!embedded) return null
  const { dataDir } = embedded.location
  const { bavail, bsize } = await statfs(dataDir)
  const free = bavail * bsize
  const found = `${dataDir} has ${Math.floor(free / 2 ** 20)} MB free`
  if (free >= MIN_FREE_BYTES) return sound(found)
  return problem(found, 'Free space, or move DATA_DIR.')
}

const REMEDY =
  'Run MAIL_COMMAND by hand with a mail, or ask the server of SMTP_URL, and look for “mail not sent” in the log of the gateway.'

async function examineMail({ database: { pool } }: Surroundings): Promise<Found> {
  const { rows } = await pool.query<{ sent: number; failed: number; late: number }>(`
    SELECT count(*) FILTER (WHERE state = 'sent')::int AS sent,
           count(*) FILTER (WHERE state = 'failed')::int AS failed,
           count(*) FILTER (WHERE state = 'waiting' AND tries > 1)::int AS late
      FROM mails WHERE created_at > now() - interval '7 days'`)
  const { sent = 0, failed = 0, late = 0 } = rows[0] ?? {}
  const found = `in seven days ${sent} sent, ${failed} given up; ${late} wait for another try`
  return failed + late === 0 ? sound(found) : advice(found, REMEDY)
}

async function examineImports({ database: { pool } }: Surroundings): Promise<Found> {
  const [oldest, ...others] = (await readOpenImports(pool)).filter(isLong)
  if (!oldest) return sound('none is open for over a minute')
  const more = others.length === 0 ? '' : `, and ${others.length} more`
  const end = `SELECT pg_terminate_backend(${oldest.pid})`
  return advice(
    `${describeImport(oldest)}${more}`,
    `If it hangs, end it as its role: ${end}. One whose source is silent ends by itself after ten minutes`,
  )
}

async function examineRetention({ database: { pool } }: Surroundings): Promise<Found> {
  const withheld = await findWithheld(pool, await databaseClock(pool)())
  if (withheld.length === 0) return sound('the daily purge takes a small part of each table')
  const tables = withheld.map(({ table, most, total }) => `${table} (over ${most} of ${total})`)
  const found = `the daily purge withholds ${tables.join(', ')}: too much in one go`
  return problem(found, "Check the database's clock, then run: orangery purge --yes")
}

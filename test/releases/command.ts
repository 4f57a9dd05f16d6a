import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { startClients } from '../serve/load.ts'
import { GatewayProcess, program } from '../serve/process.ts'
import { headersOf } from '../support/gateway.ts'

// Two releases on one database, under load, in both orders: test/releases/run gives the build of the earlier one.
const folder = process.argv.at(-1) ?? ''
const server = new URL(process.env.TEST_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/postgres')
const earlier = join(folder, 'bin/orangery.js')
const CLIENTS = 8
const password = randomBytes(16).toString('hex')
const name = `orangery_releases_${process.pid}`
const roles = { owner: `${name}_owner`, runtime: `${name}_runtime` }

function addressOf(database: string, role: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  url.username = role
  url.password = password
  return url.href
}

const environmentOf = (database: string) => ({
  DATABASE_URL: addressOf(database, roles.runtime),
  DATABASE_OWNER_URL: addressOf(database, roles.owner),
  DATABASE_POOL: '6',
})

async function asAdmin(text: string, database?: string): Promise<Record<string, unknown>[]> {
  const url = new URL(server)
  if (database) url.pathname = `/${database}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  return (await client.query(text).finally(() => client.end())).rows
}

async function rightsOf(database: string): Promise<string[]> {
  const rows = await asAdmin(
    `SELECT t.relname || ' ' || a.privilege_type AS granted FROM pg_class t, aclexplode(t.relacl) a
      WHERE t.relnamespace = 'public'::regnamespace AND a.grantee = '${roles.runtime}'::regrole
      UNION SELECT t.relname || '.' || c.attname || ' ' || a.privilege_type FROM pg_class t JOIN pg_attribute c ON c.attrelid = t.oid, aclexplode(c.attacl) a
      WHERE t.relnamespace = 'public'::regnamespace AND a.grantee = '${roles.runtime}'::regrole ORDER BY 1`,
    database,
  )
  return rows.map(({ granted }) => String(granted))
}

/** A client with 40 assets and a key that reads them. Returns what requests need. */
function fill(start: string, database: string) {
  const env = { PATH: process.env.PATH, ...environmentOf(database) }
  const run = (command: string) => {
    const argv = [start, ...command.split(' '), '--json']
    return JSON.parse(execFileSync(process.execPath, argv, { env, encoding: 'utf8' }))
  }
  const firm = run('firm create --name Hale --plan enterprise --tier enterprise').id
  const client = run('client create --name Ada --email ada@example.com').id
  const of = '--environment production --scopes registry,valuation'
  const { id: key, secret } = run(`key create --firm ${firm} --name Reports ${of}`)
  run(`grant create --key ${key} --client ${client} --scopes registry,valuation`)
  const file = join(folder, 'records.ndjson')
  const records = Array.from({ length: 40 }, (_, i) =>
    JSON.stringify({ type: 'asset', ref: `a${i}`, title: `Vase ${i}`, category: 'art' }),
  )
  writeFileSync(file, `${records.join('\n')}\n`)
  run(`import --client ${client} ${file}`)
  return { client, secret }
}

function load(url: string, { client, secret }: ReturnType<typeof fill>) {
  const of = `client_id=${client}`
  const paths = ['?', '?page_size=5&', '?category=art&'].map(
    (query) => `/api/v1/assets${query}${of}`,
  )
  const others = [`/api/v1/portfolio/summary?${of}`, '/api/v1/me', '/readyz']
  return startClients(url, [...paths, ...others], CLIENTS, headersOf(secret))
}

const failures: string[] = []
type Load = ReturnType<typeof startClients>

/** A start of the earlier release while the later one serves. Its end, or "serves". */
async function startEarlier(database: string): Promise<string> {
  const gateway = new GatewayProcess(environmentOf(database), earlier)
  const isServing = await gateway.url().then(Boolean, () => false)
  const { code, err } = await (isServing ? gateway.stop() : gateway.ended)
  return isServing ? 'serves' : `ended with ${code}: ${err.trim().split('\n').at(-1)}`
}

async function report(
  order: string,
  database: string,
  loads: readonly Load[],
  before: readonly string[],
  start: string,
) {
  const met = await Promise.all(loads.map((stop) => stop()))
  const failed = met.flatMap((each) => each.failures)
  const after = await rightsOf(database)
  const lost = before.filter((right) => !after.includes(right))
  const served = met.reduce((sum, each) => sum + each.served, 0)
  process.stdout.write(
    `${order}: ${served} requests served, ${failed.length} failed; rights: ${before.length} before, ${after.length} after, ${lost.length} lost; the earlier release ${start}\n`,
  )
  failures.push(...failed, ...lost)
}

const underLoad = () => new Promise((resolve) => setTimeout(resolve, 3_000))

/** The earlier release serves; the later one migrates and starts beside it; the earlier one is started again. */
async function earlierFirst(database: string): Promise<void> {
  const old = new GatewayProcess(environmentOf(database), earlier)
  const oldUrl = await old.url()
  const filled = fill(earlier, database)
  const loads = [load(oldUrl, filled)]
  await underLoad()
  const later = new GatewayProcess(environmentOf(database))
  loads.push(load(await later.url(), filled))
  await underLoad()
  const before = await rightsOf(database)
  const start = await startEarlier(database)
  await underLoad()
  await report('the earlier release first', database, loads, before, start)
  await Promise.all([old.stop(), later.stop()])
}

/** The later release serves; the earlier one is started beside it. */
async function laterFirst(database: string): Promise<void> {
  const later = new GatewayProcess(environmentOf(database))
  const url = await later.url()
  const loads = [load(url, fill(program, database))]
  await underLoad()
  const before = await rightsOf(database)
  const start = await startEarlier(database)
  await underLoad()
  await report('the later release first', database, loads, before, start)
  await later.stop()
}

/** Runs both orders. Returns the exit code. */
export async function main(): Promise<number> {
  for (const role of Object.values(roles))
    await asAdmin(`CREATE ROLE ${role} LOGIN PASSWORD '${password}'`)
  try {
    for (const [index, run] of [earlierFirst, laterFirst].entries()) {
      const database = `${name}_${index}`
      await asAdmin(
        `CREATE DATABASE ${database} OWNER ${roles.owner} TEMPLATE template0 ENCODING 'UTF8'`,
      )
      await run(database).finally(() => asAdmin(`DROP DATABASE ${database} WITH (FORCE)`))
    }
  } finally {
    for (const role of Object.values(roles)) await asAdmin(`DROP ROLE ${role}`)
  }
  for (const each of failures.slice(0, 20)) process.stderr.write(`${each}\n`)
  return failures.length > 0 ? 1 : 0
}

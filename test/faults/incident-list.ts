import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { deriveSecret } from '../support/gateway.ts'
import type { IncidentWorld } from './incident-world.ts'
import { addEndpoint } from './webhook-receiver.ts'

/** Where an operator looks. Of the metrics it is the value of the matching lines that changes. */
export type Place = 'log' | 'metrics' | 'doctor'

/** An incident, and the text by which each place names it. */
export interface Incident {
  readonly name: string
  readonly signs: Partial<Record<Place, RegExp>>
  /** Returns a function that ends it. */
  readonly begin: () => Promise<() => unknown>
}

/** The incidents, in order. The one of the database is last but one, because other failures of jobs look alike. */
export function incidentsOf(world: IncidentWorld): Incident[] {
  const { sql, change, askOften, installation, database, key, silent } = world
  const withEndpoint = async (sealKey: string) => {
    await addEndpoint(database, key.id, silent.url, sealKey)
    await change()
    return () => sql('DELETE FROM webhook_endpoints')
  }
  return [
    {
      name: 'a slow statement',
      signs: { metrics: /orangery_database_read_seconds_sum\{read="assets"\} [1-9]/ },
      async begin() {
        const isLocked = lockOften(installation.url())
        const stop = askOften()
        return () => Promise.all([stop(), isLocked.end()])
      },
    },
    {
      name: 'a slow receiver',
      signs: {
        metrics: /orangery_webhook_attempts_total\{result="timeout"\}/,
        doctor: /webhooks: the oldest item waits/,
      },
      begin: () => withEndpoint(deriveSecret('webhooks')),
    },
    {
      name: 'secrets that cannot be opened',
      signs: {
        log: /webhook not delivered/,
        metrics: /orangery_job_items_total\{task="webhooks",result="failed"\}/,
        doctor: /1 secrets? .*cannot be opened|webhook_secrets: (?!1 can)/,
      },
      begin: () => withEndpoint(deriveSecret('cursors')),
    },
    {
      name: 'a full table',
      signs: {
        log: /the database refuses the work of a job/,
        metrics: /orangery_job_runs_total\{task="webhooks",result="failed"\}/,
      },
      async begin() {
        await addEndpoint(database, key.id, silent.url)
        await sql(FULL)
        await change()
        return async () => {
          await sql('DROP FUNCTION full_disk CASCADE')
          await sql('DELETE FROM webhook_endpoints')
        }
      },
    },
    {
      name: 'an import that hangs',
      signs: {
        metrics: /orangery_imports_open/,
        log: /an import is open/,
        doctor: /the import of/,
      },
      async begin() {
        const args = ['import', '-', '--client', world.clientId]
        const child = spawn(process.execPath, [world.program, ...args], world.commands)
        world.atEnd(() => child.kill('SIGKILL'))
        child.stdin.write(`${JSON.stringify({ type: 'asset', ref: 'held' })}\n`)
        return () => child.kill('SIGKILL')
      },
    },
    {
      name: 'Redis away',
      signs: { metrics: /orangery_redis_in_use/, log: /Redis/ },
      async begin() {
        installation.redis.kill()
        const stop = askOften()
        return () => Promise.all([stop(), installation.redis.start()])
      },
    },
    {
      name: 'a read-only database',
      signs: { log: /read-only/, doctor: /read-only/ },
      async begin() {
        await sql('ALTER SYSTEM SET default_transaction_read_only = on; ')
        await sql('SELECT pg_reload_conf()')
        const stop = askOften()
        return () => Promise.all([stop(), makeWritable(installation.url())])
      },
    },
    {
      name: 'a key that is misused',
      signs: { metrics: /orangery_request_errors_total\{code="ip_not_allowed"\}/ },
      async begin() {
        await sql(`UPDATE api_keys SET allowed_ips = '{192.0.2.1/32}' WHERE id = '${key.id}'`)
        return askOften()
      },
    },
  ]
}

// Each statement on assets waits for two seconds.
function lockOften(url: string) {
  let isOver = false
  const lock = async () => {
    const client = new pg.Client(url)
    await client.connect()
    while (!isOver) {
      await client.query('BEGIN; LOCK TABLE assets IN ACCESS EXCLUSIVE MODE')
      await sleep(2_000)
      await client.query('COMMIT')
    }
    await client.end()
  }
  const locking = lock()
  return {
    end() {
      isOver = true
      return locking
    },
  }
}

async function makeWritable(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query('SET default_transaction_read_only = off')
  await client.query('ALTER SYSTEM RESET default_transaction_read_only')
  await client.query('SELECT pg_reload_conf()')
  await client.end()
}

const FULL = `
  CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'; END $$;
  CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON webhook_endpoints
    FOR EACH ROW EXECUTE FUNCTION full_disk()`

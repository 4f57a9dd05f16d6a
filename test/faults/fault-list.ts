import pg from 'pg'
import type { Installation } from './installation.ts'

/** A fault of Redis or PostgreSQL. */
export interface Fault {
  readonly name: string
  /** Whether no request may fail of it. */
  readonly isHarmless: boolean
  /** Milliseconds from the beginning to the end. */
  readonly lasts: number
  readonly begin: () => unknown
  readonly end: () => unknown
}

/** The faults, in order. `seconds`: how long a server that hangs does. */
export function faultsOf(installation: Installation, seconds: number): Fault[] {
  const { redis, server } = installation
  const nothing = () => {}
  const lasts = 1_000
  const held: pg.Client[] = []
  const endHeld = () => Promise.all(held.splice(0).map((client) => client.end()))
  const connectTo = async () => {
    const client = new pg.Client(installation.url())
    client.on('error', nothing)
    await client.connect()
    held.push(client)
    return client
  }
  return [
    {
      ...{ name: 'Redis hangs', isHarmless: true, lasts: 3_000 },
      begin: () => redis.signal('SIGSTOP'),
      end: () => redis.signal('SIGCONT'),
    },
    {
      ...{ name: 'Redis is killed', isHarmless: true, lasts },
      begin: () => redis.kill(),
      end: () => redis.start(),
    },
    {
      ...{ name: 'Redis is emptied', isHarmless: true, lasts },
      begin: () => redis.command('FLUSHALL'),
      end: nothing,
    },
    {
      ...{ name: 'PostgreSQL is killed', isHarmless: false, lasts },
      begin: () => server.stop(),
      end: () => server.start(),
    },
    {
      ...{ name: 'PostgreSQL ends every session', isHarmless: false, lasts },
      begin: () => connectTo().then((client) => client.query(TERMINATE)),
      end: endHeld,
    },
    {
      ...{ name: 'PostgreSQL hangs', isHarmless: false, lasts: seconds * 1_000 },
      begin: () => server.signal('SIGSTOP'),
      end: () => server.signal('SIGCONT'),
    },
    {
      ...{ name: 'a table is locked', isHarmless: false, lasts: seconds * 1_000 },
      begin: () =>
        connectTo().then((client) =>
          client.query('BEGIN; LOCK TABLE assets IN ACCESS EXCLUSIVE MODE'),
        ),
      end: endHeld,
    },
    {
      ...{ name: 'PostgreSQL has no connection left', isHarmless: false, lasts },
      begin: async () => {
        const first = await connectTo()
        await first.query(TERMINATE)
        // Until the server refuses one.
        await Promise.all(Array.from({ length: 200 }, () => connectTo().catch(nothing)))
      },
      end: endHeld,
    },
  ]
}

const TERMINATE = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE pid <> pg_backend_pid() AND backend_type = 'client backend' AND application_name ~ '^orangery( import |$)'`

import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, inject } from 'vitest'
import { connect, type Database } from '../../src/database/client.ts'
import { findForgotten } from '../verifier/verify.ts'
import { isCluster } from './cluster.ts'
import { createDatabase, dropDatabase, isDisposable, toDatabase } from './server.ts'

/** A database as the owner of its schema uses it, and as the serving process does. */
export interface TestDatabase extends Database {
  /** The same database over the runtime role, with the rights that this has and no others. */
  readonly serving: Database
}

interface TestDatabaseOptions {
  /** Whether its portfolio data is verified after each test. */
  readonly isVerified?: boolean
  readonly searchPath?: string
}

/**
 * A database that nobody but this file uses while its tests run, with the schema and nothing in it. A test fails
 * after which its portfolio data is not as its writers should have left it, unless `isVerified` is false.
 */
export function testDatabase({
  isVerified = true,
  searchPath,
}: TestDatabaseOptions = {}): TestDatabase {
  const isReused = inject('isReused') && searchPath === undefined
  const made = (isReused ? free.pop() : undefined) ?? make(searchPath)
  const { database, serving } = made
  beforeAll(() => made.prepare())
  if (isVerified && !isCluster(inject('server'))) afterEach(() => requireSound(database))
  afterAll(async () => {
    if (isReused && (await isPristine(made))) free.push(made)
    else await made.remove()
  })
  return { ...database, serving }
}

/** A database, and how it is made ready for a file, and removed. */
interface MadeDatabase {
  readonly database: Database
  readonly serving: Database
  readonly prepare: () => Promise<unknown>
  readonly remove: () => Promise<void>
}

// To copy the template, to connect and to start Prisma takes two seconds of processor. So the files of a
// worker, which share this module, use a database one after the other.
const free: MadeDatabase[] = []

function make(searchPath: string | undefined): MadeDatabase {
  const server = inject('server')
  const name = `orangery_test_${randomBytes(6).toString('hex')}`
  const options = { onError: () => {}, poolSize: 8, statementTimeout: 60_000, searchPath }
  const database = connect(toDatabase(server, name), options)
  const serving = connect(toDatabase(inject('runtime'), name), options)
  let isCreated = false
  const prepare = async () => {
    if (isCreated) return database.pool.query('SELECT emptying.empty()')
    isCreated = true
    return createDatabase(server, inject('template'), name)
  }
  const remove = async () => {
    await serving.close()
    await database.close()
    // To drop a database, PostgreSQL writes every other one to the disk.
    if (!isDisposable(server)) await dropDatabase(server, name)
  }
  return { database, serving, prepare, remove }
}

// A file may have closed its connections, changed the schema, or gathered statistics.
async function isPristine({ database, serving }: MadeDatabase): Promise<boolean> {
  if (database.pool.ended || serving.pool.ended) return false
  const { rows } = await database.pool.query<{ is: boolean }>('SELECT emptying.is_pristine() AS is')
  return rows[0]?.is === true
}

async function requireSound({ pool }: Database): Promise<void> {
  const forgotten = await findForgotten(pool)
  if (forgotten.length > 0)
    throw new Error(`Portfolio data is not sound:\n${forgotten.slice(0, 20).join('\n')}`)
}

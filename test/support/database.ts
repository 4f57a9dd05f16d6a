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
 * A database of this file's own with the schema and nothing in it; it is gone after the file. A test fails
 * after which its portfolio data is not as its writers should have left it, unless `isVerified` is false.
 */
export function testDatabase({
  isVerified = true,
  searchPath,
}: TestDatabaseOptions = {}): TestDatabase {
  const server = inject('server')
  const name = `orangery_test_${randomBytes(6).toString('hex')}`
  const options = { onError: () => {}, poolSize: 8, searchPath }
  const database = connect(toDatabase(server, name), options)
  const serving = connect(toDatabase(inject('runtime'), name), options)
  beforeAll(() => createDatabase(server, inject('template'), name))
  if (isVerified && !isCluster(server)) afterEach(() => requireSound(database))
  afterAll(async () => {
    await serving.close()
    await database.close()
    // To drop a database, PostgreSQL writes every other one to the disk.
    if (!isDisposable(server)) await dropDatabase(server, name)
  })
  return { ...database, serving }
}

async function requireSound({ pool }: Database): Promise<void> {
  const forgotten = await findForgotten(pool)
  if (forgotten.length > 0)
    throw new Error(`Portfolio data is not sound:\n${forgotten.slice(0, 20).join('\n')}`)
}

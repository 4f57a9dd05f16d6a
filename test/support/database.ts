import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, inject } from 'vitest'
import { connect, type Database } from '../../src/database/client.ts'
import { statement, toDatabase } from './server.ts'

/** A database of this file's own with the schema and nothing in it; it is gone after the file. */
export function testDatabase(): Database {
  const server = inject('server')
  const name = `orangery_test_${randomBytes(6).toString('hex')}`
  const database = connect(toDatabase(server, name), { onError: () => {}, poolSize: 8 })
  beforeAll(() => statement(server, `CREATE DATABASE ${name} TEMPLATE ${inject('template')}`))
  afterAll(async () => {
    await database.close()
    await statement(server, `DROP DATABASE ${name}`)
  })
  return database
}

import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, inject } from 'vitest'
import { connect, type Database } from '../../../src/database/client.ts'
import { isDisposable, statement, toDatabase } from '../../support/server.ts'

export interface EmptyDatabase extends Database {
  readonly name: string
}

/** Gives empty databases of the run's server, without a schema; they are gone after the file. */
export function emptyDatabases(): () => Promise<EmptyDatabase> {
  const server = inject('server')
  const opened: EmptyDatabase[] = []
  afterAll(async () => {
    for (const { name, close } of opened) {
      await close()
      if (!isDisposable(server)) await statement(server, `DROP DATABASE ${name} WITH (FORCE)`)
    }
  })
  return async () => {
    const name = `orangery_test_${randomBytes(6).toString('hex')}`
    await statement(server, `CREATE DATABASE ${name}`)
    const database = { ...connect(toDatabase(server, name), { onError: () => {} }), name }
    opened.push(database)
    return database
  }
}

/** Gives paths of files that do not exist, in a folder that is removed after the file. */
export function newFiles(): () => string {
  const folder = mkdtempSync(join(tmpdir(), 'orangery-backup-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return () => join(folder, randomBytes(6).toString('hex'))
}

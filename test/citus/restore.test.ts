import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { writeBackup } from '../../src/backup/backup.ts'
import { restoreBackup } from '../../src/backup/restore.ts'
import { connect } from '../../src/database/client.ts'
import { distribute } from '../../src/database/distribute.ts'
import { loadDemo } from '../../src/demo/load.ts'
import { runChecks } from '../../src/doctor/run-checks.ts'
import { formCluster, isCluster, onEachNode } from '../support/cluster.ts'
import { testDatabase } from '../support/database.ts'
import { dropDatabase, toDatabase } from '../support/server.ts'

const server = inject('server')
const name = `orangery_test_${randomBytes(6).toString('hex')}`

// Without a cluster there is nothing to distribute.
describe.runIf(isCluster(server))('a backup of a cluster', () => {
  const database = testDatabase()
  const restored = connect(toDatabase(server, name), { onError: () => {} })
  const file = join(inject('folder'), `${name}.backup`)

  beforeAll(async () => {
    await loadDemo(database)
    await onEachNode(server, `CREATE DATABASE ${name}`)
    if (isCluster(server)) await formCluster(server, name)
  })
  afterAll(async () => {
    await restored.close()
    await dropDatabase(server, name)
  })

  test('is restored to one node of another, and distributed there', {
    timeout: 120_000,
  }, async () => {
    const saved = await writeBackup(database.pool, createWriteStream(file))
    await restoreBackup(restored.pool, file)
    const { distributed } = await distribute(restored.pool)
    // The tables that were not distributed before.
    expect(distributed).toEqual(expect.arrayContaining(['portfolios', 'assets']))
    const again = await writeBackup(restored.pool, createWriteStream(`${file}.again`))
    // A restore changes the portfolios and the generation of feeds: mirrors have to walk in full.
    const others = ({ tables }: typeof saved) =>
      tables.filter(({ name }) => !['portfolios', 'feed_generation'].includes(name))
    expect(others(again)).toEqual(others(saved))
    expect((await runChecks(restored.pool)).findings).toEqual([])
  })
})

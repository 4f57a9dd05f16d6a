import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from '../../src/database/client.ts'
import { findMigrationsDir, listMigrations } from '../../src/database/migrate.ts'
import { startEmbedded } from '../../src/embedded-postgres/server.ts'
import { newDataDir, removeFolders } from '../database/data-folder.ts'
import { GatewayProcess, NO_REDIS } from './process.ts'

let admin: Database
let release: () => Promise<void>
let address: (name: string) => string

// A server of our own for the gateways: they know it by its address alone.
beforeAll(async () => {
  const server = await startEmbedded(newDataDir())
  const { host, user, password } = server.connection
  release = server.release
  address = (name) => `postgres://${user}:${password}@${encodeURIComponent(host)}/${name}`
  admin = connect(server.connection, { onError: () => {} })
})

afterAll(async () => {
  await admin.close()
  await release()
  await removeFolders()
})

test('gateways that start together on a new database migrate it once, and all serve', async () => {
  const name = `first_${randomBytes(4).toString('hex')}`
  await admin.pool.query(`CREATE DATABASE ${name}`)
  const more = { WEB_CONCURRENCY: '2', REDIS_URL: NO_REDIS, DATABASE_POOL: '4' }
  const gateways = [{}, more, {}].map(
    (each) => new GatewayProcess({ DATABASE_URL: address(name), ...each }),
  )
  const urls = await Promise.all(gateways.map((gateway) => gateway.url()))
  for (const url of urls) expect((await fetch(`${url}/readyz`)).status).toBe(200)
  const applied = gateways.flatMap(({ out }) =>
    [...out.matchAll(/"applied":(\[[^\]]*\])/g)].flatMap(([, list = '']) => JSON.parse(list)),
  )
  expect(applied.sort()).toEqual(listMigrations(findMigrationsDir()))
  for (const ended of await Promise.all(gateways.map((gateway) => gateway.stop())))
    expect(ended).toMatchObject({ code: 0, err: '' })
})

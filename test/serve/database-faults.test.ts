import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { connect, connectServing } from '../../src/database/client.ts'
import { migrate } from '../../src/database/migrate.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, keyWith } from '../support/portfolio.ts'
import { findPrograms, MovingAddress, OwnServer } from './own-server.ts'

const bin = findPrograms()
const address = new MovingAddress()
await address.open()
afterAll(() => address.close())

// It needs PostgreSQL's own programs for a standby: the embedded server has none of them.
describe.runIf(bin !== undefined)('a PostgreSQL server', () => {
  const folder = inject('folder')
  const base = 20_000 + (process.pid % 20_000)
  const primary = new OwnServer(bin ?? '', folder, base)
  const standby = new OwnServer(bin ?? '', folder, base + 1)
  const at = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`
  const owner = connect(at(base), { onError: () => {} })
  const serving = connectServing(at(address.port), {
    onError: () => {},
    poolSize: 8,
    requestTimeoutMs: 2_000,
  })
  let key = ''
  let client = ''

  const gateway = testGateway({
    database: serving,
    config: { trustProxy: false, cacheMb: 64, publicUrl: undefined, requestTimeoutMs: 2_000 },
  })

  beforeAll(async () => {
    address.target = base
    primary.create()
    await migrate(owner.pool)
    client = await clientWith(owner, [
      { type: 'asset', ref: 'a', title: 'Gold bar', category: 'PM' },
    ])
    const made = await keyWith(owner)
    key = made.secret
    await grantWith(owner, made.id, client)
  })

  afterAll(async () => {
    await serving.close()
    await owner.close()
    primary.stop()
    standby.stop()
  })

  let page = 1
  /** A read that no cache has, and one that it has. */
  async function read() {
    const path = `/api/v1/assets?client_id=${client}`
    const replies = await Promise.all([
      gateway.request(`${path}&page=${++page}`, { key }),
      gateway.request(path, { key }),
    ])
    for (const { status, headers, json } of replies) {
      if (status === 200) continue
      expect([status, json.error?.code]).toEqual([503, 'service_unavailable'])
      expect(headers.get('Retry-After')).toMatch(/^[1-9]\d*$/)
      for (const name of ['Limit', 'Remaining', 'Reset'])
        expect(headers.get(`X-RateLimit-${name}`), name).toMatch(/^\d+$/)
    }
    return replies.map(({ status }) => status)
  }
  const heals = () => expect.poll(read).toEqual([200, 200])

  test('without a free connection gives 503, and is used again', async () => {
    address.moveTo(primary)
    const taken: pg.Client[] = []
    const take = async () => {
      const held = new pg.Client(at(base))
      held.on('error', () => {})
      await held.connect()
      taken.push(held)
    }
    await expect(Promise.all(Array.from({ length: 25 }, take))).rejects.toMatchObject({
      code: '53300',
    })
    expect(await read()).toEqual([503, 503])
    await Promise.all(taken.map((held) => held.end()))
    await heals()
  })

  test('that is a standby identifies nobody until it is promoted', async () => {
    standby.follow(primary)
    primary.stop()
    address.moveTo(standby)
    for (let round = 0; round < 3; round++) expect(await read()).toEqual([503, 503])
    standby.promote()
    await heals()
  })
})

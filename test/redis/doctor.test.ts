import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examineRedis } from '../../src/doctor/redis.ts'
import { hasRedis, RedisServer } from '../support/redis-server.ts'

let server: RedisServer

beforeAll(async () => {
  if (hasRedis) server = await RedisServer.start()
})

afterAll(() => server?.kill())

const set = (name: string, value: string) => server.command('CONFIG', 'SET', name, value)

describe.skipIf(!hasRedis)('the doctor on Redis', () => {
  test('finds one that evicts nothing sound, with and without a limit', async () => {
    for (const max of ['0', '1gb']) {
      await set('maxmemory', max)
      expect(await examineRedis(server.url)).toMatchObject({
        state: 'sound',
        found: expect.stringMatching(/^answers in \d+ ms; maxmemory-policy is noeviction$/),
        remedy: null,
      })
    }
  })

  test.each([
    'allkeys-lru',
    'volatile-ttl',
    'volatile-random',
  ])('advises against %s, which evicts keys with an expiry', async (policy) => {
    await set('maxmemory-policy', policy)
    const found = await examineRedis(server.url)
    await set('maxmemory-policy', 'noeviction')
    expect(found).toMatchObject({
      state: 'advice',
      found: expect.stringContaining(`maxmemory-policy is ${policy}`),
      remedy: expect.stringContaining('Set maxmemory-policy to noeviction'),
    })
  })

  test('finds one that is nearly full', async () => {
    const used = /used_memory:(\d+)/.exec(String(await server.command('INFO', 'memory')))?.[1]
    await set('maxmemory', String(Math.round(Number(used) * 1.05)))
    const found = await examineRedis(server.url)
    await set('maxmemory', '0')
    expect(found).toMatchObject({
      state: 'problem',
      found: expect.stringMatching(/and (9\d|100)% of maxmemory is used$/),
      remedy: expect.stringContaining('Raise maxmemory'),
    })
  })

  test('says that settings cannot be read where INFO is refused', async () => {
    const rights = ['+@scripting', '+@write', '+@read', '+@connection', '~orangery:quota:*']
    await server.command('ACL', 'SETUSER', 'gateway', 'on', '>secret-word', ...rights)
    const found = await examineRedis(`redis://gateway:secret-word@127.0.0.1:${server.port}`)
    expect(found).toMatchObject({
      state: 'advice',
      found: expect.stringMatching(/its memory settings could not be read$/),
    })
    expect(JSON.stringify(found)).not.toContain('secret-word')
  })
})

import { beforeAll, describe, expect, test } from 'vitest'
import { testGateway } from '../support/gateway.ts'
import { clientWith, importRecords, readerOf } from '../support/portfolio.ts'
import { coin } from './records.ts'
import { read } from './walk.ts'

const gateway = testGateway()
const { database } = gateway

describe('updated_since', () => {
  let path = ''
  let key = ''
  let start = ''
  const instants: string[] = []

  beforeAll(async () => {
    const clientId = await clientWith(database, [coin('a'), coin('b'), coin('c')])
    key = (await readerOf(database, clientId)).secret
    path = `/api/v1/assets?client_id=${clientId}`
    start = (await read(gateway, path, key)).sync.as_of
    for (const ref of ['b', 'a', 'c']) {
      await importRecords(database, clientId, [coin(ref, { description: 'new' })])
      instants.push((await read(gateway, path, key)).sync.as_of)
    }
  })

  const titlesSince = async (since: string) => {
    const body = await read(gateway, `${path}&updated_since=${since}`, key)
    expect(body.pagination.total_count).toBe(body.data.length)
    return body.data.map(({ title }: { title: string }) => title)
  }
  const oneLess = (instant: string) => new Date(Date.parse(instant) - 1).toISOString()

  test('gives the oldest change first', async () => {
    expect(await titlesSince(start)).toEqual(['b', 'a', 'c'])
  })

  test('is exclusive', async () => {
    const [b = '', a = '', c = ''] = instants
    expect(await titlesSince(b)).toEqual(['a', 'c'])
    expect(await titlesSince(oneLess(b))).toEqual(['b', 'a', 'c'])
    expect(await titlesSince(a)).toEqual(['c'])
    expect(await titlesSince(c)).toEqual([])
    expect(await titlesSince('9999-12-31')).toEqual([])
    expect(await titlesSince(`${start}&category=art`)).toEqual([])
  })

  test('compares with the updated_at of an asset', async () => {
    const body = await read(gateway, `${path}&updated_since=${start}`, key)
    const updated = body.data.map((each: { updated_at: string }) => each.updated_at)
    expect(updated).toEqual(instants)
    expect(body.sync.as_of).toBe(instants.at(-1))
  })
})

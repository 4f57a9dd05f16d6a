import { gzipSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { testGateway } from '../support/gateway.ts'
import { clientWith, tokenOf } from '../support/portfolio.ts'
import { misfits } from '../support/schema.ts'
import { testTable } from '../support/test-table.ts'
import { sendInWaves } from '../support/waves.ts'
import { words } from '../support/words.ts'
import { JSON_TYPE, PUBLISHED, plantStore, testStore } from './plant-store.ts'

const gateway = testGateway()
const { owner, store } = testStore(gateway)

const clear = () => gateway.database.prisma.plant.deleteMany()
beforeEach(clear)

test.skipIf(PUBLISHED === null)('the published description is available', () => {
  const plant = { $ref: '#/components/schemas/Plant' }
  expect(misfits(PUBLISHED, plant, { name: 5 })).toEqual(['body.name is not string'])
})

test('a plant is created, listed in order of id, and deleted', async () => {
  const fern = { name: 'Fern', tag: 'shade' }
  expect((await store.create('{"id":10,"name":"Fern","tag":"shade"}')).json).toEqual(fern)
  expect((await store.create('{"name":"Moss","id":-2}')).text).toBe('{"name":"Moss"}')
  const ivy = { name: 'Ivy', tag: '' }
  expect((await store.create('{"id":9,"name":"Ivy","tag":""}')).json).toEqual(ivy)
  const all = [{ name: 'Moss' }, ivy, fern]
  expect((await store.list()).json).toEqual(all)
  expect((await store.list('?limit=2')).json).toEqual(all.slice(0, 2))
  expect((await store.list('?limit=2147483647')).json).toEqual(all)
  expect((await store.remove('9')).status).toBe(204)
  expect((await store.list()).json).toEqual([all[0], all[2]])
  expect((await store.remove('9')).status).toBe(404)
})

testTable(
  words(`
    0 1 -1 9007199254740991 9007199254740993 -9007199254740993 9223372036854775807
    -9223372036854775808
  `),
)('a plant has every digit of its id, in the body, in the path and over GraphQL', async (id) => {
  expect((await store.create(`{"id":${id},"name":"Fern"}`)).status).toBe(200)
  const query = '{ plants { nodes { id } } }'
  expect((await gateway.graphql(query, { key: owner.token })).json.data.plants.nodes).toEqual([
    { id },
  ])
  // Its neighbours, to which a float would round it, are other plants.
  const other = (BigInt(id) ^ 1n).toString()
  expect((await store.remove(other)).status).toBe(404)
  expect((await store.create(`{"id":${other},"name":"Moss"}`)).status).toBe(200)
  expect((await store.remove(id)).status).toBe(204)
  const left = await gateway.graphql(query, { key: owner.token })
  expect(left.json.data.plants.nodes).toEqual([{ id: other }])
  const drop = 'mutation ($id: Int64!) { deletePlant(id: $id) }'
  const dropped = await gateway.graphql(drop, { key: owner.token, variables: { id: other } })
  expect(dropped.json.data).toEqual({ deletePlant: other })
})

testTable([
  ...['x', 'x'.repeat(200), '🌿'.repeat(200), '  ', '__proto__'],
  `<b>"O'Hara"</b>\\ \u2028 %00 '; DROP TABLE plants; --`,
])('a plant has its name as it was sent', async (name) => {
  await clear()
  const reply = await store.create(JSON.stringify({ id: 1, name, tag: name }))
  expect(reply.json).toEqual({ name, tag: name })
  expect((await store.list()).json).toEqual([{ name, tag: name }])
})

testTable([
  ...['', 'application/json', 'application/json;charset="UTF-8"', 'application/json, text/plain'],
  ...['application/json; charset=utf-16', 'text/plain; charset=iso-8859-1', 'none'],
])('a plant is read as JSON in UTF-8, whatever its type', async (type) => {
  await clear()
  const body = new TextEncoder().encode('{"id":1,"name":"Fougère 🌿"}')
  const reply = await store.create(body, type ? { 'Content-Type': type } : {})
  expect(reply.json).toEqual({ name: 'Fougère 🌿' })
})

testTable([
  ...['"tag":null', '"colour":"green","leaves":{"many":[1.5]}', '"Tag":"shade"'],
  ...['"__proto__":{"tag":"x"}', '"constructor":{"prototype":{"tag":"x"}}'],
])('a plant has no tag without one', async (member) => {
  await clear()
  expect((await store.create(`{"id":1,"name":"Fern",${member}}`)).text).toBe('{"name":"Fern"}')
  expect((await store.list()).text).toBe('[{"name":"Fern"}]')
})

testTable([
  ['3.0', '3'],
  ['-30E-1', '-3'],
  ['-0.0', '0'],
  ['9007199254740993.000', '9007199254740993'],
  ['0.9223372036854775807e+19', '9223372036854775807'],
  ['-922337203685477580800e-2', '-9223372036854775808'],
  [`3${'0'.repeat(1_000)}e-1000`, '3'],
])('a plant is found by the number, however it is written', async (id, same) => {
  expect((await store.create(`{"id":${id},"name":"Fern"}`)).status).toBe(200)
  expect((await store.remove(same)).status).toBe(204)
})

test('a plant is accepted with a byte order mark, white space, escapes or compression', async () => {
  expect((await store.create('\ufeff{"id":1,"name":"a"}')).status).toBe(200)
  expect((await store.create(' {\r\n"id" :\t2 , "n\\u0061me":"\\ud83c\\udf3f"}\n')).json).toEqual({
    name: '🌿',
  })
  const packed = await store.create(gzipSync('{"id":3,"name":"c"}'), {
    ...JSON_TYPE,
    'Content-Encoding': 'gzip',
  })
  expect(packed.status).toBe(200)
})

test('a plant is created once by fifty requests, many of them concurrent', async () => {
  const replies = await sendInWaves(50, (at) => store.create(`{"id":7,"name":"n${at}"}`))
  const statuses = replies.map((reply) => reply.status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status === 400)).toHaveLength(49)
  const [stored] = (await store.list()).json
  expect(replies.find((reply) => reply.status === 200)?.json).toEqual(stored)
})

test('another person’s plants are not visible, not deleted, and do not conflict', async () => {
  await store.create('{"id":5,"name":"Mine"}')
  const outsider = plantStore(gateway, () => outsidersToken)
  const outsidersToken = await tokenOf(gateway.database, await clientWith(gateway.database, []))
  expect((await outsider.list()).json).toEqual([])
  const never = await outsider.remove('6')
  const notTheirs = await outsider.remove('5')
  expect([notTheirs.status, notTheirs.text]).toEqual([404, never.text])
  expect((await outsider.create('{"id":5,"name":"Theirs"}')).status).toBe(200)
  expect((await outsider.remove('5')).status).toBe(204)
  expect((await store.list()).json).toEqual([{ name: 'Mine' }])
})

import { gzipSync } from 'node:zlib'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { testGateway } from '../support/gateway.ts'
import { clientWith, tokenOf } from '../support/portfolio.ts'
import { testTable } from '../support/test-table.ts'
import { words } from '../support/words.ts'
import { JSON_TYPE, plantStore } from './plant-store.ts'

const gateway = testGateway()
const { prisma } = gateway.database
let owner = ''
let token = ''
const store = plantStore(gateway, () => token)

beforeAll(async () => {
  owner = await clientWith(gateway.database, [])
})

beforeEach(async () => {
  token = await tokenOf(gateway.database, owner)
})

/** A plant of these members, as text. */
const plant = (members: string) => `{"id":1,"name":"Fern"${members}}`

const BAD_BODIES: [name: string, body: string | Uint8Array<ArrayBuffer>, said: RegExp][] = [
  ['nothing', '', /JSON/],
  ['white space', ' \n', /JSON/],
  ['no JSON', 'id=1&name=Fern', /JSON/],
  ['cut JSON', '{"id":1,"name":"Fern"', /JSON/],
  ['more after JSON', '{"id":1,"name":"Fern"}{}', /JSON/],
  ['a trailing comma', plant(','), /JSON/],
  ['a comment', plant('/**/'), /JSON/],
  ['a raw line break in text', '{"id":1,"name":"a\nb"}', /JSON/],
  ['an array', '[{"id":1,"name":"Fern"}]', /object/],
  ['null', 'null', /object/],
  ['text', '"plant"', /object/],
  ['a number', '1', /object/],
  [
    'bytes that are not UTF-8',
    Uint8Array.from(Buffer.from('{"id":1,"name":"Foug\xe8re"}', 'latin1')),
    /UTF-8/,
  ],
  ['UTF-16', Uint8Array.from(Buffer.from('{"id":1,"name":"Fern"}', 'utf16le')), /JSON|UTF-8/],
  ['20,000 arrays', plant(`,"tag":${'['.repeat(20_000)}${']'.repeat(20_000)}`), /JSON|tag/],
  ['12,000 objects', `${'{"":'.repeat(12_000)}1${'}'.repeat(12_000)}`, /JSON|id takes/],
  ['an open end of 60,000 arrays', '['.repeat(60_000), /JSON/],
  ['no id', '{"name":"Fern"}', /id takes/],
  ['no name', '{"id":1}', /name takes/],
  ['no members', '{}', /id takes/],
  ['a name in __proto__', '{"id":1,"__proto__":{"name":"x"}}', /name takes|__proto__/],
  ['two ids', '{"id":1,"id":2,"name":"Fern"}', /two values/],
  ['two names', '{"id":1,"name":"Fern","n\\u0061me":"Moss"}', /two values/],
  ...[
    ...words(`
    9223372036854775808 -9223372036854775809 9223372036854775807.5 9223372036854775808.0
    922337203685477580.8e1 1.5 1E400 -1e-9 1e-1000000000 1e1000000000 "5" true null [1]
    {"value":"1"}
  `),
    '1'.repeat(60_000),
    `1e${'9'.repeat(400)}`,
  ].map((id): [string, string, RegExp] => [
    `id ${id.slice(0, 24)}`,
    `{"id":${id},"name":"Fern"}`,
    /id takes a whole number of 64 bits/,
  ]),
  ...['01', '+1', '0x1', '1n', 'NaN', 'Infinity', '.5', '1.', '--1', "'1'"].map(
    (id): [string, string, RegExp] => [`id ${id}`, `{"id":${id},"name":"Fern"}`, /JSON/],
  ),
  ['name null', '{"id":1,"name":null}', /name takes/],
  ...['5', 'true', '["Fern"]', '{}'].flatMap((value): [string, string, RegExp][] => [
    [`name ${value}`, `{"id":1,"name":${value}}`, /name takes/],
    [`tag ${value}`, plant(`,"tag":${value}`), /tag takes/],
  ]),
  ['a name of nothing', '{"id":1,"name":""}', /name takes 1 to 200/],
  ['a name of 201', JSON.stringify({ id: 1, name: 'x'.repeat(201) }), /name takes 1 to 200/],
  [
    'a name of 201 outside the basic plane',
    JSON.stringify({ id: 1, name: '🌿'.repeat(201) }),
    /name takes/,
  ],
  [
    'a tag of 201',
    JSON.stringify({ id: 1, name: 'x', tag: 'x'.repeat(201) }),
    /tag takes 0 to 200/,
  ],
  ['a NUL in the name', '{"id":1,"name":"a\\u0000b"}', /name takes/],
  ['a NUL in the tag', plant(',"tag":"\\u0000"'), /tag takes/],
  ['half a character', '{"id":1,"name":"\\ud83c"}', /name takes/],
  ['the wrong half', '{"id":1,"name":"\\udf3f\\ud83c"}', /name takes/],
]

testTable(BAD_BODIES)('POST /plants rejects a bad body', async (_, body, said) => {
  const reply = await store.create(body)
  expect([reply.status, reply.json.message]).toEqual([400, expect.stringMatching(said)])
  expect(await prisma.plant.count()).toBe(0)
})

testTable(['zip', 'gzip', 'gzip, br', 'constructor'])(
  'POST /plants rejects a body in an encoding that it does not read',
  async (packing) => {
    const body = new TextEncoder().encode('{"id":1,"name":"Fern"}')
    const reply = await store.create(body, { ...JSON_TYPE, 'Content-Encoding': packing })
    expect([reply.status, reply.headers.get('X-Error-Code')]).toEqual([400, 'invalid_body'])
    expect(await prisma.plant.count()).toBe(0)
  },
)

test('POST /plants rejects a body over 64 kB, plain, compressed, or without a declared length', async () => {
  const tooLarge = { error: 400, message: 'The body takes at most 64 KB.' }
  const large = JSON.stringify({ id: 1, name: 'x'.repeat(70_000) })
  expect((await store.create(large)).json).toEqual(tooLarge)
  const bomb = gzipSync(Buffer.alloc(50_000_000, ' '))
  const packed = { ...JSON_TYPE, 'Content-Encoding': 'gzip' }
  expect((await store.create(bomb, packed)).json).toEqual(tooLarge)
  expect((await store.create(' '.repeat(300_000))).json).toEqual(tooLarge)
  const streamed = await fetch(`${gateway.url()}/plants`, {
    method: 'POST',
    headers: { ...JSON_TYPE, Authorization: `Bearer ${token}` },
    body: new Blob([large]).stream(),
    duplex: 'half',
  } as RequestInit)
  expect([streamed.status, await streamed.json()]).toEqual([400, tooLarge])
})

test('POST /plants rejects an id that is taken, and does not change the plant', async () => {
  await store.create('{"id":1,"name":"First"}')
  const reply = await store.create('{"id":1,"name":"Second"}')
  expect([reply.status, reply.json.message]).toEqual([400, expect.stringMatching(/already/)])
  expect((await store.list()).json).toEqual([{ name: 'First' }])
  await store.remove('1')
})

test('POST /plants rejects a parameter', async () => {
  const reply = await store.send('/plants?limit=1', {
    method: 'POST',
    headers: JSON_TYPE,
    body: plant(''),
  })
  expect([reply.status, reply.json.message]).toEqual([400, expect.stringMatching(/limit/)])
})

testTable(
  words(`
    limit=0 limit=-1 limit=1.5 limit=1e3 limit=2147483648 limit=99999999999999999999 limit=abc
    limit= limit limit=01 limit=%2B1 limit=1&limit=1 limit[]=1 Limit=1 offset=1 __proto__=1
    constructor=1 limit=1%00 limit=%ff limit=% %=1
  `),
)('a bad parameter', async (query) => {
  const reply = await store.list(`?${query}`)
  expect(reply.status).toBe(400)
  expect(reply.json.message).toMatch(/limit|parameter/i)
})

testTable([
  ...words(`
    abc 1.0 1e3 01 -0 +1 %201 0x1 9223372036854775808 -9223372036854775809 %00 %F0%9F%8C%BF
    %ff ..%2F1 1;drop
  `),
  '1'.repeat(5000),
])('DELETE /plants/{id} rejects a bad id', async (id) => {
  const reply = await store.remove(id)
  expect([reply.status, reply.json.message]).toEqual([400, expect.stringMatching(/64 bits|UTF-8/)])
})

test('DELETE /plants/{id} rejects a parameter', async () => {
  expect((await store.remove('1?force=true')).status).toBe(400)
})

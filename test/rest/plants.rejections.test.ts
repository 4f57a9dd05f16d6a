import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { testGateway } from '../support/gateway.ts'
import { keyWith, tokenOf } from '../support/portfolio.ts'
import { testTable } from '../support/test-table.ts'
import { words } from '../support/words.ts'
import { JSON_TYPE, plantStore, testStore } from './plant-store.ts'

const gateway = testGateway()
const { prisma } = gateway.database
const { owner, store } = testStore(gateway)

const plant = (members: string) => `{"id":1,"name":"Fern"${members}}`

type Body = string | Uint8Array<ArrayBuffer>
const named = (name: string) => JSON.stringify({ id: 1, name })
const withId = (id: string) => `{"id":${id},"name":"Fern"}`
const inBytes = (text: string, encoding: BufferEncoding) =>
  Uint8Array.from(Buffer.from(text, encoding))

// Integers of 64 bits have a table of their own in test/values.
const BAD_BODIES: [said: RegExp, bodies: Body[]][] = [
  [
    /JSON/,
    [
      ...['', ' \n', 'id=1&name=Fern', '{"id":1,"name":"Fern"', '{"id":1,"name":"Fern"}{}'],
      ...[plant(','), plant('/**/'), named('a\nb').replace('\\n', '\n'), '['.repeat(60_000)],
      ...words('01 +1 0x1 1n NaN .5').map(withId),
    ],
  ],
  [/object/, ['[{"id":1,"name":"Fern"}]', 'null', '"plant"', '1']],
  [/UTF-8/, [inBytes('{"id":1,"name":"Foug\xe8re"}', 'latin1')]],
  [/JSON|UTF-8/, [inBytes(withId('1'), 'utf16le')]],
  [/JSON|tag/, [plant(`,"tag":${'['.repeat(20_000)}${']'.repeat(20_000)}`)]],
  [/JSON|id takes/, [`${'{"":'.repeat(12_000)}1${'}'.repeat(12_000)}`]],
  [/two values/, ['{"id":1,"id":2,"name":"Fern"}', '{"id":1,"name":"Fern","n\\u0061me":"Moss"}']],
  [/id takes/, ['{"name":"Fern"}', '{}']],
  [
    /id takes a whole number of 64 bits/,
    words('9223372036854775808 -9223372036854775809 1.5 1E400 1e-1000000000 "5" true null [1] {}')
      .concat('1'.repeat(60_000), `1e${'9'.repeat(400)}`)
      .map(withId),
  ],
  [/name takes|__proto__/, ['{"id":1,"__proto__":{"name":"x"}}']],
  [/name takes/, words('null 5 true ["Fern"] {}').map((value) => `{"id":1,"name":${value}}`)],
  [/name takes/, ['{"id":1}', named('a\0b'), named('\ud83c'), named('\udf3f\ud83c')]],
  [/name takes 1 to 200/, ['', 'x'.repeat(201), '🌿'.repeat(201)].map(named)],
  [/tag takes/, words('5 true ["Fern"] {} "\\u0000"').map((value) => plant(`,"tag":${value}`))],
  [/tag takes 0 to 200/, [plant(`,"tag":"${'x'.repeat(201)}"`)]],
]

testTable(BAD_BODIES)('POST /plants rejects a bad body', async (said, bodies) => {
  for (const body of bodies) {
    const reply = await store.create(body)
    const shown = String(body).slice(0, 60)
    expect([shown, reply.status, reply.json.message]).toEqual([
      shown,
      400,
      expect.stringMatching(said),
    ])
  }
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
    headers: { ...JSON_TYPE, Authorization: `Bearer ${owner.token}` },
    body: new Blob([large]).stream(),
    duplex: 'half',
  } as RequestInit)
  expect([streamed.status, await streamed.json()]).toEqual([400, tooLarge])
})

test('POST and DELETE of /plants reject a parameter', async () => {
  const call = { method: 'POST', headers: JSON_TYPE, body: plant('') }
  const reply = await store.send('/plants?limit=1', call)
  expect([reply.status, reply.json.message]).toEqual([400, expect.stringMatching(/limit/)])
  expect((await store.remove('1?force=true')).status).toBe(400)
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

const calls = [
  ['GET', '/plants', undefined],
  ['POST', '/plants', '{"id":1,"name":"Fern"}'],
  ['DELETE', '/plants/1', undefined],
] as const

async function attempt(key: string) {
  const replies = []
  for (const [method, path, body] of calls) {
    const call = { method, headers: JSON_TYPE, ...(body && { body }) }
    const outsider = plantStore(gateway, () => key)
    replies.push(await outsider.send(path, call))
  }
  expect(await prisma.plant.count()).toBe(0)
  return replies
}

testTable([
  ['an anonymous caller', async () => ''],
  ['an unknown token', async () => `${owner.token.slice(0, -6)}000000`],
  ['an API key', async () => (await keyWith(gateway.database)).secret],
])('a caller who is no person with the scope is rejected', async (_, keyOf) => {
  for (const reply of await attempt(await keyOf())) {
    expect(reply.status).toBe(401)
    expect(reply.headers.get('WWW-Authenticate')).toMatch(/^Bearer/)
  }
})

test('a token without the scope plants is rejected before the body is read', async () => {
  const key = await tokenOf(gateway.database, owner.id, ['portfolio:read'])
  for (const reply of await attempt(key)) {
    expect([reply.status, reply.json]).toEqual([
      403,
      { error: 403, message: expect.stringContaining('scope plants') },
    ])
    expect(reply.headers.get('X-RateLimit-Limit')).toBe('1000')
  }
  expect((await plantStore(gateway, () => key).create('{')).status).toBe(403)
})

test('a caller leaves no plant and no token in the log', () => {
  expect(gateway.log.join('')).not.toMatch(/Fern|pat_\w{8}/)
})

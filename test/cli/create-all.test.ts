import { expect, test } from 'vitest'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { createStaff } from '../../src/modules/people/person.writes.ts'
import { testDatabase } from '../support/database.ts'
import { testTable } from '../support/test-table.ts'
import { environmentOf, jsonOf, linesOf, orangery } from './orangery.ts'

const database = testDatabase()
const HERE = environmentOf(database, { PUBLIC_URL: 'https://gateway.example.com' })
const createAll = (list: string, ...more: string[]) =>
  orangery(['client', 'create-all', '-', ...more], HERE, list)

async function rowsOf(list: string, ...more: string[]) {
  const { code, out, err } = await createAll(list, '--json', ...more)
  expect([code, err]).toEqual([0, ''])
  return linesOf(out)
}

test('create-all creates the clients of a list once, however often it runs', async () => {
  const ada = { name: 'Ada "A" Hale', email: 'ada@example.com', currency: 'EUR' }
  const ivo = { name: 'Ivo', email: 'ivo@example.com', environment: 'sandbox', currency: 'GBP' }
  const csv = '\ufeffEmail;Name;Environment\r\nAda@example.com;"Ada ""A"" Hale";\r\n\r\n'
  const made = { ...ada, id: expect.stringMatching(/^user_/), environment: 'production' }
  const [first] = await rowsOf(csv, '--currency', 'eur')
  expect(first).toEqual({ ...made, created: true })
  const ndjson = [ada, ivo].map((each) => JSON.stringify(each)).join('\n')
  expect(await rowsOf(ndjson)).toEqual([
    { ...first, created: false },
    { ...ivo, id: expect.any(String), created: true },
  ])
  const { out } = await createAll(ndjson)
  expect(out).toContain(`Client ${first.id}  ada@example.com  existed already\n`)
  expect(out).toMatch(/^0 created, 2 existed already\.$/m)
})

test('create-all invites those who have no way in, once', async () => {
  const [ada] = await rowsOf('name,email\nAda,ada.hale@example.com')
  expect(ada).not.toHaveProperty('invitation')
  const list = 'name,email\nAda,ada.hale@example.com\nIvo,ivo.lund@example.com'
  const link = expect.stringMatching(/^https:\/\/gateway\.example\.com\/invitation\/inv_/)
  const invited = await rowsOf(list, '--invite')
  expect(invited).toMatchObject([true, true].map(() => ({ invitation: { link } })))
  for (const row of await rowsOf(list, '--invite'))
    expect([row.invitation, row.invited]).toEqual([undefined, true])
  const again = 'Invited already. For a new link: orangery invite --email ivo.lund@example.com\n'
  expect((await createAll(list, '--invite')).out).toContain(again)
})

const GOOD = 'name,email\nAda,new@example.com'

testTable<[string, string, string[]]>([
  ['an email of a member of the staff', `${GOOD}\nS,staff@example.com`, ['line 3: This email']],
  ['an email twice', `${GOOD}\n\nAda,NEW@example.com`, ['line 4: Line 2 has the same email']],
  ['bad cells', `${GOOD}\n,a@example.com\nB,b`, ['line 3: name must', 'line 4: email takes']],
  ['open quotes and a cell too many', `${GOOD}\n"B\nC,c@example.com,`, ['line 3', 'line 4']],
  ['a bad currency', 'name,email,currency\nA,new@example.com,GOLD', ['line 2: currency takes']],
  ['a bad environment', 'name,email,environment\nA,new@example.com,x', ['line 2: environment']],
  ['bytes that are not text', `{"name":"A","email":"new@example.com"}\n{`, ['line 2: Not a JSON']],
  ['a member of another kind', '{"name":7,"email":"new@example.com"}', ['line 1: name must']],
  ['an unknown member', '{"name":"A","email":"new@example.com","e":1}', ['line 1: e is not']],
])('create-all creates nothing of a list with %s, and names the lines', async (_, list, lines) => {
  const { prisma } = database
  await createStaff(operator(prisma), { name: 'S', email: 'staff@example.com' }).catch(() => {})
  const { code, out, err } = await createAll(list)
  const message = `Nothing was created: the list has bad lines (${lines.length}).`
  expect([code, err]).toEqual([1, `error: ${message}\n`])
  const said = out.trimEnd().split('\n')
  expect(said).toEqual(lines.map((line) => expect.stringContaining(line)))
  expect(jsonOf(await createAll(list, '--json'))).toMatchObject({
    error: { code: 'invalid_parameter', message },
    bad: lines.map((line) => ({ line: Number(/\d/.exec(line)?.[0]) })),
  })
  expect(await prisma.user.count({ where: { email: 'new@example.com' } })).toBe(0)
})

testTable([
  ['name,email\n', 'has no clients'],
  ['Ada,ada@example.com', 'must name the columns'],
])('create-all refuses a list without columns or clients', async (list, says) => {
  const { code, err } = await createAll(list)
  expect([code, err]).toEqual([1, expect.stringContaining(says)])
})

test('create-all says a fault of many lines once', async () => {
  const { out } = await createAll(`name,email${'\n,a@example.com'.repeat(500)}`)
  expect(out).toMatch(/^line 2; line 3; line 4; 497 more: name must .+\n$/)
})

import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { testTable } from '../support/test-table.ts'
import { environmentOf } from './address.ts'
import { jsonOf, orangery } from './orangery.ts'

const database = testDatabase()
const HERE = environmentOf(database)
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'documents-'))
})

async function manifest(texts: Record<string, string>): Promise<string> {
  const file = join(folder, 'manifest.json')
  await writeFile(file, JSON.stringify(texts))
  return file
}

const WHO = 'query Who { viewer { kind } }'

test('documents are added, listed and removed', async () => {
  const none = await orangery(['documents', 'list'], HERE)
  expect(none.out).toBe('No trusted documents.\n')
  const file = await manifest({ a1: WHO, a2: '{ viewer { environment } }' })
  const added = await orangery(['documents', 'add', file], HERE)
  expect([added.code, added.out]).toEqual([0, '2 added, 0 unchanged\n'])
  const again = await orangery(['documents', 'add', file, '--json'], HERE)
  expect(jsonOf(again)).toEqual({ added: 0, unchanged: 2 })
  const removed = await orangery(['documents', 'remove', 'a2'], HERE)
  expect(removed.out).toBe('Document a2 is removed.\n')
  const { data } = jsonOf(await orangery(['documents', 'list', '--json'], HERE))
  expect(data).toEqual([{ id: 'a1', name: 'Who', added_at: expect.any(String) }])
})

testTable([
  ['a file that is not there', () => Promise.resolve('/nowhere/a.json'), 'not a readable file'],
  ['a field that is not there', () => manifest({ b1: '{ heirs }' }), 'Document b1: Cannot query'],
  ['a syntax error', () => manifest({ b1: '{' }), 'Document b1: Syntax Error'],
  ['no operation', () => manifest({ b1: 'fragment F on Query { viewer { kind } }' }), 'b1:'],
  ['a text that is too long', () => manifest({ b1: `{${' '.repeat(40_000)}` }), 'Document b1:'],
  [
    'an id with another text',
    () => manifest({ b1: WHO, a1: '{ viewer { id } }' }),
    'another document',
  ],
])('documents are rejected with a wrong member', async (_name, file, message) => {
  await orangery(['documents', 'add', await manifest({ a1: WHO })], HERE)
  const { code, err } = await orangery(['documents', 'add', await file()], HERE)
  expect(code).toBe(1)
  expect(err).toContain(message)
  expect(err.trimEnd().split('\n')).toHaveLength(1)
  expect(await database.prisma.trustedDocument.count({ where: { id: 'b1' } })).toBe(0)
})

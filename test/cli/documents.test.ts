import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { testTable } from '../support/test-table.ts'
import { environmentOf, jsonOf, orangery } from './orangery.ts'

const database = testDatabase()
const HERE = environmentOf(database)
const folder = mkdtempSync(join(tmpdir(), 'documents-'))
afterAll(() => rmSync(folder, { recursive: true }))

function manifest(texts: Record<string, string>): string {
  const file = join(folder, 'manifest.json')
  writeFileSync(file, JSON.stringify(texts))
  return file
}

const WHO = 'query Who { viewer { kind } }'
const OTHER = '{ viewer { id } }'

test('documents are added, listed and removed', async () => {
  const none = await orangery(['documents', 'list'], HERE)
  expect(none.out).toBe('No trusted documents.\n')
  const file = manifest({ a1: WHO, a2: '{ viewer { environment } }' })
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
  ['a file that is not there', () => '/nowhere/a.json', 'not a readable file'],
  ['a field that is not there', () => manifest({ b1: '{ heirs }' }), 'Document b1: Cannot query'],
  ['a syntax error', () => manifest({ b1: '{' }), 'Document b1: Syntax Error'],
  ['no operation', () => manifest({ b1: 'fragment F on Query { viewer { kind } }' }), 'b1:'],
  ['a text that is too long', () => manifest({ b1: `{${' '.repeat(40_000)}` }), 'Document b1:'],
  ['an id with another text', () => manifest({ b1: WHO, a1: OTHER }), 'another document'],
])('documents are rejected with a wrong member', async (_name, file, message) => {
  await orangery(['documents', 'add', manifest({ a1: WHO })], HERE)
  const { code, err } = await orangery(['documents', 'add', file()], HERE)
  expect(code).toBe(1)
  expect(err).toContain(message)
  expect(err.trimEnd().split('\n')).toHaveLength(1)
  expect(await database.prisma.trustedDocument.count({ where: { id: 'b1' } })).toBe(0)
})

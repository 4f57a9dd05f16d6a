import { expect, test } from 'vitest'
import { inReadingOrder, Params, someContains } from '../../src/database/statement.ts'
import { testDatabase } from '../support/database.ts'
import { testTable } from '../support/test-table.ts'

const { pool } = testDatabase()

async function isFound(title: string, text: string): Promise<boolean> {
  const params = new Params()
  const found = someContains(['a.title', 'a.id'], text, params)
  const placeholder = params.add(title)
  const { rows } = await pool.query<{ found: boolean }>(
    `SELECT ${found} AS found FROM (SELECT ${placeholder}::text AS title, 'ORY-ART'::text AS id) a`,
    params.values,
  )
  return rows[0]?.found === true
}

testTable([
  ['Ärzte ohne Grenzen', 'ärzte'],
  ['A\u0308rzteblatt', 'ärzte'],
  ['ÄRZTEBLATT', 'a\u0308rzte'],
  ['Østergaard', 'østergaard'],
  ['GROẞE STRASSE', 'große straße'],
  ['ΟΔΟΣ ΑΘΗΝΑΣ', 'οδοσ'],
  ['οδός Αθηνάς', 'ΟΔΌΣ'],
  ['ΣΟΦΟΣΑ', 'σοφος'],
  ['Ёлка', 'ёЛКА'],
  ['Հայաստան', 'ՀԱՅԱՍՏԱՆ'],
  ['𐐀', '𐐨'],
  ['مرحبا', 'مرحبا'],
  ['100 %_\\', '%_\\'],
])('a text is found in any case in each script', async (title, text) => {
  expect(await isFound(title, text)).toBe(true)
})

testTable([
  ['Arzt', 'ärzt'],
  ['100', '%'],
  ['abc', 'a_c'],
  ['Zebra', 'é'],
])('a different text is not found', async (title, text) => {
  expect(await isFound(title, text)).toBe(false)
})

test('a text is found in any case also by another column, and never by both at once', async () => {
  expect(await isFound('Vase', 'ory-a')).toBe(true)
  expect(await isFound('Vase', 'seory')).toBe(false)
})

testTable([
  ['true', inReadingOrder('a.title'), 'assets_by_title_idx'],
  ['a.insurance_value < a.market_value', 'registry_id', 'assets_underinsured_idx'],
])('a listing reads the index of its order, or of what it lists', async (where, order, index) => {
  const client = await pool.connect()
  try {
    await client.query('BEGIN; SET LOCAL enable_sort = off; SET LOCAL enable_seqscan = off')
    const { rows } = await client.query<Record<string, string>>(
      `EXPLAIN SELECT registry_id FROM assets a WHERE client_id = 'user_1' AND ${where}
        ORDER BY ${order}, registry_id LIMIT 25`,
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain(index)
    expect(plan).not.toContain('Sort')
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
})

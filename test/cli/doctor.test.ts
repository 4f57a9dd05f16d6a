import { beforeAll, expect, test } from 'vitest'
import { CHECKS } from '../../src/doctor/run-checks.ts'
import { testDatabase } from '../support/database.ts'
import { clientWith } from '../support/portfolio.ts'
import { environmentOf, jsonOf, orangery } from './orangery.ts'

// The tests damage their data.
const database = testDatabase({ isVerified: false })
const HERE = environmentOf(database)
const TOTAL = CHECKS.length
const PRIVATE = 'not for others'
let clientId = ''

beforeAll(async () => {
  const asset = { type: 'asset', ref: 'a', title: 'A', category: 'art', internal_notes: PRIVATE }
  clientId = await clientWith(database, [asset])
})

const damage = (count: number) =>
  database.pool.query('UPDATE assets SET document_count = $1', [count])

test('doctor exits 0 for sound data', async () => {
  const { code, out, err } = await orangery(['doctor'], HERE)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(/^server: PostgreSQL \d+\nconnections: /)
  const json = jsonOf(await orangery(['doctor', '--json'], HERE))
  expect(out).toContain(`Sound: ${json.checked} checks of the data found nothing.\n`)
  // PostgreSQL 15 cannot check JSON.
  const skipped = out.includes('server: PostgreSQL 15') ? ['block_json'] : []
  expect(json).toMatchObject({ checked: TOTAL - skipped.length, skipped, findings: [] })
  expect(json.environment.map(({ part }: { part: string }) => part)).toEqual([
    ...['server', 'connections', 'clock', 'retention', 'role'],
    ...['imports', 'changes', 'webhooks', 'figures'],
  ])
})

test('doctor exits 1 and says what is wrong where, and nothing else of it', async () => {
  await damage(2)
  const { code, out, err } = await orangery(['doctor'], HERE)
  expect(code).toBe(1)
  const skips = out.includes('server: PostgreSQL 15') ? 1 : 0
  expect(err).toBe(`error: The data breaks 1 of ${TOTAL - skips} rules.\n`)
  expect(out).toMatch(/\ndocuments: [^\n]+ \(1\)\n {2}user_\w+ ORY-AR-\w+\n(Not checked, .+\n)?$/)
  expect(out.includes('\nNot checked, ')).toBe(skips > 0)
  const output = await orangery(['doctor', '--json'], HERE)
  expect(jsonOf(output)).toMatchObject({
    error: { code: 'state_conflict' },
    findings: [{ check: 'documents', count: 1, examples: [{ client_id: clientId }] }],
  })
  expect(out + output.out).not.toContain(PRIVATE)
  await damage(0)
})

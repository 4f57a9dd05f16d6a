import { get } from 'node:http'
import { json } from 'node:stream/consumers'
import { expect } from 'vitest'
import { testGateway } from '../support/gateway.ts'
import { testReader } from '../support/reader.ts'
import { testTable } from '../support/test-table.ts'

const gateway = testGateway()
const reader = testReader(gateway, [])

const day = (offset: number) =>
  new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

// The version that each date resolves to is in test/versions.test.ts.
testTable<[string, string[], string | null]>([
  ['the first version', ['2024-01-01'], null],
  ['tomorrow in UTC', [day(1)], null],
  ['absent', [], 'missing_version'],
  ['empty', [''], 'missing_version'],
  ['of a future day', [day(3)], 'invalid_version'],
  ['sent twice', ['2024-01-01', '2024-01-01'], 'invalid_version'],
  ['long', ['2'.repeat(10_000)], 'invalid_version'],
  ['before the first', ['2023-12-31'], 'unsupported_version'],
])('X-Service-Version is resolved, or refused with the reason', async (_name, sent, code) => {
  const headers = { Authorization: `Bearer ${reader.key}`, 'X-Service-Version': sent }
  const { error, echo } = await new Promise<Record<string, Record<string, string>>>(
    (resolve, reject) => {
      get(`${gateway.url()}/api/v1/me`, { headers }, async (response) => {
        const body = Object(await json(response))
        resolve({ ...body, echo: response.headers['x-service-version'] })
      }).on('error', reject)
    },
  )
  expect([error?.code ?? null, echo ?? null]).toEqual([code, code === null ? '2024-01-01' : null])
  if (!error) return
  expect(error.message).toMatch(code === 'unsupported_version' ? '2024-01-01' : 'YYYY-MM-DD')
  expect(error.message?.length).toBeLessThan(200)
})

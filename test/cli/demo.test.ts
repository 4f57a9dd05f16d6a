import { expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { environmentOf } from './address.ts'
import { jsonOf, orangery } from './orangery.ts'

const database = testDatabase()
const HERE = environmentOf(database, { PUBLIC_URL: 'https://gateway.example.com/' })

test('demo prints credentials and sample commands; with --json it prints one object with the credentials', async () => {
  const printed = await orangery(['demo'], HERE)
  expect({ code: printed.code, err: printed.err }).toEqual({ code: 0, err: '' })
  expect(printed.out).toMatch(
    /curl 'https:\/\/gateway\.example\.com\/api\/v1\/assets\?client_id=user_/,
  )
  const credentials = jsonOf(await orangery(['demo', '--json'], HERE))
  expect(credentials).toMatchObject({
    base_url: 'https://gateway.example.com',
    production_key: expect.stringMatching(/^sk_live_/),
    sandbox_key: expect.stringMatching(/^sk_test_/),
    access_token: expect.stringMatching(/^pat_/),
    sign_ins: expect.arrayContaining([
      {
        email: 'ines@larkfield.example',
        password: expect.any(String),
        as: expect.stringContaining('admin'),
      },
    ]),
  })
  expect(
    await database.prisma.asset.count({ where: { title: { not: { endsWith: '(sandbox)' } } } }),
  ).toBe(400)
})

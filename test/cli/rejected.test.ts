import { beforeAll, expect, test } from 'vitest'
import { hostileIds } from '../modules/fixtures.ts'
import { testDatabase } from '../support/database.ts'
import { testTable } from '../support/test-table.ts'
import { titled } from '../support/titled.ts'
import { addressOf } from './address.ts'
import { jsonOf, orangery } from './orangery.ts'

const database = testDatabase()
const HERE = { DATABASE_URL: '' }
beforeAll(async () => {
  HERE.DATABASE_URL = await addressOf(database)
})

function createSandboxKey(firm: string, ...argv: string[]) {
  const given = ['--firm', firm, '--name', 'n', '--environment', 'sandbox', '--scopes', 'registry']
  return orangery(['key', 'create', ...given, ...argv], HERE)
}

test('a rejected command exits 1 with one line, and one object with --json', async () => {
  const { id: firm } = jsonOf(await orangery(['firm', 'create', '--name', 'Small', '--json'], HERE))
  const output = await createSandboxKey(firm, '--json')
  expect(output.code).toBe(1)
  const { error } = jsonOf(output)
  expect(error).toEqual({ code: 'enterprise_plan_required', message: expect.any(String) })
  expect(output.err).toBe(`error: ${error.message}\n`)
  expect(await createSandboxKey(firm)).toEqual({ code: 1, out: '', err: output.err })
})

testTable([
  ...rowsWith('key', (id) => ['key', 'revoke', '--json', '--', id]),
  ...rowsWith('firm', (id) => ['firm', 'update', '--tier', 'elevated', '--json', '--', id]),
  ...rowsWith('firm', (id) => ['member', 'list', '--json', `--firm=${id}`]),
  ...rowsWith('user', (id) => ['token', 'list', '--json', `--user=${id}`]),
])(
  'a rejected command with an unknown or malformed id prints the same error',
  async (_, noun, argv) => {
    const output = await orangery(argv, HERE)
    expect(output.code).toBe(1)
    expect(jsonOf(output).error).toEqual({
      code: 'record_not_found',
      message: `There is no ${noun} with this id.`,
    })
  },
)

function rowsWith(noun: 'key' | 'firm' | 'user', argvOf: (id: string) => string[]) {
  const ids = hostileIds(noun).filter((id) => id !== '' && !id.includes('\0'))
  return titled(ids).map(([title, id]): [string, string, string[]] => {
    const argv = argvOf(id)
    return [`${argv.slice(0, 2).join(' ')} ${title}`, noun, argv]
  })
}

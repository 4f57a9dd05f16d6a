import { beforeAll, expect, test } from 'vitest'
import { enterpriseFirm, someone } from '../modules/fixtures.ts'
import { testDatabase } from '../support/database.ts'
import { addressOf } from './address.ts'
import { jsonOf, orangery } from './orangery.ts'

const database = testDatabase()
const HERE = { DATABASE_URL: '' }
beforeAll(async () => {
  HERE.DATABASE_URL = await addressOf(database)
})

async function runJson(...argv: string[]) {
  const output = await orangery([...argv, '--json'], HERE)
  expect({ code: output.code, err: output.err }).toEqual({ code: 0, err: '' })
  return jsonOf(output)
}

test('member list, update and remove; the last admin stays', async () => {
  const firm = await enterpriseFirm(database.prisma)
  const create = async (role: string) => {
    const { name, email } = someone()
    const given = ['--name', name, '--email', email, '--role', role]
    return runJson('member', 'create', '--firm', firm, ...given)
  }
  const [admin, other] = [await create('admin'), await create('member')]
  const update = ['member', 'update', other.id, '--firm', firm, '--role', 'admin']
  expect((await orangery(update, HERE)).out).toBe(`Member ${other.id}: admin\n`)
  const { data } = await runJson('member', 'list', '--firm', firm)
  expect(data).toEqual(
    [admin, other].map(({ id, name, email }) => ({
      firm_id: firm,
      user_id: id,
      name,
      email,
      role: 'admin',
      joined_at: expect.stringMatching(/Z$/),
      can_sign_in: false,
      is_proved: true,
    })),
  )
  const removed = await runJson('member', 'remove', admin.id, '--firm', firm)
  expect(removed).toEqual({ firm_id: firm, user_id: admin.id, name: admin.name, keys: [] })
  const last = await orangery(['member', 'remove', other.id, '--firm', firm], HERE)
  expect([last.code, last.err]).toEqual([1, expect.stringMatching(/last admin/)])
  const list = await orangery(['member', 'list', '--firm', firm], HERE)
  expect(list.out).toBe(`${other.id}  admin  ${other.email}  ${other.name}\n`)
})

import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { GatewayError } from '../src/errors.ts'
import { createLog } from '../src/log.ts'
import { testDatabase } from './support/database.ts'

const { pool, prisma } = testDatabase()

/** What the log says of an error. */
function told(error: unknown): string {
  let said = ''
  const to = new Writable({
    write(line, _encoding, done) {
      said += line
      done()
    },
  })
  createLog({ logLevel: 'info' }, to).error({ err: error }, 'internal error')
  return said
}

const thrownBy = (work: PromiseLike<unknown>) =>
  Promise.resolve(work).then(
    () => null,
    (thrown) => thrown,
  )

const RAISE = `DO $$ BEGIN RAISE EXCEPTION 'canary'; END $$`
const owner = { ownerId: 'canary', id: 1n }

// Statements that fail on a private value, the ways in which a value gets into an error.
test.each<[string, () => PromiseLike<unknown>, RegExp]>([
  ['a malformed value', () => pool.query('SELECT $1::int', ['canary']), /22P02/],
  [
    'a broken rule',
    () => pool.query(`INSERT INTO plants VALUES ('canary', 1, 'canary')`),
    /23503.*plants/,
  ],
  ['a function of ours', () => pool.query(RAISE), /P0001/],
  [
    'a broken rule, by Prisma',
    () => prisma.plant.create({ data: { ...owner, name: 'canary' } }),
    /P2003.*23503/,
  ],
  [
    'a bad byte, by Prisma',
    () => prisma.plant.create({ data: { ...owner, name: 'canary\0' } }),
    /22021/,
  ],
  [
    'a number out of range, by Prisma',
    () => prisma.plant.count({ where: { name: 'canary', id: 2n ** 70n } }),
    /P20/,
  ],
  [
    'a bad call, by Prisma',
    () => prisma.plant.create({ data: JSON.parse('{"ownerId":"canary","id":{}}') }),
    /Validation/,
  ],
  ['raw SQL, by Prisma', () => prisma.$queryRaw`SELECT ${'canary'}::int`, /22P02/],
])('says what and where it failed, but not the value: %s', async (_, work, said) => {
  const error = await thrownBy(work())
  const line = told(error)
  expect(line).toMatch(said)
  expect(line).toContain('at ')
  expect(line).not.toContain('canary')
  expect(told(new GatewayError('internal_error', 'Opaque.', { cause: error }))).not.toContain(
    'canary',
  )
})

test('says the message of what holds no value', async () => {
  expect(told(new TypeError('x is not a function'))).toMatch(
    /TypeError.*x is not a function.*log\.test/,
  )
  expect(told(await thrownBy(pool.query('SELECT * FROM missing')))).toMatch(
    /42P01.*missing.*does not exist/,
  )
  expect(told('canary')).not.toContain('canary')
})

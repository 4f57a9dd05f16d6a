import { Writable } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { GatewayError } from '../src/errors.ts'
import { createLog, openLog } from '../src/log.ts'
import { quoting } from './log/quoting.ts'
import { testDatabase } from './support/database.ts'

const { pool, prisma } = testDatabase()

function logLine(error: unknown): string {
  let line = ''
  const to = new Writable({
    write(chunk, _encoding, done) {
      line += chunk
      done()
    },
  })
  createLog({ logLevel: 'info' }, to).error({ err: error }, 'internal error')
  return line
}

const thrownBy = async (work: PromiseLike<unknown>) => {
  const [outcome] = await Promise.allSettled([work])
  return outcome.status === 'rejected' ? outcome.reason : null
}

const RAISE = `DO $$ BEGIN RAISE EXCEPTION 'canary'; END $$`
const plant = (name: string) => prisma.plant.create({ data: { ownerId: 'canary', id: 1n, name } })
const ORPHAN = `INSERT INTO plants VALUES ('canary', 1, 'canary')`

// Statements that fail on a private value: the ways in which a value gets into an error.
test.each<[string, () => PromiseLike<unknown>, RegExp]>([
  ['a malformed value', () => pool.query('SELECT $1::int', ['canary']), /22P02/],
  ['a violated constraint', () => pool.query(ORPHAN), /23503.*plants/],
  ['a function of ours', () => pool.query(RAISE), /P0001/],
  ['a violated constraint, by Prisma', () => plant('canary'), /P2003.*23503/],
  ['a bad byte, by Prisma', () => plant('canary\0'), /22021/],
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
])('logs the type and the place of an error without the value: %s', async (_, work, expected) => {
  const error = await thrownBy(work())
  const line = logLine(error)
  expect(line).toMatch(expected)
  expect(line).toContain('at ')
  const outer = new GatewayError('internal_error', 'Opaque.', { cause: error })
  expect(line + logLine(outer)).not.toContain('canary')
})

test.each(
  quoting('canary'),
)('omits a message of a library that quotes what it was given: %s', (_, error) => {
  expect(error.message).toContain('canary')
  const line = logLine(new Error('Outer.', { cause: error }))
  expect(line).toContain(`"name":"${error.name}"`)
  expect(line).not.toContain('canary')
})

test('logs the message of an error without values', async () => {
  expect(logLine(new TypeError('x is not a function'))).toMatch(
    /TypeError.*x is not a function.*log\.test/,
  )
  expect(logLine(await thrownBy(pool.query('SELECT * FROM missing')))).toMatch(
    /42P01.*missing.*does not exist/,
  )
  expect(logLine('canary')).not.toContain('canary')
})

test('logs how many lines the standard output lost, when it takes lines again', async () => {
  const blocks: string[] = []
  const write = vi.spyOn(process.stdout, 'write')
  onTestFinished(() => write.mockRestore())
  // The first block is lost.
  write.mockImplementation((block: unknown, done: unknown) => {
    blocks.push(String(block))
    if (typeof done === 'function') done(blocks.length === 1 ? new Error('full') : null)
    return true
  })
  const { log } = openLog({ logLevel: 'info' })
  for (const count of [1, 2]) {
    log.info('lines')
    await expect.poll(() => blocks.length).toBeGreaterThanOrEqual(count)
  }
  const message = '"lost":1,"msg":"log lines lost: they could not be written"'
  await expect.poll(() => blocks.join('')).toContain(message)
})

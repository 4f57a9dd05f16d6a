import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..')

const asking = (named: RegExp) =>
  readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .map((file) => `src/${file}`)
    .filter((file) => named.test(file))
    .filter((file) => /new Date\(\)|Date\.now\b/.test(readFileSync(join(ROOT, file), 'utf8')))

// The files that ask the clock of this machine, and why it decides nothing about stored data.
const ALLOWED: Readonly<Record<string, string>> = {
  'src/load/quota.ts': 'windows in memory',
  'src/load/redis-quota.ts': 'windows in Redis, whose clock is asked',
  'src/app.ts': 'the instant of a request until its caller is identified',
  'src/http/server.ts': 'windows of addresses, for bytes that are no request',
  'src/backup/backup.ts': 'the name of a backup',
  'src/database/mark-restored.ts': 'the later one of both clocks',
  'src/database/clock.ts': 'compares both clocks',
  'src/embedded-postgres/postmaster.ts': 'waiting',
  'src/embedded-postgres/join.ts': 'waiting',
  'src/mail/mailer.ts': 'the date in the header of a mail',
  'src/metrics/event-metrics.ts': 'when a job ended, and how long a change waits, for alarms',
  'src/graphql/field-limits.ts': 'windows in memory',
  'src/importer/json-schema.ts': 'describes lines, and reads none',
}

test('only these parts of the program ask the clock of this machine', () => {
  const found = asking(/^src\/(?!(?:portal|generated)\/).*\.ts$/)
  expect(found.filter((file) => !(file in ALLOWED))).toEqual([])
})

// The files that ask the clock of a reader's device, which may be wrong.
const ON_DEVICE: Readonly<Record<string, string>> = {
  'src/portal/data/server-clock.ts': 'compares it with the clock of the server',
  'src/portal/sign-in/pending-connection.ts': 'how long this browser keeps a link',
}

test('only these parts of the portal ask the clock of a device', () => {
  expect(asking(/^src\/portal\/.*\.tsx?$/).sort()).toEqual(Object.keys(ON_DEVICE))
})

test('no default of a column is by the clock of this machine', () => {
  const model = readFileSync(join(ROOT, 'prisma', 'schema.prisma'), 'utf8')
  expect(model).not.toContain('@default(now())')
})

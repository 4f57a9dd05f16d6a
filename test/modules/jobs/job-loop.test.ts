import { pino } from 'pino'
import { afterAll, afterEach, expect, test } from 'vitest'
import { measured, type Job as Name } from '../../../src/measured.ts'
import { JobHealth } from '../../../src/modules/jobs/job-health.ts'
import { type Job, JobLoop } from '../../../src/modules/jobs/job-loop.ts'
import { testDatabase } from '../../support/database.ts'

const database = testDatabase()
const lines: string[] = []
const log = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line).msg) })
const results: string[] = []
const note = (job: string, result: string) => void results.push(`${job} ${result}`)
let loop: JobLoop | undefined

afterAll(measured.listen({ job: note }))
afterEach(async () => {
  await loop?.stop()
  lines.length = 0
  results.length = 0
})

function jobOf(name: Name, due: string, look: () => void = () => {}) {
  const looks: boolean[] = []
  const job: Job = {
    health: new JobHealth(name, log),
    due: [due],
    oldest: 'SELECT NULL::timestamptz',
    failure: `${name} failed`,
    look: async (_at, isDue) => {
      looks.push(isDue)
      look()
    },
    stop: async () => {},
  }
  return { job, looks }
}

const NOTHING = 'SELECT 1 WHERE false'
const SOMETHING = 'SELECT 1'

function startLoop(...given: { readonly job: Job }[]): () => void {
  let wake = () => {}
  const jobs = (wakes: () => void) => {
    wake = wakes
    return given.map(({ job }) => job)
  }
  loop = new JobLoop({ pool: database.pool, log, jobs })
  loop.start()
  return () => wake()
}

test('a look tells each job by one statement whether something is due for it', async () => {
  const [mails, changes] = [jobOf('mails', NOTHING), jobOf('changes', SOMETHING)]
  startLoop(mails, changes)
  await expect.poll(() => changes.looks.length).toBeGreaterThan(1)
  expect(new Set(mails.looks)).toEqual(new Set([false]))
  expect(new Set(changes.looks)).toEqual(new Set([true]))
})

test('a look of a job that fails keeps no other from its work, and each outage is logged once', async () => {
  let isGone = true
  const mails = jobOf('mails', NOTHING, () => {
    if (isGone) throw new Error('gone')
  })
  const changes = jobOf('changes', SOMETHING)
  const wake = startLoop(mails, changes)
  const soon = <Value>(read: () => Value) =>
    expect.poll(() => {
      wake()
      return read()
    })
  await soon(() => changes.looks.length).toBeGreaterThan(2)
  expect(lines).toEqual(['mails failed'])
  isGone = false
  await soon(() => results).toContain('mails succeeded')
  isGone = true
  await soon(() => lines).toEqual(['mails failed', 'mails failed'])
  expect(results).toContain('mails failed')
  expect(results).not.toContain('changes failed')
})

test('a look that the database does not answer is a failure of each job', async () => {
  startLoop(jobOf('mails', 'SELECT 1 FROM nothing'), jobOf('changes', NOTHING))
  await expect.poll(() => results).toEqual(['mails failed', 'changes failed'])
  expect(lines).toEqual(['what is due was not read'])
})

test('a stop ends the pause and stops the jobs', async () => {
  let stopped = 0
  const { job } = jobOf('mails', NOTHING)
  startLoop({ job: { ...job, stop: async () => void stopped++ } })
  await loop?.stop()
  loop = undefined
  expect(stopped).toBe(1)
})

import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { countMails } from '../../src/metrics/mail-metrics.ts'
import { addMail } from '../../src/modules/mails/mail.writes.ts'
import { MAIL_WRITERS } from '../../src/modules/notices/mail-writers.ts'
import { testDatabase } from '../support/database.ts'
import { sendDue } from '../support/mails.ts'
import { parseMetrics, sumOf } from './parse-metrics.ts'

const { pool, prisma } = testDatabase()

test('the tries of mails are counted by outcome, until the counting ends', async () => {
  const registry = new Registry()
  const close = countMails(registry)
  let clock = Date.now()
  const mail = { kind: 'notice', email: 'ada@example.com', firmId: null, about: {} } as const
  const add = () => prisma.$transaction((tx) => addMail(tx, mail, new Date(clock)))
  let fails = true
  const writers = {
    ...MAIL_WRITERS,
    notice: async () => ({ to: 'ada@example.com', subject: 'Hello', text: 'Hello' }),
  }
  const mailer = {
    urlOf: (path: string) => path,
    async send() {
      if (fails) throw new Error('no queue')
    },
  }
  const post = { prisma, mailer, writers, now: async () => new Date(clock) }
  const send = () => sendDue(pool, post)
  await add()
  await send()
  fails = false
  clock += 60_000
  await send()
  const samples = parseMetrics(await registry.metrics())
  const counted = ['sent', 'failed', 'given_up', 'dropped'].map((outcome) =>
    sumOf(samples, 'orangery_mails_total', `outcome="${outcome}"`),
  )
  expect(counted).toEqual([1, 1, 0, 0])
  close()
  await add()
  await send()
  expect(parseMetrics(await registry.metrics())).toEqual(samples)
})

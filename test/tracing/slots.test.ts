import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import express from 'express'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { RequestContext } from '../../src/load/request-context.ts'
import { takeSlots } from '../../src/load/waiting/slot.ts'
import { inSpan, withSpans } from '../../src/spans.ts'
import { listen } from '../support/listen.ts'

test('a request that waited for its slot keeps its own spans', async () => {
  const spans: string[] = []
  const app = express()
  app.use(({ url }, response, next) => {
    response.locals.requestContext = new RequestContext(url, '192.0.2.1', new Date())
    const runner = async <Result>({ name }: { name: string }, run: () => Promise<Result>) => {
      spans.push(`${name} of ${url}`)
      return run()
    }
    withSpans(runner, next)
  })
  app.use(takeSlots(pino({ enabled: false }), () => {}, { running: 1 }).takeSlot)
  app.use(async ({ url }, response) => {
    await inSpan(
      () => ({ name: url }),
      () => sleep(50),
    )
    response.end()
  })
  const server = createServer(app)
  const { url } = await listen(server)
  const paths = ['/a', '/b', '/c']
  await Promise.all(paths.map((path) => fetch(url + path)))
  server.close()
  expect(spans.toSorted()).toEqual(paths.map((path) => `${path} of ${path}`))
})

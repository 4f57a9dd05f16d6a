import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ERROR_CODES, type ErrorCode, GatewayError } from '../../src/errors.ts'
import { createMemoryQuota } from '../../src/load/quota.ts'
import { type Reply, testGateway } from '../support/gateway.ts'
import { type Answers, plantErrors, portfolioErrors } from './error-answers.ts'

const FILE = join(import.meta.dirname, '../../src/rest/generated/recorded-errors.ts')
const COMMENT =
  '/** The body of every error by area and code, recorded from real answers by `error-examples.test.ts`. */'
const REQUEST_ID = 'request_01JD3M2Q8S4T6V8W0X2Y4Z6A8F'

const quota = createMemoryQuota()
const limits = { headersTimeout: 1_000, connectionsCheckingInterval: 50 }
const gateway = testGateway({ quota }, limits)
const exhaust = (id: string) => quota.spend(id, 1_000, 1_000)

/** The body without what differs from one request to the next. */
function lasting({ json }: Reply) {
  const text = JSON.stringify(json)
    .replace(/request_[0-9A-Z]{26}/, REQUEST_ID)
    .replace(/Wait \d+ s/, 'Wait 42 s')
  return JSON.parse(text)
}

/** The bodies of all answers by code; each has the status of its code, and the code in a header. */
async function record(answers: Answers): Promise<Record<string, unknown>> {
  const bodies: Record<string, unknown> = {}
  for (const code of ERROR_CODES) {
    const reply = await answers[code]?.()
    if (!reply) continue
    expect({ code, ...seen(reply) }).toEqual({ code, ...expected(code) })
    bodies[code] = lasting(reply)
  }
  return bodies
}

const seen = ({ status, headers }: Reply) => ({
  status,
  header: headers.get('X-Error-Code'),
  waits: headers.has('Retry-After'),
})

function expected(code: ErrorCode) {
  const { status } = new GatewayError(code, '')
  return { status, header: code, waits: [429, 503].includes(status) }
}

// After a change of a message: npx vitest run test/rest/error-examples.test.ts -u
test('the examples of errors are what the gateway answers', async () => {
  const examples = {
    portfolio: await record(await portfolioErrors(gateway, exhaust)),
    plants: await record(await plantErrors(gateway, exhaust)),
  }
  const value = JSON.stringify(examples, null, 2)
  await expect(
    `${COMMENT}\nexport const RECORDED_ERRORS = ${value} as const\n`,
  ).toMatchFileSnapshot(FILE)
})

import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ERROR_CODES, type ErrorCode, GatewayError } from '../../src/errors.ts'
import { type Area, errorBody } from '../../src/http/error-body.ts'
import { createMemoryQuota } from '../../src/load/quota.ts'
import { REQUEST_ID } from '../../src/openapi/responses.ts'
import { type Reply, testGateway } from '../support/gateway.ts'
import { type Answers, plantErrors, portfolioErrors } from './error-answers.ts'

const FILE = join(import.meta.dirname, '../../src/rest/generated/recorded-errors.ts')
const COMMENT =
  '/** The message of every error by area and code, recorded from real answers by `error-examples.test.ts`. */'

const quota = createMemoryQuota()
const limits = { headersTimeout: 1_000, connectionsCheckingInterval: 50 }
const gateway = testGateway({ quota }, limits)
const exhaust = (id: string) => quota.spend(id, 1_000, 1_000)

/** The message of an error, without what differs from one request to the next. The rest of its body follows from its code. */
function lastingMessage(area: Area, code: ErrorCode, { text, json }: Reply): string {
  const message: string = json.error.message ?? json.message
  const sent = text.replace(/request_[0-9A-Z]{26}/, REQUEST_ID)
  expect(sent).toBe(JSON.stringify(errorBody(area, new GatewayError(code, message), REQUEST_ID)))
  return message.replace(/Wait \d+ s/, 'Wait 42 s')
}

/** The messages of all answers by code; each has the status of its code, and the code in a header. */
async function record(area: Area, answers: Answers): Promise<Record<string, string>> {
  const messages: Record<string, string> = {}
  for (const code of ERROR_CODES) {
    const reply = await answers[code]?.()
    if (!reply) continue
    expect({ code, ...seen(reply) }).toEqual({ code, ...expected(code) })
    messages[code] = lastingMessage(area, code, reply)
  }
  return messages
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
    portfolio: await record('portfolio', await portfolioErrors(gateway, exhaust)),
    plants: await record('plants', await plantErrors(gateway, exhaust)),
  }
  const value = JSON.stringify(examples, null, 2)
  await expect(
    `${COMMENT}\nexport const RECORDED_ERRORS = ${value} as const\n`,
  ).toMatchFileSnapshot(FILE)
})

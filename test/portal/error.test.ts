import { describe, expect, test } from 'vitest'
import { ERROR_CODES } from '../../src/errors.ts'
import { createPortalError } from '../../src/portal/data/error.ts'
import { parseError } from '../../src/portal/data/session/http.ts'
import { describeCode, ERROR_TEXTS } from '../../src/portal/words/errors/error-texts.ts'
import { testTable } from '../support/test-table.ts'

const INTERNAL =
  'Something went wrong on our side. Try again. If it happens again, contact support with the request ID.'
const headers = new Headers({ 'X-Request-Id': 'request_1', 'Retry-After': '900' })
const SENTENCES = /^[A-Z][^_]*\.$/

function graphqlError(message: string, extensions: object, headers = new Headers()) {
  return parseError({ errors: [{ message, extensions }] }, headers)
}

describe('the texts of errors', () => {
  test('are there for every code of the server, and for no other but the two of the page', () => {
    expect(Object.keys(ERROR_TEXTS).toSorted()).toEqual(
      [...ERROR_CODES, 'offline', 'unreadable'].toSorted(),
    )
  })

  testTable(Object.entries(ERROR_TEXTS))('are a sentence and a next step', (code, text) => {
    expect(text[0]).toMatch(SENTENCES)
    expect(text[1]).toMatch(SENTENCES)
    expect(describeCode(code)).toBe(text[0])
  })
})

describe('a GraphQL error', () => {
  const others = ERROR_CODES.filter((code) => !/^invalid_c(redentials|ode)$/.test(code))
  testTable(others)('never shows the message of the server', (code) => {
    const message = `${ERROR_TEXTS[code][0]} ${ERROR_TEXTS[code][1]}`
    const sent = new Headers({ 'X-Request-Id': 'request_1' })
    expect(graphqlError('clientId takes the id of a client.', { code }, sent)).toMatchObject({
      ...{ code, message, requestId: 'request_1' },
    })
  })

  testTable([[{}], [{ code: null }], [{ code: ['state_conflict'] }], [{ code: 'internal_error' }]])(
    'with extensions of another form is an internal error without an id',
    (extensions) => {
      const message = INTERNAL
      const expected = { code: 'internal_error', message, requestId: null, asksSupport: true }
      expect(graphqlError('x', extensions)).toEqual(expected)
    },
  )

  testTable(['a_code_to_come', 'constructor', ''])('of an unknown code says the same', (code) => {
    expect(graphqlError('x', { code }).message).toBe(INTERNAL)
  })

  testTable([
    [null, 'about a minute'],
    ['90', 'about a minute'],
    ['91', 'about 2 minutes'],
    ['900', 'about 15 minutes'],
    ['172800', 'about 2 days'],
    ['-5', 'about a minute'],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 'about a minute'],
  ])('of a limit says how long to wait', (retryAfter, wait) => {
    const code = 'rate_limit_exceeded'
    const { message } = createPortalError({ code, requestId: null, retryAfter })
    expect(message).toBe(`There were too many requests or attempts. Try again in ${wait}.`)
  })
})

testTable([
  [{ error: { code: 'invalid_code', message: 'Wrong.' } }, 'invalid_code'],
  [{ error: { message: ['a'] } }, 'internal_error'],
  [{ error: { code: 7 } }, 'internal_error'],
  [{ error: 'broken' }, 'internal_error'],
  [{ code: 'flat', message: 'Flat.' }, 'internal_error'],
  [null, 'internal_error'],
])('an error outside GraphQL has a code', (body, code) => {
  const error = parseError(body, headers)
  expect(error).toEqual(createPortalError({ code, requestId: 'request_1' }))
})

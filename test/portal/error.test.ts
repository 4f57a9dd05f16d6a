import { CombinedError } from 'urql'
import { describe, expect, test } from 'vitest'
import { createPortalError, OFFLINE, toPortalError, UNREADABLE } from '../../src/portal/error.ts'
import { isNotFound } from '../../src/portal/not-found.ts'
import { parseError } from '../../src/portal/session/http.ts'

function graphqlError(message: string, extensions: Record<string, unknown> = {}) {
  return new CombinedError({ graphQLErrors: [{ message, extensions }] })
}

describe('a GraphQL error', () => {
  test('keeps its code, message and request id', () => {
    const error = graphqlError('This grant has changed.', {
      code: 'state_conflict',
      request_id: 'request_1',
    })
    expect(toPortalError(error)).toEqual({
      code: 'state_conflict',
      message: 'This grant has changed.',
      requestId: 'request_1',
    })
  })

  test.each([
    [{}],
    [{ code: null, request_id: null }],
    [{ code: 404, request_id: 7 }],
    [{ code: ['state_conflict'], request_id: {} }],
  ])('with the extensions %j is an internal error without an id', (extensions) => {
    const { code, requestId } = toPortalError(graphqlError('x', extensions))
    expect([code, requestId]).toEqual(['internal_error', null])
  })

  test.each([
    ['recent_sign_in_required', 'You did not confirm that it’s you, so nothing was changed.'],
    ['rate_limit_exceeded', 'Too many requests. Try again in about a minute.'],
  ])('of the code %s gets a message for people', (code, message) => {
    expect(toPortalError(graphqlError('createApiKey serves 10 calls', { code })).message).toBe(
      message,
    )
  })

  test('is the first of several', () => {
    const error = new CombinedError({
      graphQLErrors: [
        { message: 'first', extensions: { code: 'one' } },
        { message: 'second', extensions: { code: 'two' } },
      ],
    })
    expect(toPortalError(error).code).toBe('one')
  })

  test('without a response means that the server cannot be reached', () => {
    const networkError = new Error('Failed to fetch')
    expect(toPortalError(new CombinedError({ networkError }))).toBe(OFFLINE)
    const response = new Response('<html>')
    expect(toPortalError(new CombinedError({ networkError, response }))).toBe(UNREADABLE)
  })
})

test('only a missing record is not found', () => {
  expect(isNotFound([{}])).toBe(false)
  expect(isNotFound([{ error: graphqlError('x', { code: 'record_not_found' }) }])).toBe(true)
  expect(isNotFound([{ error: graphqlError('record_not_found') }])).toBe(false)
  expect(isNotFound([{ error: graphqlError('x', { code: 'caller_not_allowed' }) }])).toBe(false)
})

describe('an error outside GraphQL', () => {
  test.each([
    [
      { error: { code: 'invalid_credentials', message: 'Wrong.' } },
      'invalid_credentials',
      'Wrong.',
    ],
    [{ code: 'PASSWORD_TOO_SHORT', message: 'Too short.' }, 'password_too_short', 'Too short.'],
    [{ error: { code: 'x', message: '' } }, 'x', UNREADABLE.message],
    [{ error: { message: ['a'] } }, 'internal_error', UNREADABLE.message],
    [{ error: 'broken' }, 'internal_error', UNREADABLE.message],
    [{ error: null, code: 'flat', message: 'Flat.' }, 'flat', 'Flat.'],
    [[], 'internal_error', UNREADABLE.message],
    [null, 'internal_error', UNREADABLE.message],
    ['text', 'internal_error', UNREADABLE.message],
    [0, 'internal_error', UNREADABLE.message],
  ])('%j has the code %s', (body, code, message) => {
    expect(parseError(body, 'request_1')).toEqual({ code, message, requestId: 'request_1' })
  })

  test('says that the user did not confirm', () => {
    expect(createPortalError('recent_sign_in_required', 'x', null).message).toMatch(
      /^You did not confirm/,
    )
  })
})

import { CombinedError } from 'urql'
import { expect, test } from 'vitest'
import { toPortalError } from '../../src/portal/data/error.ts'
import { wholeResult } from '../../src/portal/data/whole-result.ts'

const error = new CombinedError({
  graphQLErrors: [{ message: 'x', extensions: { code: 'record_not_found' } }],
})

test('a result with a root field that has failed has its error and no data', () => {
  const data = { viewer: { id: 'user_1' }, firm: null }
  expect(wholeResult({ data, error })).toEqual({ data: undefined, error })
  expect(wholeResult({ data: undefined, error })).toEqual({ data: undefined, error })
})

test('a result with an error below a root field keeps its data', () => {
  const result = { data: { createApiKey: { secret: 's', key: null } }, error }
  expect(wholeResult(result)).toBe(result)
})

test('a root field that is null without an error is an internal error', () => {
  const { data, error } = wholeResult({ data: { firm: null }, error: undefined })
  expect(data).toBeUndefined()
  expect(error && toPortalError(error).code).toBe('internal_error')
})

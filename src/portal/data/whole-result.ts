import { CombinedError, type OperationResult } from 'urql'
import { t } from '../i18n/text.ts'

/**
 * The result without its data where a root field is null: it has failed, and the types of the documents have no null
 * there. Without an error of its own it is an internal error.
 */
export function wholeResult<Result extends Pick<OperationResult, 'data' | 'error'>>(
  result: Result,
): Result {
  const { data, error } = result
  if (!data || Object.values(data).every((root) => root !== null)) return result
  return { ...result, data: undefined, error: error ?? NULL_ROOT }
}

const NULL_ROOT = new CombinedError({
  graphQLErrors: [
    {
      message: t('A root field is null without an error.'),
      extensions: { code: 'internal_error' },
    },
  ],
})

import { expect, test } from 'vitest'
import * as documents from '../../src/portal/generated/graphql.ts'
import { OPERATION_TEXTS } from '../../src/portal/words/errors/operation-texts.ts'
import { PATH_TEXTS } from '../../src/portal/words/errors/path-texts.ts'
import { ROUTES } from '../../src/sign-in/routes.ts'

const SENTENCES = /^[A-Z][^_]*\.$/

test.each(
  Object.entries({ ...PATH_TEXTS, ...OPERATION_TEXTS }),
)('the texts of %s are of something that the portal does', (action, texts) => {
  const isPath = ROUTES.some(({ path }) => path === action)
  expect(isPath || `${action}Document` in documents).toBe(true)
  expect(Object.keys(texts)).not.toEqual([])
  for (const [says, next] of Object.values(texts)) {
    expect(says).toMatch(SENTENCES)
    expect(next).toMatch(SENTENCES)
  }
})

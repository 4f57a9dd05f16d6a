import { expect, test } from 'vitest'
import * as documents from '../../src/portal/generated/graphql.ts'
import { OPERATION_TEXTS } from '../../src/portal/words/errors/operation-texts.ts'
import { PATH_TEXTS } from '../../src/portal/words/errors/path-texts.ts'
import { ROUTES } from '../../src/sign-in/routes.ts'

const SENTENCES = /^[A-Z][^_]*\. [A-Z][^_]*\.$/

test.each(
  Object.entries({ ...PATH_TEXTS, ...OPERATION_TEXTS }),
)('the texts of %s are of something that the portal does', (action, texts) => {
  const isPath = ROUTES.some(({ path }) => path === action)
  expect(isPath || `${action}Document` in documents).toBe(true)
  expect(Object.keys(texts)).not.toEqual([])
  for (const text of Object.values(texts))
    expect(typeof text === 'string' ? text : `${text[0]} ${text[1]}`).toMatch(SENTENCES)
})

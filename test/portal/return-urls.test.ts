import { expect, test } from 'vitest'
import { parseReturnUrls } from '../../src/modules/keys/return-url.ts'
import { findReturnUrlProblem } from '../../src/portal/firm/keys/return-urls.ts'

// A return address that the page accepts is one that the server accepts.

const ACCEPTED = [
  'https://firm.example/connected',
  'HTTPS://firm.example',
  'https://firm.example/?a=1',
]
const REFUSED = [
  'http://firm.example/',
  'https://firm.example/#/connected',
  'https://ada:secret@firm.example/',
  'https://firm.example/?state=x',
  'https://firm.example/?connection=x',
  'https://firm.example/a b',
  'https://',
  `https://firm.example/${'x'.repeat(2_000)}`,
]

test.each(ACCEPTED)('%s', (url) => {
  expect(findReturnUrlProblem(url)).toBeNull()
  expect(parseReturnUrls([url])).toHaveLength(1)
})

test.each(REFUSED)('%.60s is refused', (url) => {
  expect(findReturnUrlProblem(url)).toContain('is not a valid https address')
  expect(() => parseReturnUrls([url])).toThrow('returnUrls takes')
})

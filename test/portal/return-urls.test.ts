import { expect } from 'vitest'
import { parseReturnUrls } from '../../src/modules/keys/return-url.ts'
import { findReturnUrlProblem } from '../../src/portal/firm/keys/return-urls.ts'
import { testTable } from '../support/test-table.ts'
import { words } from '../support/words.ts'

// A return address that the page accepts is one that the server accepts.

testTable(words('https://firm.example/connected HTTPS://firm.example https://firm.example/?a=1'))(
  'these return addresses are accepted',
  (url) => {
    expect(findReturnUrlProblem(url)).toBeNull()
    expect(parseReturnUrls([url])).toHaveLength(1)
  },
)

testTable([
  ...words(`
    http://firm.example/ https://firm.example/#/connected https://ada:secret@firm.example/ https://
    https://firm.example/?state=x https://firm.example/?connection=x
  `),
  'https://firm.example/a b',
  `https://firm.example/${'x'.repeat(2_000)}`,
])('these return addresses are refused', (url) => {
  expect(findReturnUrlProblem(url)).toContain('is not accepted. Use an https address')
  expect(() => parseReturnUrls([url])).toThrow('returnUrls takes')
})

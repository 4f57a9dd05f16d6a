import { expect, test } from 'vitest'
import { parseReturnUrls } from '../../../src/modules/keys/return-url.ts'
import { applied, takenRows } from '../../support/tables.ts'
import { HOSTILE_URLS } from '../links/hostile-urls.ts'

const HOME = 'https://firm.example/'
const error = { code: 'invalid_parameter', message: expect.stringMatching(/^returnUrls takes /) }
const STORED = {
  [HOME]: HOME,
  'https://firm.example': HOME,
  ' https://firm.example ': HOME,
  'HTTPS://FIRM.EXAMPLE/Path': 'https://firm.example/Path',
  'https://firm.example:443/': HOME,
  'https://firm.example:8443/a': 'https://firm.example:8443/a',
  'https://firm.example/a/../b': 'https://firm.example/b',
  'https://firm.example/%2e%2e/b': 'https://firm.example/b',
  'https://firm.example?x=1': 'https://firm.example/?x=1',
  'https://firm.example/a?next=/b&next=/c': 'https://firm.example/a?next=/b&next=/c',
  'https://münchen.example/ü': 'https://xn--mnchen-3ya.example/%C3%BC',
  'https://[2001:db8::1]/a': 'https://[2001:db8::1]/a',
  'https://localhost:3000/callback': 'https://localhost:3000/callback',
  [`${HOME}${'a'.repeat(1979)}`]: `${HOME}${'a'.repeat(1979)}`,
}
const REFUSED = [
  ...HOSTILE_URLS,
  `${HOME}${'a'.repeat(1980)}`,
  `${HOME}${'ü'.repeat(400)}`,
  'https://firm.example/?connection=1',
  'https://firm.example/?a=1&state=',
  'https://firm.example/?st%61te=1',
]

test('a return address is stored in one form, which stays as it is', () => {
  expect(applied(STORED, (url) => parseReturnUrls([url])[0])).toEqual(STORED)
  for (const url of Object.values(STORED)) expect(parseReturnUrls([url])).toEqual([url])
})

test('a return address is refused if it is hostile or has a parameter of an answer', () => {
  expect(takenRows(REFUSED, (url) => parseReturnUrls([url]), error)).toEqual([])
  expect(takenRows(REFUSED, (url) => parseReturnUrls([HOME, url]), error)).toEqual([])
})

test('the return addresses of a key are listed once each, and at most ten', () => {
  const ten = Array.from({ length: 10 }, (_, at) => `https://firm.example/${at}`)
  expect(parseReturnUrls([])).toEqual([])
  expect(parseReturnUrls(ten)).toEqual(ten)
  expect(parseReturnUrls([HOME, 'https://firm.example', HOME])).toEqual([HOME])
  expect(() => parseReturnUrls([...ten, HOME])).toThrow(expect.objectContaining(error))
})

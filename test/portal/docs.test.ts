import { expect, test } from 'vitest'
import { findPlaces, readIndex } from '../../src/portal/docs/search.ts'
import { requestPath } from '../../src/portal/docs/send-read.ts'

const INDEX = readIndex([
  ['Errors and retries', '', '/docs/guide/errors'],
  ['grant_revoked', 'Error codes', '/docs/errors#grant_revoked'],
  ['grant', 'Objects', '/docs/api/objects#Grant'],
  ['granted_at', 'Objects', '/docs/api/objects#x'],
])

const found = (text: string) => findPlaces(INDEX, text).map(({ title }) => title)

test('the search finds all words, in any case, exact names first', () => {
  expect(found('GRANT')).toEqual(['grant', 'grant_revoked', 'granted_at'])
  expect(found('objects grant')).toEqual(['grant', 'granted_at'])
  expect(found('retries')).toEqual(['Errors and retries'])
  for (const nothing of ['', '  ', 'zzz', '.*']) expect(found(nothing)).toEqual([])
  const many = Array.from({ length: 100 }, (_entry, i) => [`x${i}`, '', `/docs#${i}`])
  expect(findPlaces(readIndex(many), 'x').length).toBe(30)
})

test('values cannot leave their place in the path of a request', () => {
  const values = [
    { name: 'id', place: 'path', value: '../me?x=1#y' },
    { name: 'client_id', place: 'query', value: 'a&b=c d' },
    { name: 'cursor', place: 'query', value: '' },
  ]
  expect(requestPath('/api/v1/assets/{id}/documents', values)).toBe(
    '/api/v1/assets/..%2Fme%3Fx%3D1%23y/documents?client_id=a%26b%3Dc%20d',
  )
  expect(requestPath('/api/v1/assets/{other}', [])).toBe('/api/v1/assets/')
})

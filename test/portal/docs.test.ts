import { expect, test } from 'vitest'
import { requestPath } from '../../src/portal/docs/request-path.ts'
import { findPlaces, readIndex } from '../../src/portal/docs/search.ts'

const INDEX = readIndex([
  ['Errors and retries', '', '/docs/guide/errors', 'Repeat a request after a pause.'],
  ['grant_revoked', 'Error codes', '/docs/errors#grant_revoked', 'The client has ended it.'],
  ['grant', 'Objects', '/docs/api/objects#Grant', 'The right of a key.'],
  ['granted_at', 'Objects', '/docs/api/objects#x', ''],
  [
    'Your key',
    'First request',
    '/docs/guide/first#key',
    `${'a '.repeat(60)}Send it as a bearer with <b>each</b> request.`,
  ],
  ['elsewhere', '', 'https://example.com/docs', 'grant'],
])

const found = (text: string) => findPlaces(INDEX, text).map(({ title }) => title)

test('the search finds all words of names and texts, in any case, exact names first', () => {
  expect(found('GRANT')).toEqual(['grant', 'grant_revoked', 'granted_at'])
  expect(found('objects grant')).toEqual(['grant', 'granted_at'])
  expect(found('retries')).toEqual(['Errors and retries'])
  expect(found('repeat pause')).toEqual(['Errors and retries'])
  for (const nothing of ['', '  ', 'zzz', '.*', '__proto__']) expect(found(nothing)).toEqual([])
  const many = Array.from({ length: 100 }, (_entry, i) => [`x${i}`, '', `/docs#${i}`, ''])
  expect(findPlaces(readIndex(many), 'x').length).toBe(30)
})

test('the search shows where a word was found', () => {
  const [place] = findPlaces(INDEX, 'bearer')
  expect(place?.snippet.before).toMatch(/^….*Send it as a $/)
  expect(place?.snippet).toMatchObject({ word: 'bearer', after: ' with <b>each</b> request.' })
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

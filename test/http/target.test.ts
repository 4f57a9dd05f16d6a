import { expect } from 'vitest'
import { GatewayError } from '../../src/errors.ts'
import { isJson } from '../../src/http/media-type.ts'
import { parseTarget } from '../../src/http/target.ts'
import { testTable } from '../support/test-table.ts'
import { words } from '../support/words.ts'

const HOST = ['Host', 'api.example.com:4000']

/** Path and query, or the code of the error. */
function read(url: string, rawHeaders: readonly string[] = HOST) {
  try {
    const { path, query } = parseTarget({ url, rawHeaders: [...rawHeaders] })
    return [path, query]
  } catch (thrown) {
    return thrown instanceof GatewayError ? thrown.code : thrown
  }
}

testTable([
  ['/', '/', ''],
  ['/api/v1/assets?client_id=a&page=2', '/api/v1/assets', 'client_id=a&page=2'],
  ['/a?', '/a', ''],
  ['/a?b?c', '/a', 'b?c'],
  ['//a//b', '//a//b', ''],
  ['/a/../b', '/a/../b', ''],
  ['/%2F%00', '/%2F%00', ''],
  ['/graphql?query={viewer{kind}}', '/graphql', 'query={viewer{kind}}'],
  ['/a?http://b/c', '/a', 'http://b/c'],
  ['http://api.example.com:4000', '/', ''],
  ['http://api.example.com:4000/', '/', ''],
  ['HTTP://API.example.com:4000/a?b', '/a', 'b'],
  ['https://api.example.com:4000/a', '/a', ''],
])('a target is parsed', (url, path, query) => {
  expect(read(url)).toEqual([path, query])
})

testTable([
  ['', 'nothing'],
  ['*', 'an asterisk'],
  ['a', 'no slash'],
  ['?a', 'no path'],
  ['/a#b', 'a fragment'],
  ['/a?b#c', 'a fragment after the query'],
  ['/a b', 'a blank'],
  ['/a\tb', 'a tab'],
  ['/a\u00e9', 'a byte past ASCII'],
  ['/a\u00a0', 'a blank past ASCII'],
  ['/a\\b', 'a backslash in the path'],
  ['http://', 'no host'],
  ['http:/api.example.com:4000/a', 'one slash'],
  ['http:///a', 'an empty host'],
  ['http://api.example.com/a', 'another port'],
  ['http://api.example.com:04000/a', 'the port written otherwise'],
  ['http://api.example.com:4000?a', 'a query without a path'],
  ['http://elsewhere/a', 'another host'],
  ['http://user@api.example.com:4000/a', 'a user'],
  ['http://x&client_id=A@api.example.com:4000/a?client%5Fid=B', 'a user that looks like a query'],
  ['http://[:::/x', 'half an address'],
  ['ftp://api.example.com:4000/a', 'another scheme'],
  ['file:///etc/passwd', 'a file'],
  ['api.example.com:443', 'an authority'],
])('a target that is no path of the API is rejected', (url) => {
  expect(read(url)).toBe('malformed_request')
})

testTable(
  words(`
    localhost api.example.com api_1.example.com:80 192.0.2.1:4000 [::1]:4000 [2001:db8::1]
    xn--bcher-kva.example
  `),
)('a request names one host in one of these forms', (host) => {
  expect(read('/a', ['host', host])).toEqual(['/a', ''])
})

testTable([
  ['none', []],
  ['an empty one', ['Host', '']],
  ['two', ['Host', 'a', 'Host', 'b']],
  ['the same twice', ['Host', 'a', 'X', 'y', 'hOST', 'a']],
  ['one with a blank', ['Host', 'a b']],
  ['one with a user', ['Host', 'u@a']],
  ['one with a path', ['Host', 'a/b']],
  ['one with a query', ['Host', 'a?b']],
  ['two in a list', ['Host', 'a, b']],
  ['one with a bad port', ['Host', 'a:99999']],
  ['one with an empty port', ['Host', 'a:']],
  ['half an address', ['Host', '[::']],
  ['no address', ['Host', '[:::]']],
  ['numbers that are no address', ['Host', '256.256.256.256']],
  ['a name with a percent', ['Host', 'a%00b']],
  ['one that is long', ['Host', 'a'.repeat(300)]],
])('a request names one host and in no other form', (_, headers) => {
  expect(read('/a', headers)).toBe('malformed_request')
})

testTable([
  'application/json',
  'Application/JSON',
  ' application/json ',
  'application/json;',
  'application/json; charset=utf-8',
  'application/json;charset="UTF-8"',
  'application/json; charset = utf8 ;',
  'application/json; profile=x; charset=utf-8',
])('these media types are JSON', (type) => {
  expect(isJson(type)).toBe(true)
})

testTable([
  undefined,
  '',
  'text/plain',
  'text/plain; application/json',
  'application/jsonp',
  'application/json-patch+json',
  'application/json, text/plain',
  'application/json; charset=utf-16',
  'application/json; charset=utf-8; charset=utf-7',
  'application/json; charset="utf-8',
  'application/json; charset=',
  `application/json${' '.repeat(300)}`,
])('these media types are not JSON', (type) => {
  expect(isJson(type)).toBe(false)
})

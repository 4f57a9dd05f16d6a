import { expect } from 'vitest'
import { GatewayError } from '../../src/errors.ts'
import { isJson } from '../../src/http/body.ts'
import { parseTarget } from '../../src/http/target.ts'
import { testTable } from '../support/test-table.ts'
import { words } from '../support/words.ts'

const HOST = ['Host', 'api.example.com:4000']

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
  ['/a?b?c', '/a', 'b?c'],
  ['//a//b', '//a//b', ''],
  ['/a/../b', '/a/../b', ''],
  ['/%2F%00', '/%2F%00', ''],
  ['/graphql?query={viewer{kind}}', '/graphql', 'query={viewer{kind}}'],
  ['/a?http://b/c', '/a', 'http://b/c'],
  ['http://api.example.com:4000/', '/', ''],
  ['http://api.example.com:4000', '/', ''],
  ['http://api.example.com:4000?a', '/', 'a'],
  ['http://api.example.com:4000//a', '//a', ''],
  ['HTTP://API.example.com:4000/a?b', '/a', 'b'],
  ['https://api.example.com:4000/a', '/a', ''],
])('a target is parsed', (url, path, query) => {
  expect(read(url)).toEqual([path, query])
})

testTable([
  ...words(`
    * a ?a /a#b /a?b#c http:// http:/api.example.com:4000/a http:///a http://api.example.com/a
    http://api.example.com:04000/a http://api.example.com:4000.a http://elsewhere/a http://elsewhere?a
    http://user@api.example.com:4000/a http://x&client_id=A@api.example.com:4000/a?client%5Fid=B
    http://[:::/x ftp://api.example.com:4000/a file:///etc/passwd api.example.com:443
  `),
  ...['', '/a b', '/a\tb', '/a\u00e9', '/a\u00a0', '/a\\b'],
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

testTable<string[][]>([
  [[]],
  [['Host', '']],
  [['Host', 'a', 'Host', 'b']],
  [['Host', 'a', 'X', 'y', 'hOST', 'a']],
  ...words('u@a a/b a?b a:99999 a: [:: [:::] 256.256.256.256 a%00b').map((host) => [
    ['Host', host],
  ]),
  ...['a b', 'a, b', 'a'.repeat(300)].map((host) => [['Host', host]]),
])('a request names one host and in no other form', (headers) => {
  expect(read('/a', headers)).toBe('malformed_request')
})

testTable([
  ...['Application/JSON', ' application/json ', 'application/json;'],
  ...['application/json;charset="UTF-8"', 'application/json; charset = utf8 ;'],
  'application/json; profile=x; charset=utf-8',
])('these media types are JSON', (type) => {
  expect(isJson(type)).toBe(true)
})

testTable([
  ...[undefined, '', 'text/plain; application/json', 'application/jsonp'],
  ...['application/json-patch+json', 'application/json, text/plain'],
  ...['utf-16', 'utf-8; charset=utf-7', '"utf-8', ''].map(
    (set) => `application/json; charset=${set}`,
  ),
  `application/json${' '.repeat(300)}`,
])('these media types are not JSON', (type) => {
  expect(isJson(type)).toBe(false)
})

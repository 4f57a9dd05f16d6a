import { expect, test } from 'vitest'
import { isJson } from '../../src/http/media-type.ts'

test.each([
  'application/json',
  'Application/JSON',
  ' application/json ',
  'application/json;',
  'application/json; charset=utf-8',
  'application/json;charset="UTF-8"',
  'application/json; charset = utf8 ;',
  'application/json; profile=x; charset=utf-8',
])('%s is JSON', (type) => {
  expect(isJson(type)).toBe(true)
})

test.each([
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
])('%s is not', (type) => {
  expect(isJson(type)).toBe(false)
})

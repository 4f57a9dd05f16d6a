import { expect } from 'vitest'
import { isJson } from '../../src/http/media-type.ts'
import { testTable } from '../support/test-table.ts'

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

import { expect } from 'vitest'
import { findRepeated, findSyntaxError, findValues } from '../../src/importer/json-text.ts'
import { testTable } from '../support/test-table.ts'

const DEEP = `${'['.repeat(200_000)}${']'.repeat(200_000)}`

testTable<[what: string, text: string, path: PropertyKey[], begins: string | null]>([
  ['a later member', '{"a":1,"b":2}', ['b'], '2}'],
  ['the whole object', '{"a":1}', [], '{"a"'],
  ['a missing member', '{"a":1}', ['b'], null],
  ['a value in white space', ' { "a" : [ 1 , [ ] , { "b" : null } ] }', ['a', 2, 'b'], 'null }'],
  ['a list of lists', '{"a":[[1,2],[3,4]],"b":[5]}', ['a', 1, 0], '3,4]'],
  ['punctuation in a text', '{"a":"]},:{[\\"","b":"x"}', ['b'], '"x"}'],
  ['an escaped name', '{"a\\"\\u0062":-1.5e3}', ['a"b'], '-1.5e3}'],
  ['a repeated member', '{"a":1,"a":2}', ['a'], '2}'],
  ['an item of a list', '{"0":1,"a":[7]}', ['a', 0], '7]}'],
  ['__proto__', '{"__proto__":{"x":true}}', ['__proto__', 'x'], 'true}}'],
  ['a text alone', '"text"', [], '"text"'],
  ['a member after deep lists', `{"x":${DEEP},"a":1}`, ['a'], '1}'],
])('a value begins where its path leads', (_, text, path, begins) => {
  const [at] = findValues(text, [path])
  const rest = at === undefined ? null : text.slice(at)
  expect(begins === null ? rest : rest?.startsWith(begins)).toBe(begins === null ? null : true)
})

testTable<[where: string, text: string, path: PropertyKey[] | null]>([
  ['separate objects', '{"a":1,"b":{"a":1},"c":[{"a":1},{"a":1}]}', null],
  ['an object', '{"a":1,"a":1}', ['a']],
  ['an object, escaped', '{"a":1,"\\u0061":1}', ['a']],
  ['an object within a list', '{"x":[{"a":{"b":1}},{"a":{"b":1,"b":2}}]}', ['x', 1, 'a', 'b']],
  ['an object of objects', '{"a":{"b":1},"a":{"b":1}}', ['a']],
  ['__proto__', '{"__proto__":1,"__proto__":2}', ['__proto__']],
  ['a text', '{"a":"\\"a\\":1,\\"a\\":2"}', null],
  ['deep lists', DEEP, null],
])('the member that an object has twice is found', (_, text, path) => {
  expect(findRepeated(text)).toEqual(path)
})

testTable<[text: string, at: number | null]>([
  ['{"a":1}', null],
  ['{', 1],
  ['{"a" 1}', 5],
  ['{"a":1} x', 8],
  ['{"at position 99":', 18],
  [`{"${'at position 7 '.repeat(3)}" 1}`, 46],
  ['', 0],
])('the character at which a text stops being JSON is found', (text, at) => {
  expect(findSyntaxError(text)).toBe(at)
})

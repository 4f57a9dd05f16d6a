import { type ExecutionResult, execute as executeByReference, parse, validate } from 'graphql'
import { describe, expect, test } from 'vitest'
import { execute } from '../../src/graphql/interpreter/execute.ts'
import { schema, Thing, withResolvers } from './interpreter.schema.ts'

async function both(text: string, variableValues: Record<string, unknown> = {}) {
  const document = parse(text)
  expect(validate(schema, document)).toEqual([])
  const args = { document, variableValues, contextValue: { greeting: 'Hi' } }
  const ours = await execute({ ...args, schema: withResolvers() })
  const theirs = await executeByReference({ ...args, schema: withResolvers() })
  return { ours: plain(ours), theirs: plain(theirs) }
}

// The order of the members counts, that of the errors does not: they are in the order in which they happened.
function plain({ data, errors, ...others }: ExecutionResult) {
  const texts = errors?.map((error) => JSON.stringify(error)).sort()
  return { data: JSON.stringify(data), errors: texts, ...others }
}

const ALL = 'id name size none tags children { id } requiredChildren { id parent { id } }'

describe('the result is the one of graphql-js:', () => {
  test.each([
    ['fields', `{ one { ${ALL} } things { ${ALL} } nested flag }`],
    ['aliases and merged fields', '{ a: one { x: id x: id name } a: one { size } b: one { id } }'],
    [
      'an alias that is the name of a prototype',
      '{ __proto__: one { __proto__: id id } one { constructor: id toString: name } }',
    ],
    [
      'fragments, spread twice',
      'query { one { ...F ...F ... { name } ... on Thing { size } } } fragment F on Thing { id parent { ...G } } fragment G on Thing { name }',
    ],
    [
      'skipped and included',
      '{ one @skip(if: true) { id } flag @include(if: false) a: flag @include(if: true) @skip(if: false) }',
    ],
    [
      'late values',
      '{ one { late id lateThing { late lateThing { id } } } things(mode: ASYNC) { late } }',
    ],
    ['a late value before others', '{ things { lateThing { id } id late name } }'],
    ['a function as a member', '{ one { method(word: "you") a: method } }'],
    ['an error in a field', '{ one { id fails name lateFails } flag }'],
    ['an error that is a value', '{ one { id failsAsError } }'],
    ['an error in a required field', '{ one { id failsRequired } flag }'],
    ['a late error in a required field', '{ one { id parent { lateFailsRequired } } flag }'],
    [
      'a required field beside late ones that fail',
      '{ one { parent { lateFailsRequired failsRequired late } id } }',
    ],
    ['errors in a list', '{ things { id fails } }'],
    [
      'errors in the entries of a required list',
      '{ one { requiredChildren { failsRequired } } things { parent { lateFailsRequired } } }',
    ],
    ['errors that empty a list', '{ things { failsRequired } flag }'],
    ['late errors that empty a list', '{ things(mode: ASYNC) { lateFailsRequired } flag }'],
    ['an entry that fails later', '{ one { listOfLate } }'],
    ['a required root field that fails', '{ flag required { failsRequired } }'],
    ['a required root field that fails later', '{ flag required { lateFailsRequired } }'],
    [
      'default values and lists of one',
      '{ things { id } a: sum(of: 4) b: sum(of: [1, 2], wrap: {}) }',
    ],
    ['the names of types', '{ __typename one { __typename t: __typename } }'],
    [
      'introspection',
      '{ __type(name: "Thing") { fields(includeDeprecated: true) { name type { kind ofType { name } } } } __schema { types { name enumValues { name } } } }',
    ],
    ['changes one after another', 'mutation { a: add(n: 2) b: slow(n: 5) c: add(n: 1) }'],
    ['a change that fails', 'mutation { a: add(n: 2) fail b: add(n: 1) }'],
  ])('%s', async (_what, text) => {
    const { ours, theirs } = await both(text)
    expect(ours).toEqual(theirs)
  })

  test.each([
    ['given', { of: [1, 2], yes: true, wrap: { n: 1, more: { n: 7 } } }],
    ['by default', { of: 3, yes: false }],
    ['null', { of: [1], yes: true, wrap: null }],
    ['missing', { yes: true }],
    ['of another type', { of: ['x'], yes: 'no', wrap: { n: {} } }],
  ])('variables that are %s', async (_what, values) => {
    const text = `query ($of: [Int!]!, $yes: Boolean!, $wrap: Wrap = { n: 9 }) {
      sum(of: $of, wrap: $wrap) one { id name @include(if: $yes) size @skip(if: $yes) }
    }`
    const { ours, theirs } = await both(text, values)
    expect(ours).toEqual(theirs)
  })
})

test('the operation of the name is executed', async () => {
  const document = parse('query A { flag } query B { b: flag }')
  const run = (operationName?: string) =>
    execute({ schema: withResolvers(), document, operationName })
  expect(await run('B')).toEqual({ data: { b: true } })
  expect((await run('C')).errors).toHaveLength(1)
  expect((await run()).errors).toHaveLength(1)
})

test('the entries of an async iterable are completed one after another', async () => {
  const given: string[] = []
  const target = withResolvers()
  const field = target.getQueryType()?.getFields().things
  if (!field) throw new Error('no field')
  field.resolve = async function* () {
    for (const id of ['a', 'b', 'c']) {
      given.push(id)
      yield new Thing(id)
    }
  }
  const document = parse('{ things { id late fails } }')
  const result = await execute({ schema: target, document })
  expect(given).toEqual(['a', 'b', 'c'])
  expect(JSON.stringify(result.data)).toBe(
    '{"things":[{"id":"a","late":"late a","fails":null},{"id":"b","late":"late b","fails":null},{"id":"c","late":"late c","fails":null}]}',
  )
  expect(result.errors?.map(({ path }) => path)).toEqual([
    ['things', 0, 'fails'],
    ['things', 1, 'fails'],
    ['things', 2, 'fails'],
  ])
})

test('an entry may fail while the next one is awaited', async () => {
  const target = withResolvers()
  const field = target.getQueryType()?.getFields().things
  if (!field) throw new Error('no field')
  field.resolve = async function* () {
    yield new Thing('a')
    await new Promise((resolve) => setTimeout(resolve, 10))
    yield new Thing('b')
  }
  const document = parse('{ things { lateFailsRequired } }')
  const { data, errors = [] } = await execute({ schema: target, document })
  expect([{ ...data }, errors.map(({ message }) => message)]).toEqual([
    { things: null },
    ['later a'],
  ])
})

test.each([
  ['a number that is a text', '{ one { size } }', 'size', 'canary'],
  ['null for a required field', '{ one { id } }', 'id', null],
  ['a list that is none', '{ one { tags } }', 'tags', 'canary'],
])('%s is an error that does not quote it', async (_what, text, name, value) => {
  const target = withResolvers()
  const field = target.getQueryType()?.getFields().one
  if (!field) throw new Error('no field')
  field.resolve = () => ({ [name]: value })
  const { errors = [] } = await execute({ schema: target, document: parse(text) })
  expect(errors).toHaveLength(1)
  expect(String(errors[0]?.originalError)).toMatch(new RegExp(`^Error: Thing.${name} is (no|null)`))
  expect(JSON.stringify(errors)).not.toContain('canary')
})

import { type ExecutionResult, execute as executeByReference, parse, validate } from 'graphql'
import { expect, test } from 'vitest'
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

const DOCUMENTS: readonly string[] = [
  `{ one { ${ALL} } things { ${ALL} } nested flag }`,
  '{ a: one { x: id x: id name } a: one { size } b: one { id } }',
  '{ __proto__: one { __proto__: id id } one { constructor: id toString: name } }',
  'query { one { ...F ...F ... { name } ... on Thing { size } } } fragment F on Thing { id parent { ...G } } fragment G on Thing { name }',
  '{ one @skip(if: true) { id } flag @include(if: false) a: flag @include(if: true) @skip(if: false) }',
  // Late values.
  '{ one { late id lateThing { late lateThing { id } } } things(mode: ASYNC) { late } }',
  '{ things { lateThing { id } id late name } }',
  '{ one { method(word: "you") a: method } }',
  // Errors in fields, and in required ones.
  '{ one { id fails name lateFails } flag }',
  '{ one { id failsAsError } }',
  '{ one { id failsRequired } flag }',
  '{ one { id parent { lateFailsRequired } } flag }',
  '{ one { parent { lateFailsRequired failsRequired late } id } }',
  // Errors in lists, in required ones, and such as empty them.
  '{ things { id fails } }',
  '{ one { requiredChildren { failsRequired } } things { parent { lateFailsRequired } } }',
  '{ things { failsRequired } flag }',
  '{ things(mode: ASYNC) { lateFailsRequired } flag }',
  '{ one { listOfLate } }',
  '{ flag required { failsRequired } }',
  '{ flag required { lateFailsRequired } }',
  // Default values and lists of one.
  '{ things { id } a: sum(of: 4) b: sum(of: [1, 2], wrap: {}) }',
  '{ __typename one { __typename t: __typename } }',
  '{ __type(name: "Thing") { fields(includeDeprecated: true) { name type { kind ofType { name } } } } __schema { types { name enumValues { name } } } }',
  // Changes one after another.
  'mutation { a: add(n: 2) b: slow(n: 5) c: add(n: 1) }',
  'mutation { a: add(n: 2) fail b: add(n: 1) }',
]

test('the result is the one of graphql-js', async () => {
  for (const text of DOCUMENTS) {
    const { ours, theirs } = await both(text)
    expect.soft(ours, text).toEqual(theirs)
  }
})

test('with variables that are given, by default, null, missing or of another type too', async () => {
  const text = `query ($of: [Int!]!, $yes: Boolean!, $wrap: Wrap = { n: 9 }) {
    sum(of: $of, wrap: $wrap) one { id name @include(if: $yes) size @skip(if: $yes) }
  }`
  for (const values of [
    { of: [1, 2], yes: true, wrap: { n: 1, more: { n: 7 } } },
    { of: 3, yes: false },
    { of: [1], yes: true, wrap: null },
    { yes: true },
    { of: ['x'], yes: 'no', wrap: { n: {} } },
  ]) {
    const { ours, theirs } = await both(text, values)
    expect.soft(ours, JSON.stringify(values)).toEqual(theirs)
  }
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

test('a value that does not fit is an error that does not quote it', async () => {
  for (const [text, name, value] of [
    ['{ one { size } }', 'size', 'canary'],
    ['{ one { id } }', 'id', null],
    ['{ one { tags } }', 'tags', 'canary'],
  ] as const) {
    const target = withResolvers()
    const field = target.getQueryType()?.getFields().one
    if (!field) throw new Error('no field')
    field.resolve = () => ({ [name]: value })
    const { errors = [] } = await execute({ schema: target, document: parse(text) })
    expect(errors).toHaveLength(1)
    const error = new RegExp(`^Error: Thing.${name} is (no|null)`)
    expect(String(errors[0]?.originalError)).toMatch(error)
    expect(JSON.stringify(errors)).not.toContain('canary')
  }
})

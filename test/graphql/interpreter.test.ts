import {
  buildSchema,
  type ExecutionResult,
  execute as executeByReference,
  GraphQLError,
  type GraphQLSchema,
  parse,
  validate,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import { execute } from '../../src/graphql/interpreter/execute.ts'

const schema = buildSchema(`
  type Query {
    one: Thing
    required: Thing!
    things(first: Int = 3, mode: Mode): [Thing!]
    nested: [[Int]]
    sum(of: [Int!]!, wrap: Wrap): Int
    flag: Boolean
  }
  type Mutation { add(n: Int!): Int, fail: Int, slow(n: Int!): Int }
  enum Mode { SYNC ASYNC }
  input Wrap { n: Int! = 2, more: Wrap }
  type Thing {
    id: ID!
    name: String
    size: Float
    none: String
    parent: Thing
    children: [Thing]
    requiredChildren: [Thing!]!
    late: String!
    lateThing: Thing
    fails: String
    failsRequired: String!
    lateFails: String
    lateFailsRequired: String!
    failsAsError: String
    listOfLate: [String]
    tags: [String!]
    method(word: String): String
  }
`)

class Thing {
  readonly id: string
  readonly name = 'é "quoted"'
  readonly size = 1.5
  readonly none = undefined
  readonly tags = ['a', 'b']

  constructor(id: string) {
    this.id = id
  }

  get parent() {
    return this.id.length > 3 ? null : new Thing(`${this.id}^`)
  }

  get children() {
    return [new Thing(`${this.id}.0`), null, Promise.resolve(new Thing(`${this.id}.2`))]
  }

  get requiredChildren() {
    return new Set([new Thing(`${this.id}+`)])
  }

  get late() {
    return new Promise((resolve) => setTimeout(resolve, 1, `late ${this.id}`))
  }

  get lateThing() {
    return Promise.resolve(new Thing(`${this.id}~`))
  }

  get failsAsError() {
    return new GraphQLError('as a value')
  }

  get listOfLate() {
    return [Promise.resolve('x'), Promise.reject(new Error('entry')), 'y']
  }

  fails() {
    throw new Error(`fails ${this.id}`)
  }

  failsRequired() {
    throw new Error(`fails ${this.id}`)
  }

  lateFails() {
    return Promise.reject(new Error(`later ${this.id}`))
  }

  lateFailsRequired() {
    return Promise.reject(new Error(`later ${this.id}`))
  }

  method({ word }: { word?: string }, { greeting }: { greeting: string }) {
    return `${greeting} ${word}`
  }
}

/** Sets resolvers on the roots. A new total for each execution. */
function withResolvers(): GraphQLSchema {
  let total = 0
  const query = schema.getQueryType()?.getFields() ?? {}
  const mutation = schema.getMutationType()?.getFields() ?? {}
  const set = (fields: typeof query, name: string, resolve: (args: never) => unknown) => {
    const field = fields[name]
    if (field) field.resolve = (_source, args) => resolve(args as never)
  }
  set(query, 'one', () => new Thing('1'))
  set(query, 'required', () => new Thing('r'))
  set(query, 'things', ({ first, mode }: { first: number; mode?: string }) => {
    const things = Array.from({ length: first }, (_, n) => new Thing(String(n)))
    return mode === 'ASYNC' ? Promise.resolve(things) : things
  })
  set(query, 'nested', () => [[1, null], null, [2]])
  set(query, 'sum', ({ of, wrap }: { of: number[]; wrap?: { n: number } }) =>
    of.reduce((sum, n) => sum + n, wrap?.n ?? 0),
  )
  set(query, 'flag', () => true)
  set(mutation, 'add', async ({ n }: { n: number }) => {
    total += n
    return total
  })
  set(mutation, 'slow', async ({ n }: { n: number }) => {
    await new Promise((resolve) => setTimeout(resolve, 3))
    total *= n
    return total
  })
  set(mutation, 'fail', () => Promise.reject(new Error('no')))
  return schema
}

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

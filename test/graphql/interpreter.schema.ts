import { buildSchema, GraphQLError, type GraphQLSchema } from 'graphql'

/** A schema with a field for each way in which a value can be given, be late or fail. */
export const schema = buildSchema(`
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

export class Thing {
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
export function withResolvers(): GraphQLSchema {
  let total = 0
  const resolvers: Record<string, (args: never) => unknown> = {
    one: () => new Thing('1'),
    required: () => new Thing('r'),
    things: ({ first, mode }: { first: number; mode?: string }) => {
      const things = Array.from({ length: first }, (_, n) => new Thing(String(n)))
      return mode === 'ASYNC' ? Promise.resolve(things) : things
    },
    nested: () => [[1, null], null, [2]],
    sum: ({ of, wrap }: { of: number[]; wrap?: { n: number } }) =>
      of.reduce((sum, n) => sum + n, wrap?.n ?? 0),
    flag: () => true,
    add: async ({ n }: { n: number }) => {
      total += n
      return total
    },
    slow: async ({ n }: { n: number }) => {
      await new Promise((resolve) => setTimeout(resolve, 3))
      total *= n
      return total
    },
    fail: () => Promise.reject(new Error('no')),
  }
  for (const type of [schema.getQueryType(), schema.getMutationType()])
    for (const field of Object.values(type?.getFields() ?? {}))
      field.resolve = (_source, args) => resolvers[field.name]?.(args as never)
  return schema
}

import { gql, InMemoryCache } from '@apollo/client'
import { Client, fetchExchange } from '@urql/core'
import { cacheExchange } from '@urql/exchange-graphcache'
import { isObjectType } from 'graphql'
import { expect, test } from 'vitest'
import { typePolicies } from '../../clients/typescript/src/apollo.ts'
import { keys, resolvers } from '../../clients/typescript/src/urql.ts'
import { schema } from '../../src/graphql/schema.ts'

const PAGING = ['first', 'after']

/** Every connection of the schema: its type, its field, and the arguments that choose or order its entries. */
const CONNECTIONS = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .flatMap((type) =>
    Object.values(type.getFields())
      .filter((field) => /Connection!?$/.test(String(field.type)))
      .map((field) => {
        const args = field.args.map(({ name }) => name)
        const place = { type: type.name, field: field.name }
        expect({ ...place, args }).toEqual({ ...place, args: expect.arrayContaining(PAGING) })
        return { ...place, args: args.filter((arg) => !PAGING.includes(arg)) }
      }),
  )

const SELECTION =
  '{ __typename nodes { __typename id } pageInfo { __typename hasNextPage endCursor } }'
const call = (field: string, given: object) =>
  `${field}(${Object.entries({ first: 1, ...given })
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(' ')}) ${SELECTION}`

function page(id: string, hasNextPage = false) {
  return {
    __typename: 'SomeConnection',
    nodes: [{ __typename: 'Thing', id }],
    pageInfo: { __typename: 'PageInfo', hasNextPage, endCursor: id },
  }
}

function apolloOf({ type, field }: (typeof CONNECTIONS)[number]) {
  const cache = new InMemoryCache({ typePolicies })
  const id = type === 'Query' ? 'ROOT_QUERY' : `${type}:1`
  const listOf = (given: object) => ({
    id,
    fragment: gql(`fragment List on ${type} { ${call(field, given)} }`),
  })
  const write = (given: object, list: object) =>
    cache.writeFragment({ ...listOf(given), data: { __typename: type, id: '1', [field]: list } })
  const read = (given: object): string[] | null => {
    const found = cache.readFragment<Record<string, ReturnType<typeof page>>>(listOf(given))
    return found?.[field]?.nodes.map((node) => node.id) ?? null
  }
  return { write, read }
}

test('with Apollo, lists with other arguments stay apart, and pages are joined', () => {
  expect(CONNECTIONS.length).toBeGreaterThan(20)
  for (const connection of CONNECTIONS) {
    const place = `${connection.type}.${connection.field}`
    for (const arg of connection.args) {
      const { write, read } = apolloOf(connection)
      write({ [arg]: 'one' }, page('a'))
      const unknown = [read({ [arg]: 'other' }), read({})]
      expect.soft([place, arg, ...unknown]).toEqual([place, arg, null, null])
      write({ [arg]: 'other' }, page('b'))
      const lists = [read({ [arg]: 'one' }), read({ [arg]: 'other' })]
      expect.soft([place, arg, ...lists]).toEqual([place, arg, ['a'], ['b']])
    }
    const { write, read } = apolloOf(connection)
    write({}, page('a', true))
    write({ after: 'a' }, page('b'))
    expect.soft([place, read({})]).toEqual([place, ['a', 'b']])
  }
})

function urqlOf({ type, field }: (typeof CONNECTIONS)[number]) {
  const asked: string[] = []
  const answer: typeof fetch = async (_url, init) => {
    const after = String(init?.body).includes('after:')
    asked.push(after ? 'b' : 'a')
    const list = { [field]: page(after ? 'b' : `a${asked.length}`, !after) }
    const data = type === 'Query' ? list : { it: { __typename: type, id: '1', ...list } }
    return Response.json({ data })
  }
  const client = new Client({
    url: 'http://none.example',
    fetch: answer,
    preferGetMethod: false,
    exchanges: [cacheExchange({ keys, resolvers }), fetchExchange],
  })
  const read = async (given: object): Promise<string[]> => {
    const list = call(field, given)
    const text = type === 'Query' ? `{ ${list} }` : `{ it { __typename id ${list} } }`
    const { data } = await client.query(text, {}).toPromise()
    const found: ReturnType<typeof page> = (data?.it ?? data)[field]
    return found.nodes.map(({ id }) => id)
  }
  return { asked, read }
}

test('with Graphcache, lists with other arguments stay apart, and pages are joined', async () => {
  for (const connection of CONNECTIONS) {
    const place = `${connection.type}.${connection.field}`
    for (const arg of connection.args) {
      const { asked, read } = urqlOf(connection)
      const first = [await read({ [arg]: 'one' }), await read({ [arg]: 'other' })]
      expect.soft([place, arg, first, asked.length]).toEqual([place, arg, [['a1'], ['a2']], 2])
      const again = await read({ [arg]: 'one' })
      expect.soft([place, arg, again, asked.length]).toEqual([place, arg, ['a1'], 2])
    }
    const { read } = urqlOf(connection)
    await read({})
    expect.soft([place, await read({ after: 'a1' })]).toEqual([place, ['a1', 'b']])
  }
})

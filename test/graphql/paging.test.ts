import { getNamedType, isObjectType } from 'graphql'
import { beforeAll, expect, test } from 'vitest'
import { schema } from '../../src/graphql/schema.ts'
import { coin } from '../rest/records.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, registryIds } from '../support/portfolio.ts'
import { sessionOf } from '../support/session.ts'
import { listAt, type ReadList, walkByCursor } from './walk.ts'

const COUNT = 7
const gateway = testGateway()
const { database } = gateway
let key = ''

const day = (i: number) => `2026-01-0${i + 1}T00:00:00Z`
const RECORDS = Array.from({ length: COUNT }, (_, i) => [
  coin(`a${i}`),
  { type: 'valuation', asset: 'a0', value: String(i), source: 'appraisal', valued_at: day(i) },
  {
    ...{ type: 'document', asset: 'a0', ref: `d${i}`, document_type: 'invoice', title: 'Invoice' },
    ...(i % 3 > 0 && { issued_on: day(i % 3).slice(0, 10) }),
  },
])
/** The lists by their names, each at the end of a path of fields. */
const paths: Record<string, string[]> = {}

beforeAll(async () => {
  const clientId = await clientWith(database, RECORDS.flat())
  key = await sessionOf(database, clientId)
  const { a0 } = await registryIds(database, clientId)
  const plant = { ownerId: clientId, name: 'P' }
  const data = Array.from({ length: COUNT }, (_, i) => ({ ...plant, id: BigInt(i - 3) }))
  await database.prisma.plant.createMany({ data })
  const portfolio = `portfolio(clientId: "${clientId}")`
  const asset = `asset(registryId: "${a0}")`
  paths.assets = [portfolio, 'assets']
  paths.valuations = [portfolio, asset, 'valuations']
  paths.documents = [portfolio, asset, 'documents']
  paths.plants = ['plants']
  paths.portfolios = ['portfolios']
})

const listNamed = (name: string): ReadList => listAt(gateway, key, paths[name] ?? [], 'id')

async function rejectionOf(name: string, args: string) {
  const path = paths[name] ?? []
  const closing = ' }'.repeat(path.length)
  const text = `{ ${path.join(' { ')}${args} { pageInfo { endCursor } }${closing}`
  const { json } = await gateway.graphql(text, { key })
  return json.errors?.[0].extensions.code
}

const LISTS = ['assets', 'valuations', 'documents', 'plants']

test('a walk by pages of any size gives each entry once, in order, from any cursor', async () => {
  for (const name of LISTS) {
    const whole = await listNamed(name)('(first: 100)')
    expect(whole.nodes).toHaveLength(COUNT)
    for (const size of [1, 3, 6, 7, 8]) {
      const pages = await walkByCursor(listNamed(name), size)
      const nodes = pages.flatMap((page) => page.nodes)
      expect(nodes, name).toEqual(whole.nodes)
      expect(pages).toHaveLength(Math.ceil(COUNT / size))
      for (const [i, { pageInfo, edges }] of pages.entries())
        expect(pageInfo).toMatchObject({ hasPreviousPage: i > 0, endCursor: edges.at(-1)?.cursor })
    }
    for (const [i, { cursor }] of whole.edges.entries()) {
      const rest = await listNamed(name)(`(first: 100, after: "${cursor}")`)
      expect(rest.nodes, name).toEqual(whole.nodes.slice(i + 1))
    }
  }
})

const BAD_ARGS = [
  ...['first: 0', 'first: -1', 'first: -2147483648', 'after: ""', 'after: "x"', 'after: "W10"'],
  ...['after: "bnVsbA"', 'after: "eyJhIjoxfQ"', 'after: "W251bGwsbnVsbF0"'],
]

test('a list rejects bad arguments, and cursors of other lists', async () => {
  for (const name of [...LISTS, 'portfolios']) {
    const bad = [...BAD_ARGS]
    for (const other of LISTS.filter((each) => each !== name))
      bad.push(`after: "${(await listNamed(other)('(first: 1)')).edges[0]?.cursor}"`)
    for (const args of bad)
      expect.soft(await rejectionOf(name, `(${args})`), `${name} ${args}`).toBe('invalid_parameter')
  }
})

test('every list of the schema takes first and after, and no other paging', () => {
  const fields = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) => Object.values(type.getFields()))
    .filter(({ type }) => getNamedType(type).name.endsWith('Connection'))
  const paging = ['first', 'after', 'last', 'before', 'offset', 'skip', 'page']
  for (const { args } of fields) {
    const names = args.map(({ name }) => name).filter((name) => paging.includes(name))
    expect(names.sort()).toEqual(['after', 'first'])
  }
  expect(fields.length).toBeGreaterThan(10)
})

import { beforeEach, expect, test } from 'vitest'
import { testGateway } from '../support/gateway.ts'
import { clientWith, keyWith, tokenOf } from '../support/portfolio.ts'
import { serviceWith } from '../support/service.ts'

const gateway = testGateway()
const { database } = gateway
let key = ''

beforeEach(async () => {
  key = await tokenOf(database, await clientWith(database, []))
})

const CREATE = 'mutation ($plant: NewPlant!) { createPlant(plant: $plant) { id name tag } }'
const DELETE = 'mutation ($id: Int64!) { deletePlant(id: $id) }'
const LIST = '{ plants { totalCount nodes { id name tag } } }'

async function run(query: string, variables = {}) {
  const { json } = await gateway.graphql(query, { key, variables })
  return json.errors ? json.errors[0].extensions.code : json.data
}

// Ids of 64 bits, and plants of others: test/rest/plants.test.ts, by the same writes and reads.
test('plants are created once, listed and deleted', async () => {
  const plant = { id: '9223372036854775807', name: 'Fern', tag: null }
  expect(await run(CREATE, { plant })).toEqual({ createPlant: plant })
  expect(await run(CREATE, { plant: { ...plant, name: 'Moss' } })).toBe('plant_exists')
  expect(await run(LIST)).toEqual({ plants: { totalCount: 1, nodes: [plant] } })
  expect(await run(DELETE, plant)).toEqual({ deletePlant: plant.id })
  expect(await run(DELETE, plant)).toBe('plant_not_found')
  expect(await run(LIST)).toEqual({ plants: { totalCount: 0, nodes: [] } })
})

test('a number in the document keeps every digit', async () => {
  const create = (id: string) =>
    run(`mutation { createPlant(plant: {id: ${id}, name: "F"}) { id } }`)
  expect(await create('9007199254740993')).toEqual({ createPlant: { id: '9007199254740993' } })
  expect(await create('3.0')).toEqual({ createPlant: { id: '3' } })
  expect(await create('-3e0')).toEqual({ createPlant: { id: '-3' } })
  expect(await create('1.5')).toBe('invalid_parameter')
})

test('what is no plant is rejected', async () => {
  const invalid = [
    ...['9223372036854775808', 5, ''].map((id) => ({ id, name: 'Fern' })),
    ...['', '\ud800'].map((name) => ({ id: '1', name })),
    { id: '1', name: 'Fern', tag: 'x'.repeat(201) },
  ]
  const misformed = [{ id: null, name: 'Fern' }, { id: '1' }, { id: '1', name: 5 }, [], '1']
  for (const [code, plants] of [
    ['invalid_parameter', invalid],
    ['invalid_document', misformed],
  ] as const)
    for (const plant of plants)
      expect.soft(await run(CREATE, { plant }), JSON.stringify(plant).slice(0, 60)).toBe(code)
  expect(await run(LIST)).toEqual({ plants: { totalCount: 0, nodes: [] } })
})

test('plants are for persons', async () => {
  const others = [(await keyWith(database)).secret, (await serviceWith(database)).secret, '']
  for (key of others)
    for (const [document, variables] of [
      [CREATE, { plant: { id: '1', name: 'Fern' } }],
      [DELETE, { id: '1' }],
    ] as const)
      expect(await run(document, variables)).toBe(key ? 'caller_not_allowed' : 'missing_api_key')
})

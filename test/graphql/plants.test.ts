import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testGateway } from '../support/gateway.ts'
import { clientWith, keyWith, tokenOf } from '../support/portfolio.ts'

const gateway = testGateway()
const { database } = gateway
let key = ''

beforeEach(async () => {
  key = await tokenOf(database, await clientWith(database, []))
})

const CREATE = 'mutation ($plant: NewPlant!) { createPlant(plant: $plant) { id name tag } }'
const DELETE = 'mutation ($id: Int64!) { deletePlant(id: $id) }'
const LIST = '{ plants { totalCount nodes { id name tag } } }'

async function run(query: string, variables = {}, as = key) {
  const { json } = await gateway.graphql(query, { key: as, variables })
  return json.errors ? json.errors[0].extensions.code : json.data
}

describe('plants', () => {
  test('are created, listed and deleted with ids of 64 bits, exactly', async () => {
    for (const id of [
      '0',
      '-1',
      '9007199254740993',
      '9223372036854775807',
      '-9223372036854775808',
    ]) {
      const plant = { id, name: 'Fern', tag: 'shade' }
      expect(await run(CREATE, { plant })).toEqual({ createPlant: plant })
      expect(await run(LIST)).toEqual({ plants: { totalCount: 1, nodes: [plant] } })
      expect(await run(DELETE, { id })).toEqual({ deletePlant: id })
      expect(await run(LIST)).toEqual({ plants: { totalCount: 0, nodes: [] } })
    }
  })

  test('keep every digit of a number in the document', async () => {
    const create = (id: string) =>
      `mutation { createPlant(plant: {id: ${id}, name: "Fern"}) { id } }`
    expect(await run(create('9007199254740993'))).toEqual({
      createPlant: { id: '9007199254740993' },
    })
    expect(await run(create('3.0'))).toEqual({ createPlant: { id: '3' } })
    expect(await run(create('-3e0'))).toEqual({ createPlant: { id: '-3' } })
    expect(await run(create('1.5'))).toBe('invalid_parameter')
  })

  test('have no tag where it is null', async () => {
    const plant = { id: '1', name: 'Fern', tag: null }
    expect(await run(CREATE, { plant })).toEqual({ createPlant: plant })
    expect(await run(LIST)).toEqual({ plants: { totalCount: 1, nodes: [plant] } })
  })

  test('are in order of their numbers', async () => {
    for (const id of ['10', '9', '-10', '100']) await run(CREATE, { plant: { id, name: 'Fern' } })
    const { plants } = await run(LIST)
    expect(plants.nodes.map(({ id }: { id: string }) => id)).toEqual(['-10', '9', '10', '100'])
  })

  test('are rejected where they are no plants', async () => {
    const invalid = [
      { id: '9223372036854775808', name: 'Fern' },
      { id: 5, name: 'Fern' },
      { id: '1.5', name: 'Fern' },
      { id: '', name: 'Fern' },
      { id: '1', name: '' },
      { id: '1', name: 'x'.repeat(201) },
      { id: '1', name: 'a\0b' },
      { id: '1', name: '\ud800' },
      { id: '1', name: 'Fern', tag: 'x'.repeat(201) },
    ]
    const misformed = [
      { id: null, name: 'Fern' },
      { id: '1' },
      { id: '1', name: 'Fern', colour: 'green' },
      { id: '1', name: 5 },
      [],
      '1',
    ]
    for (const [code, plants] of Object.entries({
      invalid_parameter: invalid,
      invalid_document: misformed,
    }))
      for (const plant of plants)
        expect.soft(await run(CREATE, { plant }), JSON.stringify(plant).slice(0, 60)).toBe(code)
    expect(await run(LIST)).toEqual({ plants: { totalCount: 0, nodes: [] } })
  })

  test('an id can be used once', async () => {
    const plant = { id: '1', name: 'Fern' }
    await run(CREATE, { plant })
    expect(await run(CREATE, { plant: { ...plant, name: 'Moss' } })).toBe('plant_exists')
    expect((await run(LIST)).plants.nodes).toEqual([{ ...plant, tag: null }])
  })

  test('a missing plant cannot be deleted', async () => {
    expect(await run(DELETE, { id: '1' })).toBe('plant_not_found')
  })
})

describe('the plants of another person', () => {
  let other = ''
  beforeAll(async () => {
    other = await tokenOf(database, await clientWith(database, []))
    await run(CREATE, { plant: { id: '1', name: 'Fern' } }, other)
  })

  test('are not visible, do not conflict, and are not deleted', async () => {
    expect((await run(LIST)).plants.nodes).toEqual([])
    expect(await run(DELETE, { id: '1' })).toBe('plant_not_found')
    expect(await run(CREATE, { plant: { id: '1', name: 'Moss' } })).toHaveProperty('createPlant')
    expect((await run(LIST, {}, other)).plants.nodes).toMatchObject([{ name: 'Fern' }])
  })
})

test('plants are for persons', async () => {
  const { secret } = await keyWith(database)
  for (const [document, variables] of [
    [LIST, {}],
    [CREATE, { plant: { id: '1', name: 'Fern' } }],
    [DELETE, { id: '1' }],
  ] as const) {
    expect(await run(document, variables, secret)).toBe('caller_not_allowed')
    expect(await run(document, variables, '')).toBe('missing_api_key')
  }
})

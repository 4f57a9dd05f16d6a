import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testGateway } from '../support/gateway.ts'
import { clientWith, keyWith, tokenOf } from '../support/portfolio.ts'
import { titledRows } from '../support/titled.ts'

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
  test.each([
    '0',
    '1',
    '-1',
    '9007199254740993',
    '9223372036854775807',
    '-9223372036854775808',
  ])('of id %s are created, listed and deleted, exactly', async (id) => {
    const plant = { id, name: 'Fern', tag: 'shade' }
    expect(await run(CREATE, { plant })).toEqual({ createPlant: plant })
    expect(await run(LIST)).toEqual({ plants: { totalCount: 1, nodes: [plant] } })
    expect(await run(DELETE, { id })).toEqual({ deletePlant: id })
    expect(await run(LIST)).toEqual({ plants: { totalCount: 0, nodes: [] } })
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

  test.each(
    titledRows([
      [{ id: '9223372036854775808', name: 'Fern' }, 'invalid_parameter'],
      [{ id: 5, name: 'Fern' }, 'invalid_parameter'],
      [{ id: '1.5', name: 'Fern' }, 'invalid_parameter'],
      [{ id: '', name: 'Fern' }, 'invalid_parameter'],
      [{ id: null, name: 'Fern' }, 'invalid_document'],
      [{ id: '1' }, 'invalid_document'],
      [{ id: '1', name: '' }, 'invalid_parameter'],
      [{ id: '1', name: 'x'.repeat(201) }, 'invalid_parameter'],
      [{ id: '1', name: 'a\0b' }, 'invalid_parameter'],
      [{ id: '1', name: '\ud800' }, 'invalid_parameter'],
      [{ id: '1', name: 'Fern', tag: 'x'.repeat(201) }, 'invalid_parameter'],
      [{ id: '1', name: 'Fern', colour: 'green' }, 'invalid_document'],
      [{ id: '1', name: 5 }, 'invalid_document'],
      [[], 'invalid_document'],
      ['1', 'invalid_document'],
    ]),
  )('%s is rejected: $2', async (_, plant, code) => {
    expect(await run(CREATE, { plant })).toBe(code)
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

describe('plants are for persons', () => {
  test.each([
    ['plants', LIST, {}],
    ['createPlant', CREATE, { plant: { id: '1', name: 'Fern' } }],
    ['deletePlant', DELETE, { id: '1' }],
  ])('%s rejects a key and an anonymous caller', async (_field, document, variables) => {
    const { secret } = await keyWith(database)
    expect(await run(document, variables, secret)).toBe('caller_not_allowed')
    expect(await run(document, variables, '')).toBe('missing_api_key')
  })
})

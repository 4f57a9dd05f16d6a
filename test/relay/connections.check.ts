import { getFragment, getStorageKey } from 'relay-runtime'
import { describe, expect, test } from 'vitest'
import { CONNECTIONS } from '../../clients/typescript/src/generated/connections.ts'
import { EVERY_CONNECTION } from './generated/connections.ts'

/** The arguments of each connection that choose or order its entries, as caches by type and id have them. */
const KEY_ARGUMENTS = Object.entries(CONNECTIONS).flatMap(([type, fields]) =>
  Object.entries(fields).map(([field, args]) => [`${type}.${field}`, args] as const),
)

test('every connection can be read with @connection', () => {
  expect(KEY_ARGUMENTS.length).toBeGreaterThan(20)
  expect(Object.keys(EVERY_CONNECTION)).toEqual(KEY_ARGUMENTS.map(([name]) => name))
})

describe.each(Object.entries(EVERY_CONNECTION))('%s', (name, fragment) => {
  const [list] = getFragment(fragment).selections
  const args = KEY_ARGUMENTS.find(([of]) => of === name)?.[1] ?? []
  const none = Object.fromEntries(args.map((arg) => [arg, null]))
  /** The place of the list in its object, in the store. */
  const placeOf = (given: object) =>
    list?.kind === 'LinkedField' && getStorageKey(list, { ...none, first: 1, ...given })

  test('has a place for each value of each argument, and one for all of its pages', () => {
    const given = args.flatMap((arg) => [{ [arg]: 'one' }, { [arg]: 'other' }])
    const places = [{}, ...given].map(placeOf)
    expect(new Set(places).size).toBe(1 + 2 * args.length)
    expect(placeOf({ first: 2, after: 'a' })).toBe(placeOf({}))
    expect(String(placeOf({}))).toMatch(/^__\w+_connection/)
  })
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type GraphQLArgument,
  type GraphQLInputField,
  isInputObjectType,
  isObjectType,
} from 'graphql'
import { expect, test } from 'vitest'
import { schema } from '../../src/graphql/schema.ts'
import { snakeCase } from '../support/words.ts'

const SRC = join(import.meta.dirname, '../../src')
// The rooms whose errors reach callers of GraphQL.
const ROOMS = ['access', 'graphql', 'modules', 'schema', 'values']

function argumentNames(): Set<string> {
  const types = Object.values(schema.getTypeMap())
  const inputs: readonly (GraphQLArgument | GraphQLInputField)[] = [
    ...types.filter(isInputObjectType).flatMap((type) => Object.values(type.getFields())),
    ...types
      .filter(isObjectType)
      .flatMap((type) => Object.values(type.getFields()).flatMap(({ args }) => args)),
  ]
  return new Set(inputs.map(({ name }) => name))
}

test('messages of the schema have the names of GraphQL’s arguments', () => {
  const camelCase = [...argumentNames()].filter((name) => name !== snakeCase(name))
  const rest = new Map(camelCase.map((name) => [snakeCase(name), name]))
  const files = ROOMS.flatMap((room) =>
    readdirSync(join(SRC, room), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join(SRC, room, file)),
  )
  const wrong = files.flatMap((file) =>
    [
      ...readFileSync(file, 'utf8').matchAll(
        /['`]([a-z]+(?:_[a-z]+)+) (?:takes|needs|must|is|cannot) /g,
      ),
    ]
      .map(([, name = '']) => name)
      .filter((name) => rest.has(name) || name === 'page_size')
      .map((name) => `${file}: ${name}`),
  )
  expect(wrong).toEqual([])
})

import { parse, validate } from 'graphql'
import { describe, expect, test } from 'vitest'
import { schema } from '../../src/graphql/schema.ts'
import { EXAMPLES } from '../../src/portal/explore/examples.ts'

describe('the examples of GraphiQL', () => {
  test.each(EXAMPLES)('$name is valid, and has a value for each variable', ({
    query,
    variables,
  }) => {
    const document = parse(query)
    expect(validate(schema, document)).toEqual([])
    const names = document.definitions.flatMap((definition) =>
      definition.kind === 'OperationDefinition'
        ? (definition.variableDefinitions ?? []).map(({ variable }) => variable.name.value)
        : [],
    )
    expect(Object.keys(variables ?? {})).toEqual(names)
  })

  test('have names that differ, and stand together by caller', () => {
    const names = EXAMPLES.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    const changes = EXAMPLES.filter(({ callers }, i) => callers !== EXAMPLES[i - 1]?.callers)
    expect(changes).toHaveLength(new Set(EXAMPLES.map(({ callers }) => callers)).size)
  })
})

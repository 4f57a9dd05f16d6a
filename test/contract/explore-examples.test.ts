import { parse, validate } from 'graphql'
import { expect, test } from 'vitest'
import { schema } from '../../src/graphql/schema.ts'
import { EXAMPLES } from '../../src/portal/explore/examples.ts'

test.each(EXAMPLES)('$name, an example of GraphiQL, is valid, and has a value for each variable', ({
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

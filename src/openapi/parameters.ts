import { isInputObjectType, isObjectType } from 'graphql'
import { z } from 'zod'
import { schema } from '../graphql/schema.ts'
import type { Route } from '../rest/route.ts'
import { DOCUMENT, OPERATIONS, requireMember, textsOf } from './fixed-parts.ts'
import { isSchema, type Parameter, withRestNames } from './interface.ts'

/** The parameters of a route: headers, variable parts of its path, and its query. */
export function parametersOf(route: Route): Parameter[] {
  const headers =
    route.area === 'portfolio' ? ['Version', 'RequestId', 'IfNoneMatch'] : ['RequestId']
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  return [
    ...headers.map((name) => requireMember(DOCUMENT.parameters, name)),
    ...inPath.map((name) => ({
      name,
      in: 'path',
      required: true,
      ...requireMember({ ...OPERATIONS.path, ...textsOf(route).path }, name),
    })),
    ...queryParameters(route),
  ]
}

function queryParameters(route: Route): Parameter[] {
  const { properties = {}, required = [] } = z.toJSONSchema(z.object(route.parameters), {
    io: 'input',
  })
  return Object.entries<unknown>(properties).map(([name, property]) => {
    const { description: effect, ...preset } = requireMember(EFFECTS, name)
    const { description: accepted, ...taken } = isSchema(property) ? property : {}
    return {
      name,
      in: 'query',
      required: required.includes(name),
      description: `${effect} Takes ${accepted}.`,
      schema: { ...taken, ...preset },
      example: requireMember(OPERATIONS.examples, name, 'example'),
    }
  })
}

// The effect of each parameter of a query string. The GraphQL inputs have camelCase names.
const EFFECTS: typeof OPERATIONS.query = { ...effectsOfInputs(), ...OPERATIONS.query }

function effectsOfInputs() {
  const listing = schema.getType('AssetListing')
  const asset = schema.getType('Asset')
  const inputs = [
    ...(isInputObjectType(listing) ? Object.values(listing.getFields()) : []),
    ...(isObjectType(asset) ? (asset.getFields().valuations?.args ?? []) : []),
  ]
  return Object.fromEntries(
    inputs.map(({ name, description }) => [
      withRestNames(name),
      { description: description ?? '' },
    ]),
  )
}

import { type GraphQLNamedType, isInputObjectType, isObjectType } from 'graphql'
import { z } from 'zod'
import { schema } from '../../graphql/schema.ts'
import { DEFAULT_PAGE_SIZE } from '../../values/page-size.ts'
import { NEWEST_VERSION } from '../../versions.ts'
import type { Route } from '../route.ts'
import type { Schema } from './schema.ts'

const PATH_PARAMETER = /:(\w+)/g

/** A path of the route table in the notation of OpenAPI. */
export function templateOf({ path }: Route): string {
  return path.replace(PATH_PARAMETER, '{$1}')
}

// The effect of each parameter. The route table has the accepted values.
const EFFECTS: Readonly<Record<string, string>> = {
  client_id: 'Whose portfolio to read.',
  category: memberText('AssetListing', 'category'),
  min_value: memberText('AssetListing', 'minValue'),
  max_value: memberText('AssetListing', 'maxValue'),
  updated_since: memberText('AssetListing', 'updatedSince'),
  since: argumentText('Asset', 'valuations', 'since'),
  source: argumentText('Asset', 'valuations', 'source'),
  include:
    'Adds related data to each asset. `valuations` needs the scope valuation, `documents` the scope documentation.',
  page: 'The page by number. A page past the last is empty.',
  page_size: 'The most entries of a page.',
  cursor: 'Where the page begins. Follow `links.next` instead of making it up.',
  limit: 'The most plants that are returned. Without it all are.',
}
const DEFAULTS: Readonly<Record<string, number>> = { page: 1, page_size: DEFAULT_PAGE_SIZE }

/** The variable parts of paths, by name. */
const PATH_PARAMETERS: Readonly<Record<string, object>> = {
  registry_id: {
    description: 'The registry id of the asset: ORY-{CODE}-{ULID}.',
    schema: { type: 'string', minLength: 1, maxLength: 64 },
    example: 'ORY-WT-01JD3M2Q8S4T6V8W0X2Y4Z6A8D',
  },
  id: {
    description:
      'The id of the plant: a whole number of 64 bits in decimal digits. It is text here, so that clients which read numbers as doubles do not round it.',
    schema: { type: 'string', format: 'int64', pattern: '^(0|-?[1-9]\\d{0,18})$', maxLength: 20 },
    example: '9007199254740993',
  },
}

/** The parameters that many operations share, by the name of their component. */
export const SHARED_PARAMETERS = {
  Version: {
    name: 'X-Service-Version',
    in: 'header',
    required: true,
    description:
      'Selects the newest version dated on or before this date, which is not later than today.',
    schema: { type: 'string', format: 'date', maxLength: 10 },
    example: NEWEST_VERSION,
  },
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description: 'An id of your own for the request. One of another form is replaced.',
    schema: { type: 'string', pattern: '^[\\w-]+$', maxLength: 64 },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      'The `ETag` of a body that you have, or several with commas: 304 if it is still current.',
    schema: { type: 'string', maxLength: 4_096 },
  },
}

/** The parameters of a route: headers, variable parts of its path, and its query. */
export function parametersOf(route: Route): object[] {
  const shared =
    route.area === 'portfolio' ? ['Version', 'RequestId', 'IfNoneMatch'] : ['RequestId']
  const inPath = [...route.path.matchAll(PATH_PARAMETER)].map(([, name = '']) => name)
  return [
    ...shared.map((name) => ({ $ref: `#/components/parameters/${name}` })),
    ...inPath.map((name) => ({ name, in: 'path', required: true, ...pathParameter(name) })),
    ...queryParameters(route),
  ]
}

function queryParameters(route: Route): object[] {
  const { properties = {}, required = [] } = z.toJSONSchema(z.object(route.parameters), {
    io: 'input',
  })
  return Object.entries(properties).map(([name, property]) => {
    const effect = EFFECTS[name]
    if (effect === undefined) throw new Error(`no description of the parameter ${name}`)
    const { description, ...taken }: Schema = typeof property === 'object' ? property : {}
    const fallback = DEFAULTS[name]
    return {
      name,
      in: 'query',
      required: required.includes(name),
      description: `${effect} Takes ${description}.`,
      schema: { ...taken, ...(fallback !== undefined && { default: fallback }) },
    }
  })
}

function pathParameter(name: string): object {
  const parameter = PATH_PARAMETERS[name]
  if (!parameter) throw new Error(`no description of the path parameter ${name}`)
  return parameter
}

function memberText(type: string, member: string): string {
  const found = schema.getType(type)
  return requireText(isInputObjectType(found) ? found.getFields()[member] : undefined)
}

function argumentText(type: string, field: string, argument: string): string {
  const found: GraphQLNamedType | undefined = schema.getType(type)
  const args = isObjectType(found) ? found.getFields()[field]?.args : []
  return requireText(args?.find(({ name }) => name === argument))
}

function requireText(described: { description?: string | null | undefined } | undefined): string {
  if (!described?.description) throw new Error('GraphQL has no such description')
  return described.description
}
